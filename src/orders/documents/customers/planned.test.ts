import { afterEach, expect, test } from 'vitest'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { openDocumentFixtures } from '../../../../tests/documentFixtures.ts'
import { randomOf } from '../../../../tests/randomCalendars.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { issueCustomers } from './actions.ts'

// Advance invoices and the final invoice of jobs with deposit and instalments (§ 14 Abs. 5 UStG).

const testApp = await openTestApp()
const { app, clock } = testApp
const { makeMandated, paid, added, planned, paidPart, dropped, refunded, documentFaults, listed } = openDocumentFixtures(testApp)
const at = (day: string, time = '18:00') => clock.moveTo(berlinInstant(day, time))

// Documents must cover exactly the facts of the ledger after every test.
afterEach(async () => {
  expect(await documentFaults()).toEqual([])
})

const papers = async () => (await listed()).map(({ kind, grossCents, taxCents }) => [kind, grossCents, taxCents])
const factsOf = async (kind: string) =>
  (await listed())
    .filter((one) => one.kind === kind)
    .map(({ facts }) => facts as unknown as { typeCode: string; lines: { text: string; netCents: number }[]; notes: string[] })
const serviceDay = '2026-11-20'

/** A job of 1.000 € on 20 November with a deposit of 300 € that was paid on the 10th. */
async function job(restCents: readonly number[], fields: object = {}) {
  const firm = await makeMandated()
  const one = await paid(firm.id, { amountCents: 30_000, on: '2026-11-10', bookingDate: serviceDay, ...fields })
  await planned(one, restCents)
  return one
}

test('each payment before the end has an advance invoice, and the final invoice deducts them with their tax', async () => {
  const one = await job([35_000, 35_000])
  at('2026-11-10')
  await Promise.all([issueCustomers(app), issueCustomers(app)])
  expect(await papers()).toEqual([['customerAdvance', 30_000, 4_790]])
  await paidPart(one, { place: 1, on: serviceDay })
  await added(one, { on: serviceDay, cents: 5_000 })
  at(serviceDay)
  await issueCustomers(app)
  expect((await papers())[1]).toEqual(['customerAdvance', 35_000, 5_588])
  // Not all is paid on the day after: the final invoice waits.
  at('2026-11-21', '18:30')
  await issueCustomers(app)
  expect(await papers()).toHaveLength(2)
  await paidPart(one, { place: 2, on: '2026-11-23' })
  at('2026-11-23', '19:00')
  await Promise.all([issueCustomers(app), issueCustomers(app)])
  expect((await papers())[2]).toEqual(['customerInvoice', 40_000, 6_387])
  const [advance] = await factsOf('customerAdvance')
  expect([advance?.typeCode, advance?.lines[0]?.text]).toEqual(['326', 'Anzahlung: Fenster putzen'])
  const [final] = await factsOf('customerInvoice')
  expect(final?.typeCode).toBe('380')
  expect(final?.lines.map(({ text, netCents }) => [text.replace(/\S+-2026-\d+/, 'NR'), netCents])).toEqual([
    ['Wohnung streichen', 84_034],
    ['Nachtrag vom 20.11.2026: Mehr, 1 Std. × 50,00\u00a0€', 4_202],
    ['Abzüglich Abschlagsrechnung NR vom 10.11.2026', -25_210],
    ['Abzüglich Abschlagsrechnung NR vom 20.11.2026', expect.any(Number)],
  ])
  expect(final?.notes[0]).toMatch(/^Schlussrechnung\. Abgezogen sind: \S+ über 300,00\s€, darin 47,90\s€ Umsatzsteuer; \S+ über 350,00\s€/)
})

test('a final invoice bills what was done and paid: waived parts and refunds are named, and its rest may be nothing', async () => {
  const one = await job([35_000, 35_000])
  await paidPart(one, { place: 1, on: '2026-11-12' })
  at('2026-11-12')
  await issueCustomers(app)
  await dropped(one, 2)
  at('2026-11-21')
  await issueCustomers(app)
  expect(await papers()).toEqual([
    ['customerAdvance', 30_000, 4_790],
    ['customerAdvance', 35_000, 5_588],
    ['customerInvoice', 0, 0],
  ])
  expect((await factsOf('customerInvoice'))[0]?.lines[1]?.text).toBe('Nicht ausgeführt oder erlassen')
  await refunded(one, { cents: 1_000, on: '2026-11-24' })
  at('2026-11-24')
  await issueCustomers(app)
  expect((await papers())[3]).toEqual(['customerCorrection', -1_000, -160])
})

