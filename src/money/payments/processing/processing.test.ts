import { afterEach, expect, test } from 'vitest'
import { openMethodFixtures } from '../../../../tests/methodFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { fetchTransactions } from '../reconciliation/actions.ts'
import { reconcilePayments } from '../reconciliation/convergeActions.ts'

const testApp = await openTestApp()
const { app, newVisitor, sandbox, runJobs, inbox } = testApp
const fixtures = openMethodFixtures(testApp)
const { offer, bookLater, payWith, checkoutOf, readBooking, ledgerSums, violations, deliver, operator, payOut, daysLater } = fixtures

afterEach(async () => {
  await runJobs()
  expect(await violations()).toEqual([])
})

/** A booking in thirty days whose direct debit is under way. */
async function underWay() {
  await offer('card', 'sepaDebit')
  const booked = await bookLater()
  const { told } = await payWith('sepaDebit', booked)
  return { ...booked, told, key: { sessionId: booked.sessionId, bookingId: booked.bookingId } }
}

const end = (sessionId: string, outcome: 'succeeded' | 'failed') => sandbox.control('endProcessing', { session: sessionId, outcome })
const statesOf = async (bookingId: string) => {
  const { bookingStatus, paymentStatus } = await readBooking(bookingId)
  return [bookingStatus, paymentStatus]
}
const subjects = () => inbox.mails().map(({ subject }) => subject.replace(/:.*/, ''))

test('under way: the time is kept, nothing is booked, and the customer is told on the page and by one mail', async () => {
  const { bookingId, sessionId, told, key, request } = await underWay()
  expect(told).toEqual({ paid: false, processing: true })
  expect(await statesOf(bookingId)).toEqual(['pending', 'pending'])
  expect(await checkoutOf(bookingId)).toMatchObject({ status: 'open', method: 'sepaDebit', closedAt: null })
  expect(await ledgerSums()).toEqual({})
  await deliver(sessionId)
  await runJobs()
  expect(subjects()).toEqual(['Ihre Zahlung ist unterwegs'])
  const { body } = await newVisitor().call('get-booking', key)
  expect(body).toMatchObject({ is_processing: true, method: 'sepaDebit', takes_place: false, location: '' })
  // Ordered again it is the same booking, which is not paid twice.
  const again = await newVisitor().call('create-booking-payment', request)
  expect([again.status, again.body.code]).toEqual([409, 'bookings.alreadyUnderWay'])
})

test('arrived, by event: confirmed with all that belongs to it, and paid out only when it cannot come back by itself', async () => {
  const { bookingId, sessionId } = await underWay()
  daysLater(6)
  await end(sessionId, 'succeeded')
  await deliver(sessionId)
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['confirmed', 'paid'])
  expect(subjects()).toContain('Ihre Buchung ist bestätigt')
  const { returnableUntil, payableAt, paidAt } = await readBooking(bookingId)
  expect(returnableUntil).toEqual(new Date((paidAt?.getTime() ?? 0) + 56 * 86_400_000))
  expect(payableAt).toEqual(returnableUntil)
  const admin = await operator()
  const paidOut = async () =>
    (await app.db.selectFrom('payoutItems').select('bookingId').where('bookingId', '=', bookingId).execute()).length
  await payOut(admin)
  expect(await paidOut()).toBe(0)
  daysLater(57)
  const later = await operator()
  await payOut(later)
  expect(await paidOut()).toBe(1)
})

test('arrived, and every event lost: reconciliation finds it', async () => {
  const { bookingId, sessionId } = await underWay()
  await end(sessionId, 'succeeded')
  testApp.clock.moveTo(new Date(app.now().getTime() + 301_000))
  await reconcilePayments(app)
  expect(await statesOf(bookingId)).toEqual(['confirmed', 'paid'])
})

test('refused by the bank: the time is free, the customer is told, and nothing was booked', async () => {
  const { bookingId, sessionId } = await underWay()
  await end(sessionId, 'failed')
  await deliver(sessionId)
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'failed'])
  expect(await checkoutOf(bookingId)).toMatchObject({ status: 'failed' })
  expect((await checkoutOf(bookingId)).closedAt).not.toBeNull()
  expect(subjects()[0]).toBe('Ihre Zahlung ist nicht angekommen, die Buchung ist aufgehoben')
  expect(await ledgerSums()).toEqual({})
})

test('arrived too late, after the appointment: refunded in full, although the bank credits the refund only weeks later', async () => {
  const { bookingId, sessionId } = await underWay()
  daysLater(31)
  await end(sessionId, 'succeeded')
  await reconcilePayments(app)
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
  const [refund] = await fixtures.readRefunds()
  expect(refund).toMatchObject({ status: 'succeeded', amountCents: 13_800 })
  await fetchTransactions(app)
  await fixtures.expectAllMatched()
})
