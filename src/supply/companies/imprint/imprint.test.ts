import { expect, test } from 'vitest'
import { insideNames, type Wire } from '#src/platform/kit/wire.ts'
import { enterAs, makeCompany, makeOwner, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { companyForm } from '../fields/fields.ts'
import type { Imprint } from './rules.ts'
import { imprintRows } from './texts.ts'

const testApp = await openTestApp()
const { app, visitor } = testApp

const entered = {
  legal_form: ' GmbH ',
  represented_by: 'Meike Petersen',
  street: 'Schmale Gasse 12',
  register_court: 'Amtsgericht Hamburg',
  register_number: 'HRB 12345',
  vat_id: 'de 123 456 789',
  business_id: 'DE123456789-00001',
}

async function makeCompanyWithOwner() {
  const company = await makeCompany(app)
  const { email } = await makeOwner(app, company.id)
  return { company, owner: await passCode(app, await enterAs(app, testApp.newVisitor(), email)) }
}

const formOf = (company: { id: string }, fields: object) => ({
  companyId: company.id,
  company_name: 'Glanzwerk Altona',
  category: 'Reinigung',
  description: 'Wir reinigen Büros und Treppenhäuser.',
  location: '22767 Hamburg',
  postcode: '22767',
  town: 'Hamburg',
  contact_person: 'Meike Petersen',
  email: 'kontakt@glanzwerk.example',
  phone: '+49 40 66969101',
  hourly_rate: '34,50',
  ...fields,
})

test('what the owner enters is what everybody reads before an order, without contact data', async () => {
  const { company, owner } = await makeCompanyWithOwner()
  expect((await owner.call('update-company', formOf(company, entered))).status).toBe(200)
  const { status, body } = await visitor.call('get-legal-notice', { companyId: company.id })
  expect(status).toBe(200)
  expect(body).toEqual({
    company_name: 'Glanzwerk Altona',
    legal_form: 'GmbH',
    represented_by: 'Meike Petersen',
    street: 'Schmale Gasse 12',
    postcode: '22767',
    town: 'Hamburg',
    location: '22767 Hamburg',
    register_court: 'Amtsgericht Hamburg',
    register_number: 'HRB 12345',
    vat_id: 'DE123456789',
    business_id: 'DE123456789-00001',
    craft_chamber: null,
    craft_trade: null,
    is_trader: false,
  })
  expect(imprintRows(insideNames<Wire<Imprint>>(body)).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Firma: Glanzwerk Altona',
    'Rechtsform: GmbH',
    'Vertreten durch: Meike Petersen',
    'Anschrift: Schmale Gasse 12, 22767 Hamburg',
    'Register: Amtsgericht Hamburg, HRB 12345',
    'USt-IdNr.: DE123456789',
    'Wirtschafts-IdNr.: DE123456789-00001',
  ])
  const { body: dashboard } = await owner.call('get-dashboard-data', {})
  expect(dashboard.companies[0]).toMatchObject({ legal_form: 'GmbH', vat_id: 'DE123456789' })
  const audit = await app.db
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'companies.changeProfile')
    .executeTakeFirstOrThrow()
  expect(audit.after).toMatchObject({ legalForm: 'GmbH', registerNumber: 'HRB 12345' })
  expect((await owner.call('update-company', formOf(company, {}))).status).toBe(200)
  expect((await visitor.call('get-legal-notice', { companyId: company.id })).body).toMatchObject({ legal_form: null, vat_id: null })
})

test('the imprint of an unlisted company cannot be read', async () => {
  const hidden = await makeCompany(app, { subscriptionStatus: 'incomplete' })
  const suspended = await makeCompany(app, { suspendedAt: app.now() })
  for (const companyId of [hidden.id, suspended.id, '019aa111-1111-7111-8111-111111111111']) {
    expect((await visitor.call('get-legal-notice', { companyId })).status).toBe(404)
  }
})

test.each([
  ['vat_id', 'DE12345', 'Bitte geben Sie die Nummer mit Länderkürzel an, zum Beispiel DE123456789'],
  ['vat_id', '123456789', 'Bitte geben Sie die Nummer mit Länderkürzel an, zum Beispiel DE123456789'],
  ['business_id', 'DE12345-1', 'Bitte geben Sie die Nummer vollständig an, zum Beispiel DE123456789-00001'],
  ['legal_form', 'x'.repeat(61), 'Höchstens 60 Zeichen'],
  ['register_number', 'x'.repeat(41), 'Höchstens 40 Zeichen'],
])('%s may not be %j: %s', async (name, value, text) => {
  const { company, owner } = await makeCompanyWithOwner()
  const { status, body } = await owner.call('update-company', formOf(company, { [name]: value }))
  expect([status, body.fields[name]?.[0]]).toEqual([422, text])
})

test('numbers of other states and lines without breaks', () => {
  expect(companyForm.shape.vat_id.parse('ATU 12345678')).toBe('ATU12345678')
  expect(companyForm.shape.vat_id.parse('NL123456789B01')).toBe('NL123456789B01')
  expect(companyForm.shape.vat_id.parse(' ')).toBeNull()
  expect(companyForm.shape.register_court.parse('Amtsgericht\nHamburg')).toBe('Amtsgericht Hamburg')
  expect(companyForm.shape.street.parse(undefined)).toBeNull()
})
