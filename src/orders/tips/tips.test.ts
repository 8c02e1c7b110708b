import { afterEach, expect, test } from 'vitest'
import { withdrawCheckout } from '#src/money/payments/actions.ts'
import { earlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import { refundBooking } from '#src/orders/refunds/actions.ts'
import { cancelBooking } from '#src/orders/refunds/cancelActions.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { tipLimits } from './rules.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor, sandbox } = testApp
const { ledgerSums, mailsTo, operator, payOut, readBooking, reconcile, requested, violations } = openRequestFixtures(testApp)

// The invariants must hold after every test.
afterEach(async () => {
  await runJobs()
  expect(await violations()).toEqual([])
})

const days = (count: number) => count * 86_400_000

/** A confirmed job at 138 €, and the clock moved behind its end. */
async function doneJob() {
  const scene = await requested(
    {
      ...{ quantity: 2, amount: 138, customerKind: 'consumer', earlyStartConsent: { version: earlyStartVersion } },
    },
    { service: { priceKind: 'hourly', priceCents: 6_900 } },
  )
  await scene.owner.call('answer-request', { ...scene.ids, answer: 'accept' })
  await runJobs()
  const before = (await tip(scene, 5)).body.code
  // Moved to yesterday instead of moving the clock: the sandbox opens payment pages by its own.
  const startsAt = new Date(app.now().getTime() - days(1))
  const endsAt = new Date(startsAt.getTime() + 2 * 3_600_000)
  await app.db.updateTable('appointments').set({ startsAt, endsAt }).where('bookingId', '=', scene.bookingId).execute()
  await app.db
    .updateTable('bookings')
    .set({ bookingDate: berlinDay(startsAt) })
    .where('id', '=', scene.bookingId)
    .execute()
  inbox.clear()
  return { ...scene, before, endsAt }
}
type Scene = Awaited<ReturnType<typeof doneJob>>

const tip = ({ key }: { key: object }, amount: number) => newVisitor().call('give-tip', { key, amount })
const tipsOf = ({ bookingId }: Scene) =>
  app.db
    .selectFrom('tips')
    .innerJoin('bookings as order', 'order.id', 'tips.orderId')
    .selectAll('order')
    .select('tips.givenAt')
    .where('tips.bookingId', '=', bookingId)
    .orderBy('tips.createdAt')
    .execute()
const shown = async ({ key }: Scene) => (await newVisitor().call('get-booking', key)).body.tip

async function pay(url: string) {
  const session = /cs_\w+/.exec(url)?.[0]
  await sandbox.control('pay', { session })
  const [checkout] = await app.db.selectFrom('checkouts').selectAll().where('sessionId', '=', String(session)).execute()
  await newVisitor().call('verify-payment', { sessionId: session, bookingId: checkout?.bookingId })
  await runJobs()
  return { sessionId: String(session), bookingId: String(checkout?.bookingId) }
}

test('a tip is given once, in full, without commission, on its own account, and both sides are told', async () => {
  const scene = await doneJob()
  expect(scene.before).toBe('tips.notNow')
  expect(await shown(scene)).toEqual({ given: null, given_at: null })
  for (const amount of [0.5, 201, 5.001]) {
    const { status, body } = await tip(scene, amount)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['amount']])
  }
  const taps = await Promise.all(Array.from({ length: 5 }, () => tip(scene, 10)))
  const urls = new Set(taps.filter(({ status }) => status === 200).map(({ body }) => body.url))
  expect(urls.size).toBe(1)
  const before = await ledgerSums()
  const key = await pay(String([...urls][0]))
  const [order, ...others] = await tipsOf(scene)
  expect(others).toEqual([])
  expect(order).toMatchObject({
    ...{ amountCents: 1_000, feeCents: 0, commissionBasisPoints: 0, bookingStatus: 'confirmed', paymentStatus: 'paid' },
    serviceTitle: expect.stringMatching(/^Trinkgeld: /),
  })
  const after = await ledgerSums()
  const grown = Object.fromEntries(Object.entries(after).map(([account, cents]) => [account, cents - (before[account] ?? 0)]))
  expect(grown).toMatchObject({ psp_balance: 1_000, company_payable: -1_000, tips: -1_000, tips_passed_on: 1_000 })
  expect([grown.fee_revenue, grown.vat_payable]).toEqual([0, 0])
  expect(mailsTo(scene.customerEmail).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Danke für Ihr Trinkgeld/)])
  expect(mailsTo(scene.company.email).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Sie haben Trinkgeld bekommen: 10,00/),
  ])
  expect(await shown(scene)).toMatchObject({ given: 10 })
  expect((await tip(scene, 5)).body.code).toBe('tips.given')
  const receipt = (await newVisitor().call('get-booking', key)).body
  expect(receipt).toMatchObject({ is_tip: true, amount: 10, tip: null })
  expect((await scene.owner.call('get-company-booking', scene.ids)).body.tip).toBe(10)
  const csv = await (await scene.owner.request(`/functions/v1/company-bookings.csv?companyId=${scene.company.id}`, {})).text()
  expect(csv.split('\n').filter((line) => /;Trinkgeld\r?$/.test(line))).toHaveLength(1)
})