test('advance invoices that a refund made too high are cancelled before the final invoice, which is never negative', async () => {
  const one = await job([70_000])
  const order = await paidPart(one, { place: 1, on: '2026-11-12' })
  at('2026-11-12')
  await issueCustomers(app)
  await refunded(order, { cents: 10_000, on: '2026-11-20' })
  at('2026-11-21')
  await issueCustomers(app)
  expect((await papers()).map(([kind, gross]) => [kind, gross]).sort()).toEqual([
    ['customerAdvance', 30_000],
    ['customerAdvance', 70_000],
    ['customerCorrection', -70_000],
    ['customerInvoice', 60_000],
  ])
})

test('a job that was called off has no valid document left', async () => {
  const one = await job([70_000])
  at('2026-11-11')
  await issueCustomers(app)
  await app.db.updateTable('bookings').set({ bookingStatus: 'cancelled', updatedAt: app.now() }).where('id', '=', one.id).execute()
  await dropped(one, 1)
  await refunded(one, { cents: 20_000, on: '2026-11-12' })
  at('2026-11-12')
  await issueCustomers(app)
  await issueCustomers(app, { isWhole: true })
  expect((await papers()).map(([kind, gross]) => [kind, gross])).toEqual([
    ['customerAdvance', 30_000],
    ['customerCorrection', -30_000],
  ])
})

test('what stays unpaid for 90 days is left out of the final invoice; paid later, it has an invoice of its own', async () => {
  const one = await job([70_000], { customerKind: 'business' })
  at('2027-02-18', '18:30')
  await issueCustomers(app, { isWhole: true })
  expect((await papers()).map(([kind]) => kind)).toEqual(['customerAdvance'])
  at('2027-02-20', '18:30')
  await issueCustomers(app, { isWhole: true })
  expect((await papers())[1]).toEqual(['customerInvoice', 0, 0])
  const late = await paidPart(one, { place: 1, on: '2027-03-01' })
  at('2027-03-02')
  await issueCustomers(app, { isWhole: true })
  expect((await listed()).map(({ kind, grossCents, bookingId }) => [kind, grossCents, bookingId]).at(-1)).toEqual([
    'customerInvoice',
    70_000,
    late.id,
  ])
})

/** Number and seed of the random jobs: `npm run faults -- --histories N SEED` asks for more than a run of all tests. */
const histories = { count: Number(process.env.HISTORIES ?? 120), seed: Number(process.env.HISTORY_SEED ?? 73) }

test('random jobs with deposits: their documents are what was paid less what went back, and each fact is in one', {
  timeout: 300_000 + histories.count * 1_000,
}, async () => {
  const random = randomOf(histories.seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const firm = await makeMandated()
  const families: { job: Awaited<ReturnType<typeof paid>>; all: Awaited<ReturnType<typeof paid>>[]; open: number[] }[] = []
  for (let jobs = 0; jobs < histories.count; jobs += 1) {
    const one = await paid(firm.id, { amountCents: 10_000 + below(90_000), on: '2026-11-18', bookingDate: serviceDay })
    const restCents = Array.from({ length: 1 + below(4) }, () => 5_000 + below(60_000))
    await planned(one, restCents)
    families.push({ job: one, all: [one], open: restCents.map((_, place) => place + 1) })
  }
  for (const day of ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']) {
    for (const family of families) {
      const [next] = family.open
      if (next !== undefined && below(2) === 0) {
        if (below(5) === 0) await dropped(family.job, next)
        else family.all.push(await paidPart(family.job, { place: next, on: day }))
        family.open.shift()
      }
      if (below(5) === 0) family.all.push(await added(family.job, { on: day, cents: 100 + below(3_000) }))
      const one = family.all[below(family.all.length)]
      const left = one ? one.amountCents - one.refundedCents : 0
      if (one && left > 0 && below(6) === 0) await refunded(one, { cents: below(4) === 0 ? left : 1 + below(left), on: day })
    }
    at(day, '18:30')
    await Promise.all([issueCustomers(app, { isWhole: true }), issueCustomers(app, { isWhole: true })])
  }
  const documents = await listed()
  let finals = 0
  for (const { job: one, all, open } of families) {
    const ids = all.map(({ id }) => id)
    const own = documents.filter(({ bookingId }) => bookingId !== null && ids.includes(bookingId))
    const isFinal = own.some(({ kind, bookingId }) => kind === 'customerInvoice' && bookingId === one.id)
    if (!isFinal) continue
    finals += 1
    expect(open).toEqual([])
    const left = all.reduce((cents, { amountCents, refundedCents }) => cents + amountCents - refundedCents, 0)
    expect([one.id, own.reduce((cents, { grossCents }) => cents + grossCents, 0)]).toEqual([one.id, left])
  }
  const kinds = Map.groupBy(documents, ({ kind }) => kind)
  const advances = kinds.get('customerAdvance')?.length ?? 0
  expect([finals > histories.count / 2, advances > 1.5 * histories.count]).toEqual([true, true])
})
