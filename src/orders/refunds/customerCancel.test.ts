import { afterEach, expect, test } from 'vitest'
import { freeCancellationEnd } from '#src/orders/bookings/customerCancelRules.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor, sandbox } = testApp
const fixtures = openMoneyFixtures(testApp)
const { operator, payableCompany, bookAt, paidBooking, payOut, dispute, event, readBooking, readRefunds, ledgerSums, violations } = fixtures

// The invariants must hold after every test.
afterEach(async () => {
  expect(await violations()).toEqual([])
})

const mailsTo = (address: string) => inbox.mails().filter(({ to }) => to === address)
const cancel = (token: string) => newVisitor().call('cancel-own-booking', { token })
const statesOf = async (id: string) => {
  const { bookingStatus, paymentStatus } = await readBooking(id)
  return [bookingStatus, paymentStatus]
}

/** A booking in two days, and the token of its confirmation mail. */
async function paid() {
  const company = await payableCompany()
  const booking = await paidBooking(company.id)
  await runJobs()
  const token = /\/buchung\?token=([\w-]{43})/.exec(mailsTo(booking.customerEmail)[0]?.text ?? '')?.[1] ?? ''
  inbox.clear()
  return { ...booking, company, token }
}

test('in time: cancelled, fully refunded in the same transaction, both sides notified, audited', async () => {
  const { bookingId, customerEmail, company, token } = await paid()
  const { status, body } = await cancel(token)
  expect([status, body.takes_place, body.refund_pending, body.company.phone]).toEqual([200, false, 138, ''])
  expect((await readRefunds()).map(({ amountCents, status: state }) => [amountCents, state])).toEqual([[13_800, 'pending']])
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
  expect(await ledgerSums()).toEqual({})
  const [toCustomer] = mailsTo(customerEmail).filter(({ subject }) => subject.startsWith('Ihre Buchung wurde storniert'))
  expect(toCustomer?.text).toContain('Guten Tag, Sie haben Ihre Buchung storniert. Der Termin findet nicht statt.')
  expect(toCustomer?.text).toMatch(/Wir erstatten Ihnen 138,00\s€/)
  expect(toCustomer?.text).not.toContain('Grund')
  const [toCompany] = mailsTo(company.email).filter(({ subject }) => subject.startsWith('Buchung storniert'))
  expect(toCompany?.text).toContain('ein Kunde hat seine Buchung bei Ihnen storniert.')
  expect(toCompany?.text).toContain('wird nicht ausgezahlt')
  expect(await app.db.selectFrom('auditLog').selectAll().where('action', '=', 'bookings.cancel').execute()).toMatchObject([
    { objectId: bookingId, actor: 'customer', after: { bookingStatus: 'cancelled', amountCents: 13_800 } },
  ])
})

test('ten at once: one cancels, the others are refused; one refund, one mail to each side', async () => {
  const { customerEmail, company, token } = await paid()
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set([undefined, 'Diese Buchung ist bereits storniert.']))
  await runJobs()
  expect((await readRefunds()).length).toBe(1)
  // One mail about the cancellation, one about the refund.
  expect([mailsTo(customerEmail).length, mailsTo(company.email).length]).toEqual([2, 2])
})

test('until 24 hours before the appointment, and not a moment longer', async () => {
  const [first, second] = [await paid(), await paid()]
  const end = freeCancellationEnd(await readBooking(first.bookingId))
  clock.moveTo(new Date(end.getTime() - 60_000))
  expect((await cancel(first.token)).status).toBe(200)
  clock.moveTo(new Date(end.getTime() + 1_000))
  const { status, body } = await cancel(second.token)
  const sentence = 'Kostenlos stornieren konnten Sie bis 24 Stunden vor dem Termin. Bitte wenden Sie sich an Ihren Anbieter.'
  expect([status, body.error]).toEqual([409, sentence])
  expect((await newVisitor().call('get-booking', { token: second.token })).body.cancel_refusal).toBe(sentence)
  expect(await statesOf(second.bookingId)).toEqual(['confirmed', 'paid'])
  await runJobs()
  expect((await readRefunds()).length).toBe(1)
})

test('a payout has taken the share: cancelled for all parties, the company owes it and is notified', async () => {
  const { bookingId, customerEmail, company, token } = await paid()
  const admin = await operator()
  await fixtures.fillBalance()
  await payOut(admin)
  expect(await statesOf(bookingId)).toEqual(['confirmed', 'completed'])
  inbox.clear()
  const { status, body } = await cancel(token)
  expect([status, body.takes_place, body.booking_status, body.refund_pending]).toEqual([200, false, 'cancelled', 138])
  const again = await cancel(token)
  expect([again.status, again.body.error]).toEqual([409, 'Diese Buchung ist bereits storniert.'])
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
  expect(mailsTo(customerEmail).some(({ text }) => text.includes('Sie haben Ihre Buchung storniert. Der Termin findet nicht statt.'))).toBe(
    true,
  )
  expect(mailsTo(company.email).some(({ text }) => text.includes('Ihr Anteil war schon ausgezahlt oder unterwegs.'))).toBe(true)
})

test('the cancellation and a payout at once: one refund in either order', async () => {
  const { bookingId, token } = await paid()
  const admin = await operator()
  await fixtures.fillBalance()
  const [answer] = await Promise.all([cancel(token), admin.call('process-weekly-payouts', { trigger: 'manual', includeUpcoming: true })])
  expect(answer.status).toBe(200)
  await runJobs()
  expect((await statesOf(bookingId))[1]).toBe('refunded')
  expect((await readRefunds()).map(({ amountCents }) => amountCents)).toEqual([13_800])
})

test('refused: disputed, another token, an unpaid booking', async () => {
  const { bookingId, paymentId, token, company } = await paid()
  await event('dispute', await dispute(paymentId), 'charge.dispute.created')
  const { status, body } = await cancel(token)
  expect([status, body.error]).toEqual([
    409,
    'Die Zahlung ist angefochten. Die Buchung kann erst storniert werden, wenn die Bank entschieden hat.',
  ])
  expect((await cancel('x'.repeat(43))).status).toBe(404)
  const waiting = await bookAt(company.id)
  const unpaid = { sessionId: waiting.sessionId, bookingId: waiting.bookingId }
  expect((await newVisitor().call('cancel-own-booking', unpaid)).status).toBe(404)
  expect([await statesOf(bookingId), await statesOf(waiting.bookingId)]).toEqual([
    ['confirmed', 'paid'],
    ['pending', 'pending'],
  ])
})

test('the two ids of the return from the payment authorize a cancellation; those of another booking do not', async () => {
  const company = await payableCompany()
  const mine = await bookAt(company.id)
  const other = await paidBooking(company.id)
  await sandbox.control('pay', { session: mine.sessionId })
  const ids = { sessionId: mine.sessionId, bookingId: mine.bookingId }
  await newVisitor().call('verify-payment', ids)
  expect((await newVisitor().call('cancel-own-booking', { ...ids, bookingId: other.bookingId })).status).toBe(404)
  expect((await newVisitor().call('cancel-own-booking', ids)).body.takes_place).toBe(false)
  expect(await statesOf(other.bookingId)).toEqual(['confirmed', 'paid'])
  await runJobs()
})
