import { expect, test } from 'vitest'
import { sendTransfers } from '#src/money/payouts/runs/sendActions.ts'
import { bookingRequestFor } from '../../../tests/factories.ts'
import { openReconciliationFixtures } from '../../../tests/reconciliationFixtures.ts'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { outageQuietHours, outages } from './outageRules.ts'

/** A refused API key, or consecutive refused checkouts: the operator is alerted once, customers and companies are not affected. */
const testApp = await openTestApp({ ADMIN_EMAIL: 'betrieb@handschlag.example' })
const { app, clock, inbox, runJobs, sandbox } = testApp
const fixtures = openReconciliationFixtures(testApp)
const requests = openRequestFixtures(testApp)

const alerts = async () => {
  await runJobs().catch(() => undefined)
  return inbox.mails().filter(({ subject }) => Object.values(outages).some((one) => one.subject === subject))
}
const mailsOfPayouts = () =>
  inbox.mails().filter(({ to, subject }) => to !== app.config.adminEmail && /nicht ausgezahlt|fehlgeschlagen/.test(subject))
const later = (minutes: number) => clock.moveTo(new Date(app.now().getTime() + minutes * 60_000))

test.each([
  ['rolled', { isKeyRolled: true }],
  ['too narrow', { lacks: ['Transfers.create'] }],
])('a key that is %s fails no payout, however long it lasts, and mails no company', async (_, platform) => {
  const { admin } = await fixtures.paid()
  await fixtures.fillBalance()
  await sandbox.control('platform', platform)
  await fixtures.payOut(admin)
  expect(await fixtures.readPayouts()).toMatchObject([{ status: 'pending', errorCode: null }])
  // Longer than the PSP stores idempotency keys.
  for (let hours = 0; hours < 40; hours += 10) {
    later(10 * 60)
    await sendTransfers(app)
  }
  expect(await fixtures.readPayouts()).toMatchObject([{ status: 'pending', errorCode: null }])
  expect((await alerts()).map(({ to, subject }) => [to, subject])).toEqual([[app.config.adminEmail, outages.keyRefused.subject]])
  expect(mailsOfPayouts()).toEqual([])
  await sandbox.control('platform', {})
  later(60)
  await sendTransfers(app)
  expect(await fixtures.readPayouts()).toMatchObject([{ status: 'completed', errorCode: null }])
  expect(await fixtures.violations()).toEqual([])
})

test('a refund and the capture of an accepted request wait for the right key, and no booking is cancelled', async () => {
  const { admin, bookingId } = await fixtures.paid()
  const asked = await requests.requested()
  await sandbox.control('platform', { isKeyRolled: true })
  await admin.call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kulanz' })
  await asked.owner.call('answer-request', { ...asked.ids, answer: 'accept' })
  expect(await alerts()).toHaveLength(1)
  expect(await fixtures.readRefunds()).toMatchObject([{ status: 'pending' }])
  const checkoutOf = () => app.db.selectFrom('checkouts').select('status').where('bookingId', '=', asked.bookingId).execute()
  expect(await checkoutOf()).toEqual([{ status: 'authorised' }])
  expect((await fixtures.readBooking(asked.bookingId)).bookingStatus).not.toBe('cancelled')
  expect(await fixtures.openBreaks()).toEqual([])
  await sandbox.control('platform', {})
  await fixtures.retryJobs()
  expect(await fixtures.readRefunds()).toMatchObject([{ status: 'succeeded' }])
  expect(await checkoutOf()).toEqual([{ status: 'paid' }])
})

test('a second outage alerts again, once it was quiet for long enough', async () => {
  await sandbox.control('platform', { isKeyRolled: true })
  const refused = () => app.payments.readBalance().catch(() => undefined)
  await refused()
  later(60)
  await refused()
  expect(await alerts()).toHaveLength(1)
  later(outageQuietHours * 60 + 1)
  await refused()
  expect(await alerts()).toHaveLength(2)
})

test('three refused checkouts in a row alert the operator once, with what finds them at the PSP', async () => {
  const company = await fixtures.payableCompany()
  let orders = 0
  const order = async () => {
    orders += 1
    const { status } = await testApp
      .newVisitor()
      .call('create-booking-payment', bookingRequestFor(app, company.id, { customerEmail: `kundin${orders}@kunde.example` }))
    return status
  }
  const refuse = (times: number) => sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'fail', status: 400, times })
  await refuse(2)
  await order()
  await order()
  await order()
  await refuse(9)
  await order()
  await order()
  expect(await alerts()).toEqual([])
  await order()
  await order()
  const [alert, ...more] = await alerts()
  expect([alert?.subject, more]).toEqual([outages.checkoutsRefused.subject, []])
  expect(alert?.text).toMatch(/\(400\).* req_/)
})
