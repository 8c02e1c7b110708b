import { afterEach, expect, test } from 'vitest'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { lapseRequests } from './captureActions.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor, sandbox } = testApp
const { appointmentOf, ledgerSums, mailsTo, readBooking, reconcile, requested, stripe, violations } = openRequestFixtures(testApp)

// The invariants must hold after every test.
afterEach(async () => {
  await runJobs()
  expect(await violations()).toEqual([])
})

/** A request of three rooms: estimate 180 to 240 €, of which the ceiling is authorized. */
async function estimated() {
  const scene = await requested({ quantity: 3, amount: 240 }, { service: rooms })
  inbox.clear()
  return scene
}
const rooms = { priceKind: 'from', priceCents: 6_000, priceToCents: 8_000, unit: 'Zimmer' } as const
type Scene = Awaited<ReturnType<typeof estimated>>

const accept = ({ owner, ids }: Scene, named: object) => owner.call('answer-request', { ...ids, answer: 'accept', ...named })
const answerPrice = ({ key }: Scene, isAccepted: boolean) => newVisitor().call('answer-price', { key, isAccepted })
const readOwn = async ({ key }: Scene) => (await newVisitor().call('get-booking', key)).body
const intentOf = ({ paymentId }: Scene) => stripe.paymentIntents.retrieve(paymentId)
const itemsOf = (bookingId: string) => app.db.selectFrom('bookingItems').select('totalCents').where('bookingId', '=', bookingId).execute()
const statesOf = async ({ bookingId }: Scene) => {
  const { bookingStatus, paymentStatus, amountCents } = await readBooking(bookingId)
  return [(await appointmentOf(bookingId)).status, bookingStatus, paymentStatus, amountCents]
}

test('asked: both sides see range and ceiling, and only the ceiling is authorized', async () => {
  const scene = await requested({ quantity: 3, amount: 240 }, { service: rooms })
  expect(await intentOf(scene)).toMatchObject({ status: 'requires_capture', amount_capturable: 24_000 })
  expect((await readOwn(scene)).request.estimate).toEqual({ low: 180, ceiling: 240, price: null, reason: null })
  const seen = (await scene.owner.call('get-company-booking', scene.ids)).body
  expect(seen.appointment.estimate).toEqual({ low: 180, ceiling: 240, price: null, reason: null })
  for (const to of [scene.customerEmail, scene.company.email]) {
    const [mail] = mailsTo(to)
    expect(mail?.text).toContain('etwa 180 bis 240')
    expect(mail?.text).toContain('Höchstpreis')
  }
})

