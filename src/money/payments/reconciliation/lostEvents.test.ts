import { expect, test, vi } from 'vitest'
import { enqueue } from '#src/platform/server/jobs.ts'
import { isAnybodyWaiting } from '../../../../tests/locks.ts'
import { openReconciliationFixtures } from '../../../../tests/reconciliationFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { fetchTransactions, readUndeliveredEvents } from './actions.ts'

const testApp = await openTestApp()
const { app, sandbox, runJobs } = testApp
const {
  subscriptions,
  paid,
  expectAllMatched,
  payableCompany,
  bookAt,
  paidBooking,
  payOut,
  dispute,
  later,
  reconcile,
  moveBothClocks,
  readBooking,
  readPayouts,
} = openReconciliationFixtures(testApp)

test('lost webhooks: objects that the balance shows are checked and matched', async () => {
  const { admin, bookingId, company } = await paid()
  await payOut(admin)
  const other = await paidBooking(company.id)
  const id = await dispute(other.paymentId)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  await sandbox.control('bankPayout', { amount: 100, days: 0 }).catch(() => undefined)
  await sandbox.control('returnTransfer', { transfer: (await readPayouts())[0]?.stripeTransferId })
  await fetchTransactions(app)
  await runJobs()
  await fetchTransactions(app)
  expect((await readBooking(other.bookingId)).paymentStatus).toBe('refunded')
  expect((await readBooking(bookingId)).paymentStatus).toBe('paid')
  expect((await readPayouts())[0]).toMatchObject({ status: 'failed' })
  await expectAllMatched()
})

test('money of a session that is not checked any more is found in the balance and settled', async () => {
  const { bookingId, sessionId } = await bookAt((await payableCompany()).id)
  for (const minutes of [36, 38]) {
    await moveBothClocks(minutes)
    await reconcile()
  }
  await sandbox.control('pay', { session: sessionId, force: true })
  await reconcile()
  expect((await readBooking(bookingId)).paymentStatus).toBe('failed')
  await fetchTransactions(app)
  expect((await readBooking(bookingId)).paymentStatus).toBe('paid')
  await expectAllMatched()
})

test('a subscription paid in a session that is not checked any more is found in the balance and begins', async () => {
  const owner = await subscriptions.register()
  const { sessionId } = await subscriptions.openCheckout(owner, 'basic')
  for (const minutes of [36, 2]) {
    await subscriptions.passTime({ minutes })
    await subscriptions.reconcile()
  }
  await sandbox.control('pay', { session: sessionId, force: true })
  await subscriptions.reconcile()
  expect(await subscriptions.readCompany(owner.companyId)).toMatchObject({ subscriptionStatus: 'incomplete' })
  await fetchTransactions(app)
  expect(await subscriptions.readCompany(owner.companyId)).toMatchObject({ subscriptionStatus: 'active', isListed: true })
  await expectAllMatched()
})

test('checks that the balance asks for are enqueued without waiting for a worker that ends the same check', async () => {
  const { paymentId } = await paid()
  const id = await dispute(paymentId)
  await enqueue(app.db, { name: 'payments.converge', payload: { objectType: 'dispute', objectId: id }, key: `converge:${id}` })
  const worker = await app.pool.connect()
  try {
    await worker.query('begin')
    await worker.query('delete from graphile_worker._private_jobs')
    const reading = { isOver: false }
    const read = fetchTransactions(app).then(() => {
      reading.isOver = true
    })
    await vi.waitUntil(async () => reading.isOver || (await isAnybodyWaiting(app)), { timeout: 30_000 })
    expect(reading.isOver).toBe(true)
    await worker.query('commit')
    await read
  } finally {
    worker.release(true)
  }
  await runJobs()
  expect((await app.db.selectFrom('disputes').select('status').executeTakeFirstOrThrow()).status).toBe('open')
})

test('events that could not be delivered are received and processed once', async () => {
  const { paymentId, bookingId } = await paid()
  // No server listens at this address.
  await subscriptions.atPsp('POST', 'webhook_endpoints', { url: 'http://127.0.0.1:9/hook', 'enabled_events[0]': '*' })
  const id = await dispute(paymentId)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  const listed = await app.payments.listUndeliveredEvents({ since: new Date(Date.now() - 3_600_000) })
  expect(listed.map(({ object }) => object)).toContain('dispute')
  await readUndeliveredEvents(app)
  await runJobs()
  expect((await readBooking(bookingId)).paymentStatus).toBe('refunded')
  const events = await app.db.selectFrom('paymentEvents').select(['id', 'processedAt']).execute()
  expect(events.every(({ processedAt }) => processedAt !== null)).toBe(true)
  later(3)
  await readUndeliveredEvents(app)
  expect(await app.db.selectFrom('paymentEvents').select(['id', 'processedAt']).execute()).toEqual(events)
})
