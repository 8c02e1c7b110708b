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

const types = () => sandbox.receiver.events.map(({ type }) => type)
const all = ['card', 'paypal', 'klarna', 'billie', 'link', 'sepa_debit']
const manual = { payment_intent_data: { capture_method: 'manual' } } as const
const paidIntent = async (id: string) => {
  const session = await sandbox.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
  if (typeof session.payment_intent === 'string' || !session.payment_intent) throw new Error('not expanded')
  const { latest_charge: charge } = session.payment_intent
  if (typeof charge === 'string' || !charge) throw new Error('not expanded')
  return { session, intent: session.payment_intent, charge }
}

test('a session offers the allowed methods for which the account is approved and that fit the payment', async () => {
  expect((await sandbox.createSession()).payment_method_types).toEqual(all)
  const allowed = { allowed_payment_method_types: ['paypal', 'card', 'sepa_debit'] }
  expect((await sandbox.createSession(allowed)).payment_method_types).toEqual(['card', 'paypal', 'sepa_debit'])
  expect((await sandbox.createSession({ ...allowed, ...manual })).payment_method_types).toEqual(['card', 'paypal'])
  await sandbox.control('methods', { paypal: 'pending', card: 'inactive' })
  expect((await sandbox.createSession(allowed)).payment_method_types).toEqual(['sepa_debit'])
  expect((await refusalOf(sandbox.createSession({ ...allowed, ...manual }))).param).toBe('allowed_payment_method_types')
  const { data } = await sandbox.stripe.paymentMethodConfigurations.list()
  expect(data).toMatchObject([
    {
      is_default: true,
      card: { available: false, display_preference: { value: 'off' } },
      paypal: { available: false, display_preference: { value: 'on' } },
      klarna: { available: true, display_preference: { value: 'on' } },
    },
  ])
})

test('PayPal pays at once, Klarna refuses and the session stays open, and each charge names its method', async () => {
  const { id } = await sandbox.createSession()
  expect((await sandbox.control('pay', { session: id, method: 'klarna', refused: true })).result).toBe('declined')
  expect((await sandbox.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  expect((await sandbox.control('pay', { session: id, method: 'paypal' })).result).toBe('paid')
  const { session, charge } = await paidIntent(id)
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid' })
  expect(charge).toMatchObject({ paid: true, payment_method_details: { type: 'paypal' } })
  const refund = await sandbox.stripe.refunds.create({ payment_intent: String(charge.payment_intent), amount: 1_000 })
  expect(refund).toMatchObject({ status: 'succeeded', destination_details: { type: 'paypal' } })
})

test.each(['paypal', 'klarna', 'billie', 'link'])(
  '%s holds an amount without stating until when, and part of it is captured',
  async (method) => {
    const { id } = await sandbox.createSession(manual)
    await sandbox.control('pay', { session: id, method })
    const { intent, charge } = await paidIntent(id)
    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 13_800 })
    expect(JSON.stringify(charge)).not.toContain('capture_before')
    const taken = await sandbox.stripe.paymentIntents.capture(intent.id, { amount_to_capture: 9_000 })
    expect(taken).toMatchObject({ status: 'succeeded', amount_received: 9_000 })
  },
)

const hold = async (method: string) => {
  const { id } = await sandbox.createSession(manual)
  await sandbox.control('pay', { session: id, method })
  return String((await sandbox.stripe.checkout.sessions.retrieve(id)).payment_intent)
}

test('a hold ends after the days of its method', async () => {
  const [paypal, klarna] = [await hold('paypal'), await hold('klarna')]
  await sandbox.control('clock', { advanceSeconds: 11 * 86_400 })
  await until(async () => (await sandbox.stripe.paymentIntents.retrieve(paypal)).status === 'canceled')
  expect((await sandbox.stripe.paymentIntents.retrieve(klarna)).status).toBe('requires_capture')
  await sandbox.control('clock', { reset: true })
})

test('a hold of Klarna ends at midnight of the 28th day, one of Billie after seven days', async () => {
  await sandbox.control('clock', { to: '2027-03-01T14:00:00Z' })
  const [klarna, billie] = [await hold('klarna'), await hold('billie')]
  const statusAt = async (to: string, intent: string) => {
    await sandbox.control('clock', { to })
    return (await sandbox.stripe.paymentIntents.retrieve(intent)).status
  }
  expect(await statusAt('2027-03-08T13:59:00Z', billie)).toBe('requires_capture')
  await until(async () => (await statusAt('2027-03-08T14:00:00Z', billie)) === 'canceled')
  expect(await statusAt('2027-03-28T23:59:00Z', klarna)).toBe('requires_capture')
  await until(async () => (await statusAt('2027-03-29T00:00:00Z', klarna)) === 'canceled')
  await sandbox.control('clock', { reset: true })
})

test('a direct debit is complete and unpaid until the bank pays', async () => {
  const { id } = await sandbox.createSession()
  expect((await sandbox.control('pay', { session: id, method: 'sepa_debit' })).result).toBe('processing')
  const before = await paidIntent(id)
  expect(before.session).toMatchObject({ status: 'complete', payment_status: 'unpaid', url: null })
  expect(before.intent).toMatchObject({ status: 'processing', amount_received: 0 })
  expect(before.charge).toMatchObject({ status: 'pending', paid: false, balance_transaction: null })
  expect((await refusalOf(sandbox.stripe.checkout.sessions.expire(id))).statusCode).toBe(400)
  await sandbox.control('endProcessing', { session: id, outcome: 'succeeded' })
  const { session, charge } = await paidIntent(id)
  expect([session.payment_status, charge.status]).toEqual(['paid', 'succeeded'])
  await until(() => types().includes('checkout.session.async_payment_succeeded'))
  const refund = await sandbox.stripe.refunds.create({ payment_intent: String(charge.payment_intent) })
  expect(refund).toMatchObject({ status: 'pending', balance_transaction: expect.stringMatching(/^txn_/) })
  expect(await sandbox.control('failRefund', { refund: refund.id })).toMatchObject({ status: 'failed' })
})

test('refused by the bank it stays complete and unpaid, and its intent waits for another method', async () => {
  const { id } = await sandbox.createSession()
  await sandbox.control('pay', { session: id, method: 'sepa_debit' })
  await sandbox.control('endProcessing', { session: id, outcome: 'failed' })
  const { session, intent, charge } = await paidIntent(id)
  expect([session.status, session.payment_status, intent.status, charge.status]).toEqual([
    'complete',
    'unpaid',
    'requires_payment_method',
    'failed',
  ])
  await until(() => types().includes('checkout.session.async_payment_failed'))
  await expect(sandbox.control('endProcessing', { session: id, outcome: 'failed' })).rejects.toThrow('has no payment in process')
})

test("disputes name the method's own case", async () => {
  const { id } = await sandbox.createSession()
  await sandbox.control('pay', { session: id, method: 'paypal' })
  const { intent } = await paidIntent(id)
  const dispute = await sandbox.control('dispute', { payment_intent: intent.id, reason: 'product_not_received' })
  expect(await sandbox.stripe.disputes.retrieve(String(dispute.id))).toMatchObject({
    reason: 'product_not_received',
    payment_method_details: { type: 'paypal' },
  })
})
