import { expect, test } from 'vitest'
import { companyBody } from './companyFixtures.ts'
import { enterAsOperator, makeUser, signInAs } from './factories.ts'
import { technicalWords } from './fuzz/responseCheck.ts'
import { openTestApp } from './testApp.ts'

const testApp = await openTestApp({ SEPA_PAYOUTS: '1' })
const { app, newVisitor } = testApp
const fieldsOf = async (name: string, body: unknown) => {
  const operator = await enterAsOperator(app, newVisitor())
  return (await operator.call(name, body)).body.fields as Record<string, string[]>
}

test.each([
  ['admin-read-provider', {}, { companyId: ['Diese Angabe fehlt.'] }],
  ['admin-read-provider', { companyId: 7 }, { companyId: ['Bitte geben Sie hier einen Text an.'] }],
  ['admin-read-provider', { companyId: 'x' }, { companyId: ['Diese Kennung gibt es nicht.'] }],
  ['admin-read-provider', 'x', { body: ['Diese Angaben lassen sich nicht lesen.'] }],
  ['admin-read-provider', null, { body: ['Diese Angabe fehlt.'] }],
  ['admin-list-providers', { page: 'x' }, { page: ['Bitte geben Sie hier eine Zahl an.'] }],
  ['admin-list-providers', { page: 1.5 }, { page: ['Bitte geben Sie hier eine ganze Zahl an.'] }],
  ['admin-list-providers', { page: 0 }, { page: ['Der Wert muss mindestens 1 sein.'] }],
  ['admin-list-providers', { pageSize: 1_000 }, { pageSize: ['Der Wert darf höchstens 100 sein.'] }],
  ['admin-list-providers', { search: 'x'.repeat(101) }, { search: ['Bitte geben Sie höchstens 100 Zeichen ein.'] }],
  ['admin-list-providers', { plan: 'gold' }, { plan: ['Bitte wählen Sie eine der angebotenen Möglichkeiten.'] }],
  ['admin-list-bookings', { from: '2026-13-01' }, { from: ['Ungültiges Datum'] }],
] as [string, unknown, object][])('%s %j says %j', async (name, body, fields) => expect(await fieldsOf(name, body)).toEqual(fields))

test('all errors of a new company are reported at once, including its bank details', async () => {
  expect(Object.keys(await fieldsOf('admin-create-provider', {})).sort()).toEqual(
    ['category', 'company_name', 'contact_person', 'description', 'email', 'location', 'phone'].sort(),
  )
  const fields = await fieldsOf('admin-create-provider', { ...companyBody(), email: 'x', bank_account: 'DE00', bank_code: 'x' })
  expect(Object.keys(fields).sort()).toEqual(['account_holder', 'bank_account', 'bank_code', 'email'])
})

test('all errors of a mail are reported at once', async () => {
  expect(await fieldsOf('send-email', {})).toEqual({
    to: ['Empfänger ist erforderlich'],
    type: ['Typ ist erforderlich'],
    data: ['Daten sind erforderlich'],
  })
  expect(Object.keys(await fieldsOf('send-email', { type: 'bulk_provider_email', to: 'x', data: {} })).sort()).toEqual([
    'data.companyName',
    'data.contactPerson',
    'data.message',
    'data.subject',
    'to',
  ])
})

test('all errors of a decision about a notice are reported at once', async () => {
  const fields = await fieldsOf('admin-decide-notice', { reportId: 'x', decision: 'removed' })
  expect(Object.keys(fields).sort()).toEqual(['ground', 'reason', 'reportId'])
})

test('no field error contains a technical word, for any input', async () => {
  await makeUser(app)
  const person = await signInAs(newVisitor(), 'katrin@kunde.example')
  const { body } = await person.call('auth/verify', { type: 'signup' })
  expect(JSON.stringify(Object.values(body.fields))).not.toMatch(technicalWords)
})
