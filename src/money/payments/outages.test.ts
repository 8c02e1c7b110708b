import { expect, test } from 'vitest'
import { sendTransfers } from '#src/money/payouts/runs/sendActions.ts'
import { bookingRequestFor } from '../../../tests/factories.ts'
import { openReconciliationScenes } from '../../../tests/reconciliationScenes.ts'
import { openRequestScenes } from '../../../tests/requestScenes.ts'
import { openWorld } from '../../../tests/world.ts'
import { outageQuietHours, outages } from './outageRules.ts'

/** A refused API key, or consecutive refused checkouts: the operator is alerted once, customers and companies are not affected. */
const world = await openWorld({ ADMIN_EMAIL: 'betrieb@handschlag.example' })
const { app, clock, inbox, runJobs, sandbox } = world
const scenes = openReconciliationScenes(world)
const requests = openRequestScenes(world)

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
  const { admin } = await scenes.paid()
  await scenes.fillBalance()
  await sandbox.control('platform', platform)
  await scenes.payOut(admin)
  expect(await scenes.readPayouts()).toMatchObject([{ status: 'pending', errorCode: null }])
  // Longer than the PSP stores idempotency keys.
  for (let hours = 0; hours < 40; hours += 10) {
    later(10 * 60)
    await sendTransfers(app)
  }
  expect(await scenes.readPayouts()).toMatchObject([{ status: 'pending', errorCode: null }])
  expect((await alerts()).map(({ to, subject }) => [to, subject])).toEqual([[app.config.adminEmail, outages.keyRefused.subject]])
  expect(mailsOfPayouts()).toEqual([])
  await sandbox.control('platform', {})
  later(60)
  await sendTransfers(app)
  expect(await scenes.readPayouts()).toMatchObject([{ status: 'completed', errorCode: null }])
  expect(await scenes.violations()).toEqual([])
})

test('a refund and the capture of an accepted request wait for the right key, and no booking is cancelled', async () => {
  const { admin, bookingId } = await scenes.paid()
  const asked = await requests.requested()
  await sandbox.control('platform', { isKeyRolled: true })
  await admin.call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kulanz' })
  await asked.owner.call('answer-request', { ...asked.ids, answer: 'accept' })
  expect(await alerts()).toHaveLength(1)
  expect(await scenes.readRefunds()).toMatchObject([{ status: 'pending' }])
  const checkoutOf = () => app.db.selectFrom('checkouts').select('status').where('bookingId', '=', asked.bookingId).execute()
  expect(await checkoutOf()).toEqual([{ status: 'authorised' }])
  expect((await scenes.readBooking(asked.bookingId)).bookingStatus).not.toBe('cancelled')
  expect(await scenes.openBreaks()).toEqual([])
  await sandbox.control('platform', {})
  await scenes.retryJobs()
  expect(await scenes.readRefunds()).toMatchObject([{ status: 'succeeded' }])
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
  const company = await scenes.payableCompany()
  let orders = 0
  const order = async () => {
    orders += 1
    const { status } = await world
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
