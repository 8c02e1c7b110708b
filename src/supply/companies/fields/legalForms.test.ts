import { expect, test } from 'vitest'
import { detailsForm, missingOf } from '../details/rules.ts'
import type { Imprint } from '../imprint/rules.ts'
import { imprintRows } from '../imprint/texts.ts'
import { companyForm } from './fields.ts'
import { registrationOf } from './legalForms.ts'

test.each([
  ['entity', 'GmbH', 'always'],
  ['entity', 'UG (haftungsbeschränkt)', 'always'],
  ['entity', 'GmbH & Co. KG', 'always'],
  ['entity', 'eGbR', 'always'],
  ['entity', 'e.V.', 'always'],
  ['entity', 'GbR', 'never'],
  ['entity', 'Gesellschaft bürgerlichen Rechts (GbR)', 'never'],
  ['entity', 'nicht eingetragener Verein', 'never'],
  ['entity', 'Verein', 'maybe'],
  ['entity', 'Stiftung', 'maybe'],
  ['entity', null, 'maybe'],
  ['person', 'Einzelunternehmen', 'never'],
  ['person', null, 'never'],
  ['person', 'e. K.', 'always'],
])('%s %s is registered: %s', (kind, legalForm, expected) => {
  expect(registrationOf({ kind, legalForm })).toBe(expected)
})

const emptyImprint: Imprint = {
  companyName: 'Glanzwerk',
  legalForm: null,
  representedBy: null,
  street: null,
  postcode: null,
  town: null,
  location: 'Hamburg',
  registerCourt: null,
  registerNumber: null,
  vatId: null,
  businessId: null,
  craftChamber: null,
  craftTrade: null,
  isTrader: false,
}

const entity = {
  ...{ kind: 'entity', legalForm: 'GbR', representedBy: 'Meike Petersen', street: 'Am Anger 3', postcode: '22767', town: 'Hamburg' },
  ...{ taxStatus: 'small', taxSince: '01.01.2026', taxNumber: '22/815/08156', hasNoVatId: true, isTrader: true },
  ...{ legalEmail: 'recht@glanzwerk.example', legalPhone: '040 66969101' },
}
const missing = (fields: object) => missingOf(detailsForm.parse({ ...entity, ...fields }))

test('a GbR is complete without a register; an association says that it is in none; a GmbH cannot', () => {
  expect(missing({})).toEqual([])
  expect(missing({ legalForm: 'Verein' })).toEqual(['registerNumber'])
  expect(missing({ legalForm: 'Verein', hasNoRegister: true })).toEqual([])
  expect(missing({ legalForm: 'GmbH', hasNoRegister: true })).toEqual(['registerNumber'])
  expect(missing({ legalForm: 'GmbH', registerNumber: 'HRB 1' })).toEqual([])
})

test.each(['keine', 'Keine', '-', '–', 'n/a', 'entfällt', 'nicht eingetragen', 'Kein Eintrag'])(
  '%s is no answer and never public',
  (typed) => {
    const details = detailsForm.parse({
      ...entity,
      registerNumber: typed,
      registerCourt: typed,
      vatId: typed,
      businessId: typed,
      legalForm: typed,
    })
    expect([details.registerNumber, details.registerCourt, details.vatId, details.businessId, details.legalForm]).toEqual(
      Array(5).fill(null),
    )
    const { register_number, register_court, vat_id } = companyForm.shape
    expect([register_number, register_court, vat_id].map((schema) => schema.parse(typed))).toEqual([null, null, null])
    const stored = { ...emptyImprint, registerCourt: typed, registerNumber: typed, legalForm: typed, vatId: typed }
    const rows = imprintRows(stored)
    expect(rows.map(({ label }) => label)).toEqual(['Firma', 'Anschrift'])
  },
)
