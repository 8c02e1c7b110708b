import { afterEach, expect, test } from 'vitest'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, sandbox, runJobs, inbox } = testApp
const fixtures = openMoneyFixtures(testApp)
const { operator, payableCompany, paidBooking, payOut, readBooking, ledgerSums, violations, retryJobs, readPayouts, readRefunds } = fixtures
const { readReversals } = fixtures

// The invariants must hold after every test.
afterEach(async () => {
  expect(await violations()).toEqual([])
})

async function paid(fields: object = {}) {
  const company = await payableCompany()
  return { admin: await operator(), company, ...(await paidBooking(company.id, fields)) }
}

test('before payout: in full, by the operator, with audit, ledger and mails', async () => {
  const { admin, company, bookingId, customerEmail } = await paid()
  const answer = await admin.call('admin-refund-booking', { bookingId, reason: 'Kulanz' })
  expect([answer.status, answer.body]).toEqual([200, { success: true, refund_id: expect.any(String), amount: 138 }])
  await runJobs()
  const booking = await readBooking(bookingId)
  expect([booking.paymentStatus, booking.refundedCents, booking.feeCents]).toEqual(['refunded', 13_800, 0])
  expect(await ledgerSums()).toEqual({})
  const told = inbox.mails().map(({ to, subject }) => `${to}: ${subject}`)
  expect(told).toContain(`${customerEmail}: Erstattung zu Ihrer Buchung ${bookingId.slice(-8)}`)
  expect(told).toContain(`${company.email}: Erstattung zur Buchung ${bookingId.slice(-8)}`)
  const audit = await app.db.selectFrom('auditLog').selectAll().where('action', '=', 'booking.refund').execute()
  expect(audit).toMatchObject([{ objectId: bookingId, after: { amountCents: 13_800, reason: 'Kulanz' } }])
  expect((await payOut(admin)).summary.total).toBe(0)
})

test('in part before payout: the payout is the share of what remains', async () => {
  const { admin, bookingId } = await paid()
  await admin.call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kürzer gearbeitet' })
  await runJobs()
  expect(await ledgerSums()).toEqual({ psp_balance: 10_000, company_payable: -9_700, fee_revenue: -252, vat_payable: -48 })
  await payOut(admin)
  expect(await readPayouts()).toMatchObject([
    { status: 'completed', amountCents: 10_000, platformFeeCents: 300, companyAmountCents: 9_700 },
  ])
  expect(await ledgerSums()).toEqual({ psp_balance: 300, fee_revenue: -252, vat_payable: -48 })
})

test('after payout: the transfer is reversed', async () => {
  const { admin, bookingId } = await paid()
  await payOut(admin)
  expect((await readBooking(bookingId)).paymentStatus).toBe('completed')
  await admin.call('admin-refund-booking', { bookingId, amount: 100, reason: 'Kulanz' })
  await runJobs()
  expect(await readReversals()).toMatchObject([{ status: 'succeeded', amountCents: 9_700 }])
  expect((await readBooking(bookingId)).paymentStatus).toBe('completed')
  await admin.call('admin-refund-booking', { bookingId, reason: 'Rest' })
  await runJobs()
  expect((await readBooking(bookingId)).paymentStatus).toBe('refunded')
  expect((await readReversals()).map(({ amountCents }) => amountCents)).toEqual([9_700, 3_686])
  expect(await ledgerSums()).toEqual({})
})

test('after payout and gone to the bank: what cannot be reversed is netted in the next payout', async () => {
  const { admin, company, bookingId } = await paid()
  await payOut(admin)
  await sandbox.control('payOutAccount', { account: company.accountId })
  await admin.call('admin-refund-booking', { bookingId, reason: 'Kulanz' })
  await runJobs()
  expect(await readReversals()).toMatchObject([{ status: 'failed' }])
  expect(await ledgerSums()).toEqual({ psp_balance: -13_386, company_receivable: 13_386 })
  await paidBooking(company.id, { amount: 500 })
  await payOut(admin)
  expect((await readPayouts()).at(-1)).toMatchObject({ companyAmountCents: 48_500, nettedCents: 13_386, status: 'completed' })
  expect((await ledgerSums()).company_receivable).toBeUndefined()
})

test('while the payout is under way: owed at once, brought back when it has arrived, never taken twice', async () => {
  const { admin, company, bookingId } = await paid()
  await fixtures.fillBalance()
  await sandbox.control('faults', { operation: 'Transfers.create', kind: 'fail', status: 500, times: 50 })
  await payOut(admin)
  expect(await readPayouts()).toMatchObject([{ status: 'pending' }])
  await admin.call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kulanz' })
  await runJobs()
  expect(await readReversals()).toMatchObject([{ status: 'pending', amountCents: 3_686 }])
  expect((await ledgerSums()).company_receivable).toBe(3_686)
  await sandbox.control('clear')
  await paidBooking(company.id, { amount: 100 })
  fixtures.later(5)
  await payOut(admin)
  await fixtures.reconcileReversals()
  expect((await readPayouts()).map(({ status, nettedCents }) => [status, nettedCents])).toEqual([
    ['completed', 0],
    ['completed', 0],
  ])
  expect(await readReversals()).toMatchObject([{ status: 'succeeded' }])
  expect((await ledgerSums()).company_receivable).toBeUndefined()
})

