import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestSandbox, refusalOf, type TestSandbox, until } from './testSandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
beforeEach(async () => {
  await sandbox.control('reset')
  sandbox.receiver.events.length = 0
})
afterAll(() => sandbox.close())

const net = async () => {
  const { available, pending } = await sandbox.stripe.balance.retrieve()
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
}
const types = () => sandbox.receiver.events.map(({ type }) => type)

async function authorise() {
  const { id } = await sandbox.createSession({ payment_intent_data: { capture_method: 'manual' } })
  await sandbox.control('pay', { session: id })
  const session = await sandbox.stripe.checkout.sessions.retrieve(id)
  return { session, intent: String(session.payment_intent) }
}

test('an authorised payment is complete and unpaid, and moves no money until it is captured, once', async () => {
  const { session, intent } = await authorise()
  expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid', url: null })
  const held = await sandbox.stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
  expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 13_800, amount_received: 0 })
  expect(held.latest_charge).toMatchObject({ captured: false, paid: true, amount_captured: 0, balance_transaction: null })
  expect(await net()).toBe(0)
  await until(() => types().includes('checkout.session.completed'))
  expect(types()).toContain('payment_intent.amount_capturable_updated')
  expect(types()).not.toContain('payment_intent.succeeded')

  const [taken] = await Promise.all([
    sandbox.stripe.paymentIntents.capture(intent, {}, { idempotencyKey: 'capture' }),
    sandbox.stripe.paymentIntents.capture(intent, {}, { idempotencyKey: 'capture' }).catch(() => undefined),
  ])
  expect(taken).toMatchObject({ status: 'succeeded', amount_received: 13_800, amount_capturable: 0 })
  expect(await net()).toBe(13_568)
  expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
  expect((await refusalOf(sandbox.stripe.paymentIntents.capture(intent))).code).toBe('payment_intent_unexpected_state')
  await until(() => types().includes('payment_intent.succeeded'))
  expect((await sandbox.stripe.refunds.create({ payment_intent: intent })).amount).toBe(13_800)
})

test('let go, it can never be captured, and nothing was taken', async () => {
  const { session, intent } = await authorise()
  expect(await sandbox.stripe.paymentIntents.cancel(intent)).toMatchObject({ status: 'canceled', amount_capturable: 0 })
  expect((await refusalOf(sandbox.stripe.paymentIntents.capture(intent))).code).toBe('payment_intent_unexpected_state')
  expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid')
  expect([await net(), (await sandbox.stripe.refunds.list()).data]).toEqual([0, []])
})

test('after seven days the authorisation ends by itself', async () => {
  const { intent } = await authorise()
  const days = (count: number) => sandbox.control('clock', { advanceSeconds: count * 24 * 3600 })
  const { data } = await sandbox.stripe.charges.list({ payment_intent: intent })
  expect(data[0]?.payment_method_details?.card?.capture_before).toBe((data[0]?.created ?? 0) + 7 * 24 * 3600)
  await days(6)
  expect((await sandbox.stripe.paymentIntents.retrieve(intent)).status).toBe('requires_capture')
  await days(1.1)
  expect(await sandbox.stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic' })
  await sandbox.control('clock', { reset: true })
})
