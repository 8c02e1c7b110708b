import { afterEach, expect, test } from 'vitest'
import { openMoneyFixtures } from '../../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { fetchTransactions } from '../reconciliation/actions.ts'

const testApp = await openTestApp()
const { app, sandbox, runJobs, inbox } = testApp
const fixtures = openMoneyFixtures(testApp)
const {
  operator,
  payableCompany,
  paidBooking,
  payOut,
  dispute,
  event,
  readBooking,
  ledgerSums,
  violations,
  readPayouts,
  readReversals,
  retryJobs,
} = fixtures

afterEach(async () => {
  expect(await violations()).toEqual([])
})

async function paid() {
  const company = await payableCompany()
  return { admin: await operator(), company, ...(await paidBooking(company.id)) }
}
const readDispute = (id: string) => app.db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()
const subjects = () => inbox.mails().map(({ subject }) => subject)
const earned = { fee_revenue: -348, vat_payable: -66 }

test('opened: the money is held, nothing is paid out or refunded, operator and company are notified', async () => {
  const { admin, bookingId, paymentId } = await paid()
  const id = await dispute(paymentId)
  await event('dispute', id, 'charge.dispute.created')
  expect(await readDispute(id)).toMatchObject({ status: 'open', bookingId, amountCents: 13_800 })
  expect(await ledgerSums()).toEqual({ dispute_hold: 13_800, company_payable: -13_386, ...earned })
  expect(subjects()).toEqual(expect.arrayContaining(['Zahlung angefochten', `Zahlung angefochten: Buchung ${bookingId.slice(-8)}`]))
  const { status, body } = await admin.call('admin-refund-booking', { bookingId, reason: 'Kulanz' })
  expect([status, body.code]).toEqual([409, 'refunds.disputed'])
  await payOut(admin)
  expect(await readPayouts()).toEqual([])
})

test('won: everything as before, and it is paid out', async () => {
  const { admin, paymentId } = await paid()
  await fixtures.fillBalance()
  const id = await dispute(paymentId)
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'won' })
  await event('dispute', id, 'charge.dispute.closed')
  expect(await readDispute(id)).toMatchObject({ status: 'won' })
  expect((await ledgerSums()).dispute_hold).toBeUndefined()
  await payOut(admin)
  expect(await readPayouts()).toMatchObject([{ status: 'completed', companyAmountCents: 13_386 }])
})

test('lost before payout: the booking is refunded and its share gone', async () => {
  const { bookingId, paymentId } = await paid()
  const id = await dispute(paymentId)
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  await event('dispute', id)
  const booking = await readBooking(bookingId)
  expect([booking.paymentStatus, booking.refundedCents, booking.feeCents]).toEqual(['refunded', 13_800, 0])
  expect(await ledgerSums()).toEqual({})
  expect(subjects()).toContain('Angefochtene Zahlung ist verloren')
})

test('lost after payout: the share comes back by a reversal', async () => {
  const { admin, bookingId, paymentId } = await paid()
  await payOut(admin)
  const id = await dispute(paymentId)
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  await event('dispute', id)
  expect(await readReversals()).toMatchObject([{ cause: id, status: 'succeeded', amountCents: 13_386 }])
  expect((await readBooking(bookingId)).paymentStatus).toBe('refunded')
  expect(await ledgerSums()).toEqual({})
})

test('lost after a partial refund: no more shrinks than is left', async () => {
  const { admin, bookingId, paymentId } = await paid()
  await admin.call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kulanz' })
  await runJobs()
  const id = await dispute(paymentId, { amount: 13_800 })
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  await event('dispute', id)
  expect((await readBooking(bookingId)).refundedCents).toBe(13_800)
  expect(await ledgerSums()).toEqual({ psp_balance: -3_800, psp_cost: 3_800 })
})

/** A refund whose outcome is not read yet, and a dispute of the same payment that is lost meanwhile. `isSent`: the refund's money moved. */
async function lostBesideRefund({ isSent }: { isSent: boolean }) {
  const { admin, bookingId, paymentId } = await paid()
  const { refund_id: refundId } = (await admin.call('admin-refund-booking', { bookingId, amount: 100, reason: 'Kulanz' })).body
  if (isSent) await app.payments.refund({ paymentId, amountCents: 10_000, refundId, idempotencyKey: `refund:${refundId}:1` })
  await sandbox.control('faults', { operation: 'Refunds.list', kind: 'fail', status: 500, times: 99 })
  const id = await dispute(paymentId, { amount: 13_800 })
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  await event('dispute', id)
  // The refund counts as made until the PSP has answered.
  expect((await readBooking(bookingId)).refundedCents).toBe(3_800)
  await sandbox.control('clear')
  return bookingId
}

test('lost while a refund is under way that has moved its money: both count, and the platform bears what went twice', async () => {
  const bookingId = await lostBesideRefund({ isSent: true })
  await retryJobs()
  const booking = await readBooking(bookingId)
  expect([booking.paymentStatus, booking.refundedCents, booking.feeCents]).toEqual(['refunded', 13_800, 0])
  expect(await ledgerSums()).toEqual({ psp_balance: -10_000, psp_cost: 10_000 })
})

test('lost while a refund is under way that the PSP then refuses: the booking bears the whole loss', async () => {
  const bookingId = await lostBesideRefund({ isSent: false })
  await sandbox.control('faults', { operation: 'Refunds.create', kind: 'fail', status: 400, times: 1 })
  await retryJobs()
  const booking = await readBooking(bookingId)
  expect([booking.paymentStatus, booking.refundedCents, booking.feeCents]).toEqual(['refunded', 13_800, 0])
  expect(await ledgerSums()).toEqual({})
})

