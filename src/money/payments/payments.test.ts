import { expect, test } from 'vitest'
import { bookingRequestFor, makeCompany } from '../../../tests/factories.ts'
import { type Booked, openPaymentFixtures } from '../../../tests/paymentFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, visitor, sandbox, runJobs, inbox } = testApp
const { book, pay, verify, deliver, send, reconcile, moveBothClocks, readBooking, ledgerSums } = openPaymentFixtures(testApp)

test('webhook only: booking, ledger and both mails once', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  await deliver(booked.sessionId)
  await runJobs()
  await expectPaidOnce(booked)
})

test('return page only: verify-payment settles', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  expect(await verify(booked)).toEqual({ paid: true })
  await runJobs()
  await expectPaidOnce(booked)
})

test('neither: reconciliation settles', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  await app.db.insertInto('settings').values({ key: 'unrelated', value: '1', updatedAt: app.now() }).execute()
  await reconcile()
  await expectPaidOnce(booked)
})

test('both at once, twenty in parallel, repeated and out of order: once', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  const event = { id: 'evt_same', type: 'checkout.session.completed', object: 'checkout.session', objectId: booked.sessionId }
  const earlier = { id: 'evt_earlier', type: 'payment_intent.succeeded', object: 'payment_intent', objectId: 'pi_x' }
  const all = Array.from({ length: 10 }, () => [send(event), verify(booked)]).flat()
  await Promise.all([...all, send(earlier), runJobs()])
  await send(event)
  await runJobs()
  await expectPaidOnce(booked)
})

test('an unpaid session is not settled, by any call', async () => {
  const booked = await book()
  expect(await verify(booked)).toMatchObject({ paid: false })
  await deliver(booked.sessionId)
  await runJobs()
  expect((await readBooking(booked.bookingId)).paymentStatus).toBe('pending')
})

test('an expired session cancels the booking and tells the customer', async () => {
  const booked = await book()
  await moveBothClocks(36)
  await reconcile()
  const booking = await readBooking(booked.bookingId)
  expect([booking.bookingStatus, booking.paymentStatus]).toEqual(['cancelled', 'failed'])
  expect(inbox.mails().map((mail) => mail.subject)).toEqual(['Ihre Buchung wurde nicht bezahlt und ist verfallen'])
})

test('the same request while the PSP is slow: one of them pays, the other waits, nothing is lost', async () => {
  await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'delay', milliseconds: 4_000, times: 1 })
  const company = await makeCompany(app)
  const request = bookingRequestFor(app, company.id)
  const answers = await Promise.all([visitor.call('create-booking-payment', request), visitor.call('create-booking-payment', request)])
  for (const { status, body } of answers) expect(status === 200 || body.code === 'bookings.stillRunning').toBe(true)
  expect((await visitor.call('create-booking-payment', request)).status).toBe(200)
  const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow()
  await pay(String(sessionId))
  await reconcile()
  expect((await readBooking(bookingId)).bookingStatus).toBe('confirmed')
})

test('a session that ended here but was paid there is found by reconciliation', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('checkouts').set({ status: 'failed' }).execute()
    await tx.updateTable('bookings').set({ bookingStatus: 'cancelled', paymentStatus: 'failed' }).execute()
  })
  await reconcile()
  expect((await readBooking(booked.bookingId)).paymentStatus).toBe('paid')
})

test('money that arrives after a session ended, its event lost, is found by reconciliation; later nothing is checked', async () => {
  const [late, unpaid] = [await book(), await book()]
  await moveBothClocks(36)
  await reconcile()
  expect((await readBooking(late.bookingId)).bookingStatus).toBe('cancelled')
  await sandbox.control('pay', { session: late.sessionId, force: true })
  await reconcile()
  expect((await readBooking(late.bookingId)).bookingStatus).toBe('confirmed')
  await moveBothClocks(38)
  await reconcile()
  const checkouts = await app.db.selectFrom('checkouts').select(['bookingId', 'status', 'closedAt']).orderBy('id').execute()
  expect(checkouts).toEqual([
    { bookingId: late.bookingId, status: 'paid', closedAt: expect.any(Date) },
    { bookingId: unpaid.bookingId, status: 'expired', closedAt: expect.any(Date) },
  ])
})

