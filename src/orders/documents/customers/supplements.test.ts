import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { insertItems } from '#src/orders/bookings/itemStore.ts'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { openDocumentFixtures } from '../../../../tests/documentFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { issueCustomers } from './actions.ts'
import { readDraft } from './draftActions.ts'
import { saveDraft } from './store.ts'

const testApp = await openTestApp()
const { app, clock } = testApp
const { makeMandated, paid, refunded, documentFaults, listed } = openDocumentFixtures(testApp)
const at = (day: string, time = '18:00') => clock.moveTo(berlinInstant(day, time))

// Documents must cover exactly the facts of the ledger after every test.
afterEach(async () => {
  expect(await documentFaults()).toEqual([])
})

type Added = { on: string; cents: number; kind?: 'hours' | 'material' }

/** A paid supplement of a job, as its settlement leaves it. */
async function added(job: Awaited<ReturnType<typeof paid>>, { on, cents, kind = 'hours' }: Added) {
  const order = await paid(job.companyId, {
    amountCents: cents,
    on,
    bookingDate: '2026-11-20',
    parentId: job.id,
    serviceTitle: 'Nachtrag: Mehr',
  })
  const item = { title: 'Mehr', quantity: 100, unit: kind === 'hours' ? 'Std.' : null, unitCents: cents, totalCents: cents }
  const moment = berlinInstant(on, '11:00')
  await app.db.transaction().execute(async (tx) => {
    await insertItems(tx, { bookingId: order.id, items: [item] })
    const ids = { id: randomUUID(), bookingId: job.id, companyId: job.companyId, orderId: order.id }
    const state = { status: 'accepted', proposedAt: moment, answerBy: moment, endedAt: moment } as const
    await tx
      .insertInto('supplements')
      .values({ ...ids, ...item, ...state, kind, reason: 'Mehr Fenster' })
      .execute()
  })
  return order
}

const invoices = async () => (await listed()).map(({ kind, grossCents, taxCents, bookingId }) => [kind, grossCents, taxCents, bookingId])
const linesOf = async (place: number) => {
  const { facts } = (await listed())[place] as unknown as { facts: { lines: { text: string; netCents: number }[] } }
  return facts.lines.map(({ text }) => text)
}

test('one invoice bills the job with its supplements, to the cent, and later refunds of each correct it', async () => {
  const firm = await makeMandated()
  const job = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  const hours = await added(job, { on: '2026-11-20', cents: 3_451 })
  await added(job, { on: '2026-11-21', cents: 499, kind: 'material' })
  at('2026-11-21')
  await Promise.all([issueCustomers(app), issueCustomers(app)])
  // 177.50 € with 19 % inside: net 149.16 €
  expect(await invoices()).toEqual([['customerInvoice', 17_750, 2_834, job.id]])
  expect(await linesOf(0)).toEqual([
    'Fenster putzen',
    'Nachtrag vom 20.11.2026: Mehr, 1 Std. × 34,51\u00a0€',
    'Nachtrag vom 21.11.2026: Mehr',
  ])
  await refunded(hours, { cents: 3_451, on: '2026-11-22' })
  await refunded(job, { cents: 1_000, on: '2026-11-22' })
  at('2026-11-22')
  await issueCustomers(app, { isWhole: true })
  const [, correction] = await invoices()
  expect(correction).toMatchObject(['customerCorrection', -4_451, expect.any(Number), job.id])
})

test('a supplement that is paid after the invoice has an invoice of its own', async () => {
  const firm = await makeMandated()
  const job = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  at('2026-11-21')
  await issueCustomers(app)
  const late = await added(job, { on: '2026-11-22', cents: 2_000 })
  at('2026-11-22')
  await issueCustomers(app)
  await issueCustomers(app, { bookingId: late.id })
  expect((await invoices()).map(([kind, gross, , id]) => [kind, gross, id])).toEqual([
    ['customerInvoice', 13_800, job.id],
    ['customerInvoice', 2_000, late.id],
  ])
  await refunded(late, { cents: 500, on: '2026-11-23' })
  at('2026-11-23')
  await issueCustomers(app)
  expect((await invoices()).slice(2)).toMatchObject([['customerCorrection', -500, expect.any(Number), late.id]])
})

test('a draft that the company changed keeps its lines, and later supplements follow', async () => {
  const firm = await makeMandated()
  const job = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  await added(job, { on: '2026-11-20', cents: 2_000 })
  const lines = [{ text: 'Alles zusammen', grossCents: 15_800, taxBasisPoints: 1_900, care: 'labour' as const }]
  await app.db
    .transaction()
    .execute((tx) =>
      saveDraft(tx, { bookingId: job.id, companyId: firm.id, lines, isReverse: false, now: berlinInstant('2026-11-20', '20:00') }),
    )
  await added(job, { on: '2026-11-21', cents: 700, kind: 'material' })
  const draft = await readDraft(app, { companyId: firm.id, bookingId: job.id })
  expect(draft).toMatchObject({ amountCents: 16_500 })
  expect(draft.lines.map(({ text, grossCents, care }) => [text, grossCents, care])).toEqual([
    ['Alles zusammen', 15_800, 'labour'],
    ['Nachtrag vom 21.11.2026: Mehr', 700, 'material'],
  ])
  at('2026-11-21')
  await issueCustomers(app)
  expect(await invoices()).toMatchObject([['customerInvoice', 16_500, expect.any(Number), job.id]])
})