test('an inquiry takes and holds no money; escalated to a dispute it does', async () => {
  const { admin, paymentId } = await paid()
  const asked = await dispute(paymentId, { inquiry: true })
  await event('dispute', asked)
  expect(await readDispute(asked)).toMatchObject({ status: 'inquiry', heldAt: null })
  expect((await ledgerSums()).dispute_hold).toBeUndefined()
  await sandbox.control('escalateDispute', { dispute: asked })
  await event('dispute', asked)
  expect((await ledgerSums()).dispute_hold).toBe(13_800)
  await payOut(admin)
  expect(await readPayouts()).toEqual([])
})

test('open before the bank withdraws the money: held back at once, entered and notified when the money moves', async () => {
  const { admin, paymentId } = await paid()
  const id = await dispute(paymentId, { withdrawn: false })
  await event('dispute', id, 'charge.dispute.created')
  expect(await readDispute(id)).toMatchObject({ status: 'open', heldAt: null })
  expect((await ledgerSums()).dispute_hold).toBeUndefined()
  expect(await violations()).toEqual([])
  await payOut(admin)
  expect(await readPayouts()).toEqual([])
  await sandbox.control('escalateDispute', { dispute: id })
  for (let times = 0; times < 2; times++) await event('dispute', id, 'charge.dispute.funds_withdrawn')
  expect(await readDispute(id)).toMatchObject({ status: 'open', heldAt: expect.any(Date) })
  expect(await ledgerSums()).toEqual({ dispute_hold: 13_800, company_payable: -13_386, ...earned })
  expect(subjects().filter((subject) => subject === 'Zahlung angefochten')).toHaveLength(1)
})

test('an inquiry that ends has moved nothing', async () => {
  const { paymentId } = await paid()
  const asked = await dispute(paymentId, { inquiry: true })
  await event('dispute', asked)
  await sandbox.control('closeDispute', { dispute: asked, outcome: 'won' })
  await event('dispute', asked)
  expect(await readDispute(asked)).toMatchObject({ status: 'won', heldAt: null })
  expect(await app.db.selectFrom('ledgerTx').select('kind').execute()).toEqual([{ kind: 'charge' }])
})

test('opened and lost without webhooks: one check enters both, twenty checks change nothing more', async () => {
  const { bookingId, paymentId } = await paid()
  const id = await dispute(paymentId)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  await Promise.all(Array.from({ length: 20 }, () => event('dispute', id)))
  expect((await readBooking(bookingId)).paymentStatus).toBe('refunded')
  const kinds = await app.db.selectFrom('ledgerTx').select('kind').orderBy('id').execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['charge', 'disputeOpened', 'disputeLost'])
  expect(await ledgerSums()).toEqual({})
})

test('an open dispute is checked again without a webhook', async () => {
  const { paymentId, bookingId } = await paid()
  const id = await dispute(paymentId)
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  fixtures.later(6)
  await fixtures.reconcile()
  expect((await readBooking(bookingId)).paymentStatus).toBe('refunded')
})

test('a disputed payment without a booking is reported to the operator and is the platform’s loss', async () => {
  const { paymentId } = await paid()
  await app.db.deleteFrom('paymentTransactions').execute()
  const id = await dispute(paymentId)
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  await event('dispute', id)
  expect(await app.db.selectFrom('reconciliationBreaks').select('kind').execute()).toEqual([{ kind: 'unknownDispute' }])
  // The platform bears the lost payment and the fees of payment and dispute; the PSP balance is short of the fees.
  expect(await ledgerSums()).toEqual({ psp_cost: 13_800 + 2_232, psp_balance: -2_232, company_payable: -13_386, ...earned })
})

test('disputed before we learned of the payment: it waits until the payment is settled', async () => {
  const company = await payableCompany()
  const { bookingId, sessionId } = await fixtures.bookAt(company.id)
  await fixtures.pay(sessionId)
  const paymentId = (await app.payments.findCheckout(sessionId))?.paymentId ?? ''
  const id = await dispute(paymentId)
  await event('dispute', id)
  expect(await readDispute(id)).toBeUndefined()
  await fixtures.reconcile()
  await fixtures.retryJobs()
  expect(await readDispute(id)).toMatchObject({ status: 'open', bookingId })
  expect(await ledgerSums()).toMatchObject({ dispute_hold: 13_800, company_payable: -13_386 })
})

test('an appeal that is won after the dispute was lost brings the money back, and the operator decides about it', async () => {
  const { bookingId, paymentId } = await paid()
  const id = await dispute(paymentId)
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  await event('dispute', id)
  expect((await readBooking(bookingId)).paymentStatus).toBe('refunded')
  await sandbox.control('closeDispute', { dispute: id, outcome: 'won' })
  await event('dispute', id)
  await event('dispute', id)
  expect(await app.db.selectFrom('disputes').select('status').execute()).toEqual([{ status: 'won' }])
  expect(await app.db.selectFrom('reconciliationBreaks').select(['kind', 'reference']).execute()).toEqual([
    { kind: 'appealWon', reference: id },
  ])
  const { availableCents, pendingCents } = await app.payments.readBalance()
  await fetchTransactions(app)
  expect((await ledgerSums()).psp_balance).toBe(availableCents + pendingCents)
  expect(await violations()).toEqual([])
})