test.each([
  ['below the ceiling', 199.5],
  ['at the ceiling', 240],
  ['below the estimate', 12.34],
])('a price %s is confirmed, and exactly that is captured', async (_name, price) => {
  const scene = await estimated()
  const cents = Math.round(price * 100)
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(scene, { price })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  await runJobs()
  expect(await statesOf(scene)).toEqual(['agreed', 'confirmed', 'paid', cents])
  expect(await intentOf(scene)).toMatchObject({ status: 'succeeded', amount_received: cents })
  expect(await ledgerSums()).toMatchObject({ psp_balance: cents })
  const items = await itemsOf(scene.bookingId)
  expect(items.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(cents)
  expect(mailsTo(scene.customerEmail).map(({ subject }) => subject.split(':')[0])).toEqual(['Ihre Buchung ist bestätigt'])
  // A later refund can return the captured amount, and no more.
  const { body } = await newVisitor().call('cancel-own-booking', { ...scene.key, expectedRefundCents: cents })
  expect(body.error).toBeUndefined()
  await runJobs()
  expect((await readBooking(scene.bookingId)).refundedCents).toBe(cents)
})

test('a price is needed, above the ceiling with a reason, and nobody names one for a fixed price', async () => {
  const scene = await estimated()
  const refusals = [
    [{}, { price: ['Bitte nennen Sie den Preis'] }],
    [{ price: 0.5 }, { price: ['Preis muss zwischen 1 und 10.000 Euro liegen'] }],
    [{ price: 1.234 }, { price: ['Preis muss zwischen 1 und 10.000 Euro liegen'] }],
    [{ price: 240.01 }, { priceReason: [expect.stringContaining('über dem Höchstpreis von 240,00\u00a0€')] }],
    [{ price: 300, priceReason: ' ' }, { priceReason: [expect.stringContaining('über dem Höchstpreis')] }],
  ] as const
  for (const [named, fields] of refusals) {
    const { status, body } = await accept(scene, named)
    expect([status, body.fields]).toEqual([422, fields])
  }
  expect(await statesOf(scene)).toEqual(['requested', 'pending', 'pending', 24_000])
  const fixed = await requested()
  const { status, body } = await accept(fixed, { price: 1 })
  expect([status, body.fields]).toEqual([422, { price: ['Der Preis dieser Buchung steht fest'] }])
})

test('a price above the ceiling waits for the customer, who accepts it and pays it anew', async () => {
  const scene = await estimated()
  const priceReason = 'Stuckdecken, rufen Sie an: 0171 2345678'
  expect((await accept(scene, { price: 310, priceReason })).status).toBe(200)
  expect((await accept(scene, { price: 200 })).status).toBe(409)
  await runJobs()
  expect(await statesOf(scene)).toEqual(['countered', 'pending', 'pending', 24_000])
  expect(await intentOf(scene)).toMatchObject({ status: 'requires_capture', amount_received: 0 })
  const [mail] = mailsTo(scene.customerEmail)
  expect(mail?.subject).toMatch(/^Ihr Anbieter nennt einen höheren Preis: /)
  expect(mail?.text).toContain('310,00')
  // Contact data stay hidden before the payment.
  expect(mail?.text).toContain('Stuckdecken, rufen Sie an: ')
  expect(mail?.text).not.toContain('2345678')
  expect((await readOwn(scene)).request).toMatchObject({
    step: 'countered',
    times: [],
    estimate: { price: 310, reason: expect.stringContaining('Stuckdecken') },
  })

  const answers = await Promise.all(Array.from({ length: 5 }, () => answerPrice(scene, true)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  await runJobs()
  expect(await intentOf(scene)).toMatchObject({ status: 'canceled', amount_received: 0 })
  expect(await statesOf(scene)).toEqual(['held', 'pending', 'pending', 31_000])
  const { request } = await readOwn(scene)
  expect(request).toMatchObject({ step: 'payAgain', estimate: { price: 310 } })
  expect(mailsTo(scene.customerEmail)[0]?.subject).toMatch(/^Bitte bezahlen Sie den neuen Preis: /)
  const session = /cs_\w+/.exec(request.pay_url)?.[0]
  await sandbox.control('pay', { session })
  await newVisitor().call('verify-payment', { sessionId: session, bookingId: scene.bookingId })
  await runJobs()
  expect(await statesOf(scene)).toEqual(['agreed', 'confirmed', 'paid', 31_000])
  expect(await ledgerSums()).toMatchObject({ psp_balance: 31_000 })
})

test('a price above the ceiling is declined, or lapses: nothing is captured, and the time is free', async () => {
  const declined = await estimated()
  await accept(declined, { price: 310, priceReason: 'Stuckdecken' })
  expect((await answerPrice(declined, false)).status).toBe(200)
  const lapsed = await estimated()
  await accept(lapsed, { price: 310, priceReason: 'Stuckdecken' })
  clock.moveTo(new Date(app.now().getTime() + 25 * 3_600_000))
  await lapseRequests(app)
  await runJobs()
  expect(await statesOf(declined)).toEqual(['declined', 'cancelled', 'failed', 24_000])
  expect(await statesOf(lapsed)).toEqual(['lapsed', 'cancelled', 'failed', 24_000])
  for (const scene of [declined, lapsed]) {
    expect(await intentOf(scene)).toMatchObject({ status: 'canceled', amount_received: 0 })
    expect((await answerPrice(scene, true)).status).toBe(409)
  }
  expect(mailsTo(lapsed.customerEmail)[0]?.text).toContain('auf den Preis des Anbieters nicht geantwortet')
  expect(await ledgerSums()).toEqual({})
})

test('other times with a price: the choice of a time agrees on both', async () => {
  const scene = await estimated()
  const times = [{ date: scene.request.date, time: '16:00' }]
  const counter = (named: object) => scene.owner.call('answer-request', { ...scene.ids, answer: 'counter', times, ...named })
  expect((await counter({})).status).toBe(422)
  expect((await counter({ price: 210 })).status).toBe(200)
  const [time] = (await readOwn(scene)).request.times
  await newVisitor().call('answer-counter', { key: scene.key, timeId: time.id })
  await runJobs()
  expect(await statesOf(scene)).toEqual(['agreed', 'confirmed', 'paid', 21_000])
  expect(await intentOf(scene)).toMatchObject({ status: 'succeeded', amount_received: 21_000 })
})

test('the bank refuses the capture: the confirmed price is paid in another way', async () => {
  const scene = await estimated()
  await stripe.paymentIntents.cancel(scene.paymentId)
  await accept(scene, { price: 200 })
  await runJobs()
  expect(await statesOf(scene)).toEqual(['held', 'pending', 'pending', 20_000])
  const session = /cs_\w+/.exec((await readOwn(scene)).request.pay_url)?.[0]
  await sandbox.control('pay', { session })
  await newVisitor().call('verify-payment', { sessionId: session, bookingId: scene.bookingId })
  await runJobs()
  expect(await statesOf(scene)).toEqual(['agreed', 'confirmed', 'paid', 20_000])
})

test('an amount captured at the PSP that was not agreed is a discrepancy, and confirms nothing', async () => {
  const scene = await estimated()
  await stripe.paymentIntents.capture(scene.paymentId, { amount_to_capture: 5_000 })
  clock.moveTo(new Date(app.now().getTime() + 6 * 60_000))
  await reconcile()
  await runJobs()
  expect((await readBooking(scene.bookingId)).bookingStatus).not.toBe('confirmed')
  const breaks = await app.db.selectFrom('reconciliationBreaks').select(['kind', 'reference']).execute()
  expect(breaks).toContainEqual({ kind: 'amountDiffers', reference: scene.key.sessionId })
})
