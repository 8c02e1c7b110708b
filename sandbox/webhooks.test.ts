import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findResponseErrors } from './responseCheck.ts'
import { loadOwnSchema } from './server.ts'
import { callControl, openTestSandbox, type TestSandbox, until, webhookSecret } from './testSandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
beforeEach(async () => {
  await sandbox.control('reset')
  sandbox.receiver.events.length = 0
  sandbox.receiver.statuses.length = 0
})
afterAll(() => sandbox.close())

const typesSeen = () => sandbox.receiver.events.map((one) => one.type)
const countOf = (type: string) => typesSeen().filter((one) => one === type).length
const paySession = async (more: object = {}) => {
  const session = await sandbox.createSession()
  await sandbox.control('pay', { session: session.id, ...more })
  return session
}
const quiet = () => new Promise((resolve) => setTimeout(resolve, 250))

test('a payment delivers its events, verified by the SDK, with the shapes the SDK promises', async () => {
  const session = await paySession()
  await sandbox.receiver.waitFor((events) => events.length >= 4)
  expect(typesSeen().toSorted()).toEqual([
    'charge.succeeded',
    'checkout.session.completed',
    'payment_intent.created',
    'payment_intent.succeeded',
  ])
  const { definitions } = loadOwnSchema()
  const shapes: Record<string, string> = {
    'checkout.session': 'Checkout/Sessions#Session',
    payment_intent: 'PaymentIntents#PaymentIntent',
    charge: 'Charges#Charge',
  }
  for (const event of sandbox.receiver.events) {
    const { object } = event.data
    if (!('object' in object)) throw new Error('no object')
    expect(findResponseErrors(definitions, { ref: `resources/${shapes[String(object.object)]}` }, object)).toEqual([])
    expect(findResponseErrors(definitions, { ref: 'resources/Events#EventBase' }, event)).toEqual([])
  }
  const completed = sandbox.receiver.events.find((one) => one.type === 'checkout.session.completed')
  expect(completed?.data.object).toMatchObject({
    id: session.id,
    payment_status: 'paid',
    client_reference_id: 'booking-1',
    metadata: { booking_id: 'booking-1' },
  })
  await until(async () => (await sandbox.stripe.events.list()).data.every((one) => one.pending_webhooks === 0))
})

test('a declined card delivers the failure', async () => {
  await paySession({ card: '4000000000009995' })
  await sandbox.receiver.waitFor((events) => events.some((one) => one.type === 'payment_intent.payment_failed'))
  const failed = sandbox.receiver.events.find((one) => one.type === 'payment_intent.payment_failed')
  expect(failed?.data.object).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
  })
  expect(countOf('checkout.session.completed')).toBe(0)
})

test('a refusing endpoint is retried', async () => {
  sandbox.receiver.statuses.push(500, 500)
  const began = Date.now()
  const customer = await sandbox.stripe.customers.create({ email: 'a@b.de' })
  await sandbox.receiver.waitFor((events) => events.length === 1)
  expect(Date.now() - began).toBeGreaterThanOrEqual(2900)
  expect(sandbox.receiver.events[0]?.data.object).toMatchObject({ id: customer.id })
  expect(await sandbox.control('state')).toMatchObject({ deliveries: [] })
})

test('an endpoint gets only the types it asked for', async () => {
  const made = await sandbox.stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/none', enabled_events: ['charge.refunded'] })
  await sandbox.stripe.customers.create({})
  await sandbox.receiver.waitFor((events) => events.length === 1)
  await until(async () => JSON.stringify(await sandbox.control('state')).includes('"deliveries":[]'))
  await sandbox.stripe.webhookEndpoints.del(made.id)
})

