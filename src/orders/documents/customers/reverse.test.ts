import { expect, test } from 'vitest'
import { upsertBilling } from '#src/orders/bookings/billing/store.ts'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { openDocumentFixtures } from '../../../../tests/documentFixtures.ts'
import { enterAs, makeOwner, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { writeCii } from '../cii.ts'
import { documentFacts } from '../facts.ts'
import { issueCustomers } from './actions.ts'

const testApp = await openTestApp()
const { app, clock } = testApp
const { makeMandated, paid, refunded, documentFaults, listed } = openDocumentFixtures(testApp)
const address = { name: 'Bau Behrens GmbH', street: 'Große Straße 3', postcode: '22767', town: 'Hamburg', country: 'DE' }

test('the recipient owes the tax only where the company says and confirms it, for a business at a building with a VAT id', async () => {
  clock.moveTo(berlinInstant('2026-11-10', '13:00'))
  const firm = await makeMandated()
  const owner = await passCode(app, await enterAs(app, testApp.newVisitor(), (await makeOwner(app, firm.id)).email))
  const business = await paid(firm.id, { amountCents: 11_900, on: '2026-11-10', bookingDate: '2026-11-20', customerKind: 'business' })
  const consumer = await paid(firm.id, { amountCents: 11_900, on: '2026-11-10', bookingDate: '2026-11-20' })
  const lines = [{ text: 'Fassade reinigen', gross: 119, care: 'labour', taxBasisPoints: 1_900 }]
  const save = (bookingId: string, fields: object) =>
    owner.call('update-invoice-draft', { companyId: firm.id, bookingId, lines, isReverse: true, ...fields })
  const faultAt = async (bookingId: string, fields: object) => Object.keys((await save(bookingId, fields)).body.fields ?? {})
  const billing = { ...address, vatId: 'DE123456788' }
  expect(await faultAt(consumer.id, { isReverseConfirmed: true, billing })).toEqual(['isReverse'])
  expect(await faultAt(business.id, { billing })).toEqual(['isReverseConfirmed'])
  expect(await faultAt(business.id, { isReverseConfirmed: true })).toEqual(['isReverse'])
  expect((await save(business.id, { isReverseConfirmed: true, billing })).body).toMatchObject({ may_reverse: true, is_reverse: true })
  await issueCustomers(app)
  const [invoice, ...others] = await listed()
  expect(others).toEqual([])
  expect(invoice).toMatchObject({ taxCase: 'reverse', grossCents: 11_900, netCents: 11_900, taxCents: 0 })
  const facts = documentFacts.parse(invoice?.facts)
  expect(facts.groups).toEqual([
    { category: 'AE', taxBasisPoints: 0, netCents: 11_900, taxCents: 0, reason: 'Steuerschuldnerschaft des Leistungsempfängers.' },
  ])
  const xml = writeCii({ ...facts, number: invoice?.number ?? '' }, 'facturx')
  expect(xml).toContain('<ram:CategoryCode>AE</ram:CategoryCode><ram:ExemptionReasonCode>VATEX-EU-AE</ram:ExemptionReasonCode>')
  await refunded(business, { cents: 1_900, on: '2026-11-10' })
  clock.moveTo(berlinInstant('2026-11-10', '16:00'))
  await issueCustomers(app)
  expect((await listed()).map(({ grossCents, taxCents, taxCase }) => [grossCents, taxCents, taxCase])).toContainEqual([
    -1_900,
    0,
    'reverse',
  ])
  expect(await documentFaults()).toEqual([])
})

test('a recipient who takes the VAT id back gets no invoice without it', async () => {
  clock.moveTo(berlinInstant('2026-11-10', '13:00'))
  const firm = await makeMandated()
  const { id } = await paid(firm.id, { amountCents: 11_900, on: '2026-11-10', customerKind: 'business' })
  const lines = JSON.stringify([{ text: 'Fassade', grossCents: 11_900, taxBasisPoints: 1_900, care: 'labour' }])
  const draft = { bookingId: id, companyId: firm.id, lines, editedAt: app.now(), reverseConfirmedAt: app.now() }
  await app.db.insertInto('invoiceDrafts').values(draft).execute()
  const without = { ...address, vatId: null, buyerReference: null }
  await app.db.transaction().execute((tx) => upsertBilling(tx, { bookingId: id, address: without, now: app.now() }))
  await issueCustomers(app)
  expect(await listed()).toEqual([])
  const noted = await app.db.selectFrom('documentFaults').select('rules').execute()
  expect(noted[0]?.rules).toContain('law: both numbers of tax')
})
