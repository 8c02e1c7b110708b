import { expect, test } from 'vitest'
import { makeCompany } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { readBillingFacts, readTaxProfile, writeTaxProfile } from './actions.ts'

const testApp = await openTestApp()
const { app } = testApp
const nothing = { vatId: null, exemptionText: null }
const taxNumber = '22/815/08150'

test('what held on a day stays: a small business becomes regular in mid-year', async () => {
  const { id: companyId } = await makeCompany(app)
  expect(await readTaxProfile(app, companyId, '2026-05-01')).toBeUndefined()
  await app.db.transaction().execute(async (tx) => {
    await writeTaxProfile(app, tx, { companyId, validFrom: '2026-01-01', status: 'small', taxNumber, ...nothing })
    await writeTaxProfile(app, tx, { companyId, validFrom: '2026-07-15', status: 'regular', taxNumber, ...nothing, vatId: 'DE136695976' })
    expect(await readTaxProfile({ ...app, db: tx }, companyId, '2026-07-14')).toMatchObject({ status: 'small', taxNumber, vatId: null })
  })
  const shown = ['2025-12-31', '2026-01-01', '2026-07-14', '2026-07-15', '2027-01-01'].map((day) => readTaxProfile(app, companyId, day))
  expect((await Promise.all(shown)).map((one) => one?.status)).toEqual([undefined, 'small', 'small', 'regular', 'regular'])
  expect(JSON.stringify(await app.db.selectFrom('taxProfiles').selectAll().execute())).not.toContain('08150')
})

test('a thousand seller codes: five clear signs each, no two alike', async () => {
  const fields = {
    companyName: 'Eins',
    category: 'Reinigung',
    description: '',
    location: '22767 Hamburg',
    contactPerson: 'X',
    email: 'x@y.example',
  } as const
  const rows = Array.from({ length: 1_000 }, () => ({ ...fields, phone: '1' }))
  const made = await app.db.insertInto('companies').values(rows).returning('sellerCode').execute()
  expect(made.filter(({ sellerCode }) => !/^[2-9A-HJKMNP-TV-Z]{5}$/.test(sellerCode))).toEqual([])
  expect(new Set(made.map(({ sellerCode }) => sellerCode)).size).toBe(1_000)
})

test('a company as documents name it', async () => {
  const company = await makeCompany(app, { legalForm: 'GmbH', street: 'Schmale Gasse 12', representedBy: 'Meike Petersen' })
  expect(await readBillingFacts(app, company.id)).toMatchObject({
    name: 'Glanzwerk Altona GmbH',
    street: 'Schmale Gasse 12',
    postcode: '22767',
    town: 'Hamburg',
    country: 'DE',
    sellerCode: company.sellerCode,
  })
})