test('a payout that fails leaves the refund owed; the next one takes it off', async () => {
  const { admin, company, bookingId } = await paid()
  await sandbox.control('account', { account: company.accountId, state: 'restricted' })
  await sandbox.control('faults', { operation: 'Transfers.create', kind: 'fail', status: 500, times: 4 })
  await payOut(admin)
  await admin.call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kulanz' })
  await runJobs()
  await sandbox.control('clear')
  fixtures.later(5)
  await payOut(admin)
  expect((await readPayouts())[0]).toMatchObject({ status: 'failed' })
  await fixtures.reconcileReversals()
  expect(await readReversals()).toMatchObject([{ status: 'failed' }])
  await sandbox.control('account', { account: company.accountId, state: 'enabled' })
  await payOut(admin)
  expect((await readPayouts()).at(-1)).toMatchObject({ status: 'completed', companyAmountCents: 13_386, nettedCents: 3_686 })
  expect((await ledgerSums()).company_receivable).toBeUndefined()
})

test('twenty partial refunds at once never come to more than was paid', async () => {
  const { admin, bookingId } = await paid()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => admin.call('admin-refund-booking', { bookingId, amount: 20, reason: 'Kulanz' })),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBe(6)
  for (const { status, body } of answers) if (status !== 200) expect([status, body.code]).toEqual([409, 'refunds.tooMuch'])
  await runJobs()
  expect((await readBooking(bookingId)).refundedCents).toBe(12_000)
  const last = await admin.call('admin-refund-booking', { bookingId, reason: 'Rest' })
  expect(last.body.amount).toBe(18)
  await runJobs()
  expect(await ledgerSums()).toEqual({})
  const none = await admin.call('admin-refund-booking', { bookingId, reason: 'Noch einmal' })
  expect([none.status, none.body.code]).toEqual([409, 'refunds.nothingLeft'])
})

test('the database itself refuses refunds beyond the amount', async () => {
  const { admin, bookingId } = await paid()
  await admin.call('admin-refund-booking', { bookingId, amount: 100, reason: 'Kulanz' })
  const [{ id: _, ...first }] = (await readRefunds()) as [Awaited<ReturnType<typeof readRefunds>>[number]]
  const second = app.db
    .insertInto('refunds')
    .values({ ...first, amountCents: 3_801 })
    .execute()
  await expect(second).rejects.toThrow(/come to 13801 of 13800/)
})

test('the same order sent twice with its key is one refund', async () => {
  const { admin, bookingId } = await paid()
  const order = () => admin.call('admin-refund-booking', { bookingId, amount: 10, reason: 'Kulanz' }, { 'idempotency-key': 'a'.repeat(20) })
  expect((await order()).body).toEqual((await order()).body)
  expect(await readRefunds()).toHaveLength(1)
})

test('an order whose answer was lost in a crash is still the same order', async () => {
  const { admin, bookingId } = await paid()
  const order = () => admin.call('admin-refund-booking', { bookingId, amount: 10, reason: 'Kulanz' }, { 'idempotency-key': 'b'.repeat(20) })
  const { body } = await order()
  // State left by a process that crashes between the refund and its response.
  await app.db
    .updateTable('idempotentRequests')
    .set({ status: null, answer: null, leasedUntil: new Date(0) })
    .execute()
  expect((await order()).body).toEqual(body)
  expect(await readRefunds()).toHaveLength(1)
})

test('a smaller refund that goes through does not answer for a larger one that failed', async () => {
  const { admin, bookingId } = await paid()
  await sandbox.control('faults', { operation: 'Refunds.create', kind: 'fail', status: 400, times: 1 })
  const openBreaks = async () => (await admin.call('admin-list-breaks', {})).body.total
  for (const [amount, stillOpen] of [
    [50, 1],
    [20, 1],
    [50, 0],
  ]) {
    await admin.call('admin-refund-booking', { bookingId, amount, reason: 'Kulanz' })
    await runJobs()
    expect(await openBreaks()).toBe(stillOpen)
  }
})