test('duplicate, drop, delay', async () => {
  await sandbox.control('webhooks', { action: 'duplicate', types: ['checkout.session.completed'], count: 3 })
  await sandbox.control('webhooks', { action: 'drop', types: ['charge.succeeded'] })
  await sandbox.control('webhooks', { action: 'delay', types: ['payment_intent.succeeded'], milliseconds: 700 })
  await paySession()
  await sandbox.receiver.waitFor(() => countOf('checkout.session.completed') === 3)
  await quiet()
  expect(countOf('charge.succeeded')).toBe(0)
  expect(countOf('payment_intent.succeeded')).toBe(0)
  await sandbox.receiver.waitFor(() => countOf('payment_intent.succeeded') === 1)
  const completed = sandbox.receiver.events.filter((one) => one.type === 'checkout.session.completed')
  expect(new Set(completed.map((one) => one.id)).size).toBe(1)
  sandbox.receiver.events.length = 0
  await paySession()
  await sandbox.receiver.waitFor((events) => events.length === 4)
  expect(countOf('charge.succeeded')).toBe(1)
})

test('reorder turns the order round', async () => {
  const types = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed']
  await sandbox.control('webhooks', { action: 'reorder', count: 4 })
  await paySession()
  await sandbox.receiver.waitFor((events) => events.length === 4)
  expect(typesSeen()).toEqual(types.toReversed())
})

test('events are listed by whether they were delivered', async () => {
  await sandbox.control('webhooks', { action: 'drop', types: ['charge.succeeded'] })
  await paySession()
  const typesListed = async (delivery_success: boolean) =>
    (await sandbox.stripe.events.list({ delivery_success })).data.map((one) => one.type)
  await until(async () => (await typesListed(true)).length === 3)
  expect(await typesListed(true)).toEqual(['checkout.session.completed', 'payment_intent.succeeded', 'payment_intent.created'])
  expect(await typesListed(false)).toEqual(['charge.succeeded'])
})

test('hold keeps events back until release', async () => {
  await sandbox.control('webhooks', { action: 'hold', types: ['checkout.session.completed'] })
  await paySession()
  await sandbox.receiver.waitFor((events) => events.length === 3)
  await quiet()
  expect(countOf('checkout.session.completed')).toBe(0)
  expect(await sandbox.control('release')).toEqual({ released: 1 })
  await sandbox.receiver.waitFor(() => countOf('checkout.session.completed') === 1)
})

test('resend delivers an old event again', async () => {
  const session = await paySession()
  await sandbox.receiver.waitFor((events) => events.length === 4)
  await sandbox.control('resend', { type: 'checkout.session.completed', object: session.id, times: 2 })
  await sandbox.receiver.waitFor(() => countOf('checkout.session.completed') === 3)
})

test('signatures bear the wall clock, or the moved one if asked', async () => {
  await sandbox.control('clock', { advanceSeconds: 3600 })
  await sandbox.stripe.customers.create({})
  await sandbox.receiver.waitFor((events) => events.length === 1)
  const [event] = sandbox.receiver.events
  expect((event?.created ?? 0) - Date.now() / 1000).toBeGreaterThan(3500)
  expect(await sandbox.control('clock', { reset: true, signWith: 'clock' })).toMatchObject({ clockOffset: 0, signWith: 'clock' })
})

test('the SDK refuses another secret', () => {
  const stripe = new Stripe('sk_test_x')
  const header = stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: 'whsec_other' })
  expect(() => stripe.webhooks.constructEvent('{}', header, webhookSecret)).toThrow(/No signatures found/)
})

test('the control interface refuses nonsense', async () => {
  await expect(callControl(sandbox.url, 'faults', { kind: 'fail', operation: 'Nothing.at' })).rejects.toThrow('Unknown operation')
  await expect(callControl(sandbox.url, 'webhooks', { action: 'eat' })).rejects.toThrow('action must be one of')
  await expect(callControl(sandbox.url, 'nothing', {})).rejects.toThrow('Unknown control')
  const form = await fetch(`${sandbox.url}/__control/reset`, { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } })
  expect(form.status).toBe(415)
})