test('a session the PSP does not know blocks no other session and becomes a break when its time is over', async () => {
  const lost = await book()
  const paid = await book()
  await app.db.updateTable('checkouts').set({ sessionId: 'cs_test_unknown' }).where('bookingId', '=', lost.bookingId).execute()
  await pay(paid.sessionId)
  await reconcile()
  expect((await readBooking(paid.bookingId)).paymentStatus).toBe('paid')
  await moveBothClocks(36)
  await reconcile()
  expect(await app.db.selectFrom('reconciliationBreaks').select(['kind', 'reference']).execute()).toEqual([
    { kind: 'sessionMissing', reference: 'cs_test_unknown' },
  ])
})

test.each([
  ['amount', { amount: 100 }],
  ['currency', { currency: 'usd' }],
  ['booking', { client_reference_id: '019aa111-1111-7111-8111-111111111111' }],
])('a paid session with another %s confirms nothing and is reported to the operator', async (_what, tampering) => {
  const booked = await book()
  await sandbox.control('pay', { session: booked.sessionId, ...tampering })
  expect(await verify(booked)).toMatchObject({ paid: false })
  await reconcile()
  const booking = await readBooking(booked.bookingId)
  expect([booking.bookingStatus, booking.paymentStatus]).toEqual(['cancelled', 'failed'])
  expect(await ledgerSums()).toEqual({})
  expect(await app.db.selectFrom('reconciliationBreaks').select('kind').execute()).toEqual([{ kind: 'amountDiffers' }])
  expect(inbox.mails().map((mail) => [mail.to, mail.subject])).toEqual([['admin@handschlag.example', 'Zahlung passt nicht zur Buchung']])
})

test('webhook replay: an old, a future-dated, a forged and an unsigned event are refused, nothing changes', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  const event = { id: 'evt_1', type: 'checkout.session.completed', object: 'checkout.session', objectId: booked.sessionId }
  const now = Math.floor(app.now().getTime() / 1000)
  const statuses = await Promise.all([
    send(event, { at: now - 301 }),
    send(event, { at: now + 301 }),
    send(event, { secret: 'whsec_wrong' }),
    send(event, { signature: '' }),
    send(event, { signature: `t=${now},t=${now + 9_999},v1=x` }),
  ])
  expect(statuses).toEqual([400, 400, 400, 400, 400])
  expect(await app.db.selectFrom('paymentEvents').select('id').execute()).toEqual([])
  expect(await send(event, { at: now - 299 })).toBe(200)
})

/** € 138.00 on Basic: the fee of 3 % is € 4.14, of which 66 cents are VAT. Checks booking, ledger, transactions and inbox. */
async function expectPaidOnce({ bookingId, customerEmail }: Booked) {
  const booking = await readBooking(bookingId)
  expect([booking.bookingStatus, booking.paymentStatus, booking.feeCents, booking.commissionBasisPoints]).toEqual([
    'confirmed',
    'paid',
    414,
    300,
  ])
  expect(await ledgerSums()).toEqual({ psp_balance: 13_800, company_payable: -13_386, fee_revenue: -348, vat_payable: -66 })
  const transactions = await app.db.selectFrom('paymentTransactions').select(['amountCents', 'platformFeeCents', 'status']).execute()
  expect(transactions).toEqual([{ amountCents: 13_800, platformFeeCents: 414, status: 'completed' }])
  expect(
    inbox
      .mails()
      .map((mail) => mail.to)
      .sort(),
  ).toEqual(['kontakt@glanzwerk.example', customerEmail].sort())
}