test('refused at the PSP: failed, reported, and a later refund closes the discrepancy', async () => {
  const { admin, bookingId } = await paid()
  await sandbox.control('faults', { operation: 'Refunds.create', kind: 'fail', status: 400, times: 1 })
  await admin.call('admin-refund-booking', { bookingId, reason: 'Kulanz' })
  await runJobs()
  expect(await readRefunds()).toMatchObject([{ status: 'failed' }])
  expect((await readBooking(bookingId)).refundedCents).toBe(0)
  expect((await admin.call('admin-list-breaks', {})).body).toMatchObject({
    total: 1,
    breaks: [{ kind: 'refundFailed', booking_id: bookingId }],
  })
  await admin.call('admin-refund-booking', { bookingId, reason: 'Kulanz, noch einmal' })
  await runJobs()
  expect((await readRefunds()).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  expect((await admin.call('admin-list-breaks', {})).body.total).toBe(0)
  expect(await ledgerSums()).toEqual({})
})

test('unanswered at the PSP: looked up and done once', async () => {
  const { admin, bookingId } = await paid()
  await sandbox.control('faults', { operation: 'Refunds.create', kind: 'dropAfter', times: 9 })
  await admin.call('admin-refund-booking', { bookingId, amount: 50, reason: 'Kulanz' })
  await runJobs()
  await sandbox.control('clear')
  await retryJobs()
  expect(await readRefunds()).toMatchObject([{ status: 'succeeded' }])
  expect((await sandbox.control('totals')).refunds).toEqual({ count: 1, cents: 5_000 })
})

test('an unpaid or unknown booking is refused with its sentence', async () => {
  const admin = await operator()
  const unknown = await admin.call('admin-refund-booking', { bookingId: '019aa111-1111-7111-8111-111111111111', reason: 'x' })
  expect([unknown.status, unknown.body.error]).toEqual([404, 'Buchung nicht gefunden'])
  const wrong = await admin.call('admin-refund-booking', { bookingId: 'x', amount: 0, reason: '' })
  expect(Object.keys(wrong.body.fields).sort()).toEqual(['amount', 'bookingId', 'reason'])
})

test('a transfer that came back by itself after a part of it was reversed', async () => {
  const { admin, bookingId } = await paid()
  await payOut(admin)
  await admin.call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kulanz' })
  await runJobs()
  const transfer = String((await readPayouts())[0]?.stripeTransferId)
  await sandbox.control('returnTransfer', { transfer })
  await fixtures.event('transfer', transfer, 'transfer.reversed')
  expect(await readPayouts()).toMatchObject([{ status: 'failed' }])
  expect((await readBooking(bookingId)).paymentStatus).toBe('paid')
  await payOut(admin)
  expect((await readPayouts()).at(-1)).toMatchObject({ status: 'completed', companyAmountCents: 13_386, nettedCents: 3_686 })
  expect(await ledgerSums()).toEqual({ psp_balance: 300, fee_revenue: -252, vat_payable: -48 })
})

test('a failure that the PSP stores under a key: another key, once it is certain that no money moved', async () => {
  const { admin, bookingId } = await paid()
  await payOut(admin)
  await sandbox.control('faults', { operation: 'Refunds.create', kind: 'fail', status: 500, saved: true, times: 1 })
  await sandbox.control('faults', { operation: 'Transfers.createReversal', kind: 'fail', status: 500, saved: true, times: 1 })
  await admin.call('admin-refund-booking', { bookingId, amount: 50, reason: 'Kulanz' })
  for (let times = 0; times < 4; times++) {
    await runJobs()
    await retryJobs()
  }
  expect(await readRefunds()).toMatchObject([{ status: 'succeeded', attempt: 2 }])
  expect(await readReversals()).toMatchObject([{ status: 'succeeded', attempt: 2 }])
  expect((await sandbox.control('totals')).refunds).toEqual({ count: 1, cents: 5_000 })
})

test('a refused lookup of a transfer says nothing about the money', async () => {
  const { admin } = await paid()
  await sandbox.control('faults', { operation: 'Transfers.create', kind: 'failAfterEffect', times: 1 })
  await sandbox.control('faults', { operation: 'Transfers.list', kind: 'fail', status: 401, times: 2 })
  for (let times = 0; times < 3; times++) {
    await payOut(admin)
    fixtures.later(2)
  }
  expect(await readPayouts()).toMatchObject([{ status: 'completed' }])
  expect((await sandbox.control('totals')).transfers).toMatchObject({ count: 1 })
})

test('a failure that sticks to a transfer’s key: another key, one transfer', async () => {
  const { admin } = await paid()
  await sandbox.control('faults', { operation: 'Transfers.create', kind: 'fail', status: 500, saved: true, times: 1 })
  for (let times = 0; times < 3; times++) {
    await payOut(admin)
    fixtures.later(2)
  }
  expect(await readPayouts()).toMatchObject([{ status: 'completed', attempt: 2 }])
  expect((await sandbox.control('totals')).transfers).toMatchObject({ count: 1 })
})
