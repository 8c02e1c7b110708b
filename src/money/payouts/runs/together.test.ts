import { expect, test } from 'vitest'
import { openMoneyFixtures } from '../../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, sandbox, runJobs } = testApp
const fixtures = openMoneyFixtures(testApp)
const { operator, payableCompany, paidBooking, dispute, violations, retryJobs, ledgerSums, readPayouts, readRefunds } = fixtures

const faults = [
  { operation: 'Transfers.create', kind: 'failAfterEffect', times: 2 },
  { operation: 'Transfers.create', kind: 'dropBefore', times: 2 },
  { operation: 'Refunds.create', kind: 'failAfterEffect', times: 3 },
  { operation: 'Transfers.createReversal', kind: 'dropAfter', times: 2 },
  { operation: 'Disputes.retrieve', kind: 'fail', times: 3 },
] as const

test('refunds, payouts, disputes, returned transfers and readings of the books all at once, with faults: not a cent is lost', async () => {
  const admin = await operator()
  const companies = await Promise.all(Array.from({ length: 5 }, () => payableCompany()))
  await fixtures.fillBalance()
  const disputes: string[] = []
  for (let round = 0; round < 3; round++) {
    const bookings = []
    for (const { id } of companies) for (let one = 0; one < 3; one++) bookings.push(await paidBooking(id, { amount: 50 + 7 * one + round }))
    for (const fault of faults) await sandbox.control('faults', fault)
    const disputed = bookings.filter((_, index) => index % 5 === 0)
    const opened = await Promise.all(disputed.map(({ paymentId }) => dispute(paymentId)))
    disputes.push(...opened)
    const refund = (bookingId: string, amount?: number) => admin.call('admin-refund-booking', { bookingId, amount, reason: 'Kulanz' })
    const returned = (await readPayouts()).find(({ status }) => status === 'completed')
    if (returned) await sandbox.control('returnTransfer', { transfer: returned.stripeTransferId }).catch(() => undefined)
    await Promise.all([
      admin.call('process-weekly-payouts', { trigger: 'manual', includeUpcoming: true }),
      admin.call('process-hourly-payouts', { trigger: 'manual', includeUpcoming: true }),
      ...bookings.filter((_, index) => index % 2 === 0).map(({ bookingId }) => refund(bookingId, 20)),
      ...bookings.filter((_, index) => index % 3 === 0).map(({ bookingId }) => refund(bookingId)),
      ...opened.map((id) => fixtures.event('dispute', id)),
      ...(returned ? [fixtures.event('transfer', String(returned.stripeTransferId))] : []),
      admin.call('admin-self-audit', { run: true }),
      runJobs(),
      runJobs(),
    ])
    for (const [index, id] of opened.entries()) await sandbox.control('closeDispute', { dispute: id, outcome: index % 2 ? 'won' : 'lost' })
    await Promise.all(opened.map((id) => fixtures.event('dispute', id)))
  }
  await sandbox.control('clear')
  for (let times = 0; times < 4; times++) {
    fixtures.later(10)
    await fixtures.reconcile()
    await fixtures.reconcileReversals()
    await retryJobs()
    await admin.call('process-weekly-payouts', { trigger: 'manual', includeUpcoming: true })
  }
  await retryJobs()
  const { body } = await admin.call('admin-self-audit', { run: true })
  const [audit] = body.audits
  expect([audit.findings, await violations()]).toEqual([[], []])
  expect(audit.psp).toBe(audit.ledger)
  expect((await readRefunds()).filter(({ status }) => status === 'pending')).toEqual([])
  expect((await readPayouts()).filter(({ status }) => status === 'pending')).toEqual([])
  const sums = await ledgerSums()
  expect([sums.dispute_hold, sums.payout_transit_transfer]).toEqual([undefined, undefined])
  expect((await readRefunds()).filter(({ status }) => status === 'succeeded').length).toBeGreaterThan(20)
  expect((await readPayouts()).filter(({ status }) => status === 'completed').length).toBeGreaterThan(4)
  const jobs = await app.db.selectFrom('paymentEvents').select('id').where('processedAt', 'is', null).execute()
  expect(jobs).toEqual([])
})