test('another amount ends the first page; of two paid tips one goes back', async () => {
  const scene = await doneJob()
  const [five, twenty] = [await tip(scene, 5), await tip(scene, 20)]
  expect([five.status, twenty.status]).toEqual([200, 200])
  // The first page is paid before the job that ends it runs.
  await pay(twenty.body.url)
  const [first, second] = await tipsOf(scene)
  expect(second).toMatchObject({ amountCents: 2_000, bookingStatus: 'confirmed' })
  expect(first?.bookingStatus).toBe('cancelled')

  const twice = await doneJob()
  const [one, other] = [await tip(twice, 5), await tip(twice, 20)]
  for (const { body } of [one, other]) await sandbox.control('pay', { session: /cs_\w+/.exec(body.url)?.[0] })
  await reconcile()
  await runJobs()
  await reconcile()
  await runJobs()
  const both = await tipsOf(twice)
  expect(both.filter(({ givenAt }) => givenAt !== null)).toHaveLength(1)
  expect(both.map(({ paymentStatus }) => paymentStatus).sort()).toEqual(['paid', 'refunded'])
  expect((await readBooking(twice.bookingId)).bookingStatus).toBe('confirmed')
})

test('a refund of a tip takes it from the company and from its account, in part and in full', async () => {
  const scene = await doneJob()
  const { bookingId } = await pay((await tip(scene, 10)).body.url)
  await refundBooking(app, { bookingId, amountCents: 400, reason: 'Versehen', actor: 'system', requestId: 'test' })
  await runJobs()
  await reconcile()
  await runJobs()
  expect(await readBooking(bookingId)).toMatchObject({ refundedCents: 400, feeCents: 0 })
  expect(await ledgerOf(bookingId)).toMatchObject({ company_payable: -600, tips: -600, tips_passed_on: 600 })
  await refundBooking(app, { bookingId, reason: 'Versehen', actor: 'system', requestId: 'test' })
  await runJobs()
  await reconcile()
  await runJobs()
  expect(await ledgerOf(bookingId)).toMatchObject({ company_payable: 0, tips: 0, tips_passed_on: 0, psp_balance: 0 })
})

test('the payout of the company has the whole tip, and a refund after it is a debt of the company', async () => {
  const scene = await doneJob()
  const { bookingId } = await pay((await tip(scene, 10)).body.url)
  const due = new Date(app.now().getTime() - days(1))
  await app.db.updateTable('bookings').set({ payableAt: due }).where('id', '=', bookingId).execute()
  await payOut(await operator())
  const item = await app.db.selectFrom('payoutItems').selectAll().where('bookingId', '=', bookingId).executeTakeFirstOrThrow()
  expect(item.amountCents).toBe(1_000)
  await refundBooking(app, { bookingId, reason: 'Versehen', actor: 'system', requestId: 'test' })
  await runJobs()
  await reconcile()
  await runJobs()
  expect(await ledgerOf(bookingId)).toMatchObject({ tips: 0, tips_passed_on: 0 })
  expect((await readBooking(bookingId)).refundedCents).toBe(1_000)
})

async function ledgerOf(bookingId: string) {
  const rows = await app.db
    .selectFrom('ledgerTx')
    .innerJoin('ledgerEntry', 'ledgerEntry.txId', 'ledgerTx.id')
    .select('ledgerEntry.account')
    .select(({ fn }) => fn.sum<string>('ledgerEntry.amountCents').as('cents'))
    .where('ledgerTx.bookingId', '=', bookingId)
    .groupBy('ledgerEntry.account')
    .execute()
  return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]))
}

test('a cancelled job takes its tip along, and no tip is possible after it or long after the job', async () => {
  const scene = await doneJob()
  const given = await pay((await tip(scene, 10)).body.url)
  await cancelBooking(app, { bookingId: scene.bookingId, by: 'operator', reason: 'Ausgefallen', actor: 'system', requestId: 'test' })
  await runJobs()
  await reconcile()
  await runJobs()
  expect(await readBooking(given.bookingId)).toMatchObject({ bookingStatus: 'cancelled', paymentStatus: 'refunded' })
  const late = await doneJob()
  clock.moveTo(new Date(late.endsAt.getTime() + days(tipLimits.daysAfterEnd)))
  expect((await tip(late, 5)).body.code).toBe('tips.notNow')
  expect(await shown(late)).toBeNull()
  await refundBooking(app, { bookingId: late.bookingId, reason: 'Kulanz', actor: 'system', requestId: 'test' })
  await runJobs()
  expect((await tip(late, 5)).body.code).toBe('tips.notNow')
})

test('while a complaint is open no tip is possible', async () => {
  const scene = await doneJob()
  expect((await newVisitor().call('report-complaint', { key: scene.key, reason: 'bad', words: 'Schlecht geputzt.' })).status).toBe(200)
  expect((await tip(scene, 5)).body.code).toBe('tips.notNow')
  expect((await newVisitor().call('give-tip', { key: { token: 'x' }, amount: 5 })).status).toBeGreaterThanOrEqual(400)
})

test('the database refuses a tip with a commission, a second one, and a changed one', async () => {
  const scene = await doneJob()
  const url = (await tip(scene, 5)).body.url
  const [order] = await tipsOf(scene)
  const orderId = String(order?.id)
  const confirm = (commissionBasisPoints: number) =>
    app.db
      .updateTable('bookings')
      .set({
        bookingStatus: 'confirmed',
        commissionBasisPoints,
        feeCents: 0,
        paidAt: app.now(),
        vatBasisPoints: 1_900,
        paymentStatus: 'paid',
      })
      .where('id', '=', orderId)
      .execute()
  await expect(confirm(300)).rejects.toThrow(/with a commission/)
  await expect(confirm(0)).rejects.toThrow(/without being given/)
  await expect(app.db.updateTable('tips').set({ amountCents: 900 }).where('orderId', '=', orderId).execute()).rejects.toThrow(/not changed/)
  await pay(url)
  await expect(app.db.updateTable('tips').set({ givenAt: null }).where('orderId', '=', orderId).execute()).rejects.toThrow(/not changed/)
  await withdrawCheckout(app, orderId)
})
