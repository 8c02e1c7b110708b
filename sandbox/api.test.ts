import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestSandbox, refusalOf, secretKey, type TestSandbox } from './testSandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
beforeEach(() => sandbox.control('reset'))
afterAll(() => sandbox.close())

const payNewSession = async () => {
  const session = await sandbox.createSession()
  await sandbox.control('pay', { session: session.id })
  const paid = await sandbox.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge.balance_transaction', 'line_items'],
  })
  const intent = paid.payment_intent
  if (typeof intent !== 'object' || !intent || typeof intent.latest_charge !== 'object' || !intent.latest_charge)
    throw new Error('not expanded')
  return { paid, intent, charge: intent.latest_charge }
}

describe('checkout sessions', () => {
  test('are created with what was asked', async () => {
    const session = await sandbox.createSession({ expires_at: Math.floor(Date.now() / 1000) + 35 * 60 })
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 13_800,
      currency: 'eur',
      client_reference_id: 'booking-1',
    })
    expect(session.metadata).toEqual({ booking_id: 'booking-1' })
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{60}$/)
    expect(session.url).toBe(`${sandbox.url}/c/pay/${session.id}`)
    expect(session.payment_intent).toBeNull()
    expect(session.lastResponse.requestId).toMatch(/^req_/)
  })

  test('show line items and the payment when expanded', async () => {
    const { paid, intent, charge } = await payNewSession()
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
    expect(paid.line_items?.data[0]).toMatchObject({ description: 'Reinigung Service', quantity: 1, amount_total: 13_800 })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 13_800,
      metadata: { booking_id: 'booking-1' },
      description: 'Reinigung Service',
    })
    expect(charge).toMatchObject({
      paid: true,
      amount: 13_800,
      balance_transaction: { amount: 13_800, fee: 232, net: 13_568, status: 'pending' },
    })
    const items = await sandbox.stripe.checkout.sessions.listLineItems(paid.id)
    expect(items.data.map((one) => one.description)).toEqual(['Reinigung Service'])
  })

  test('expire on demand, once', async () => {
    const session = await sandbox.createSession()
    expect((await sandbox.stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
    const again = await refusalOf(sandbox.stripe.checkout.sessions.expire(session.id))
    expect(again.message).toContain('status of expired')
    const { paid } = await payNewSession()
    expect((await refusalOf(sandbox.stripe.checkout.sessions.expire(paid.id))).statusCode).toBe(400)
  })

  test.each([
    [30 * 60 - 5, 'at least 30 minutes'],
    [24 * 60 * 60 + 60, 'less than 24 hours'],
  ])('refuse to expire in %i seconds', async (seconds, words) => {
    const refusal = await refusalOf(sandbox.createSession({ expires_at: Math.floor(Date.now() / 1000) + seconds }))
    expect(refusal).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', param: 'expires_at' })
    expect(refusal.message).toContain(words)
  })

  test('expire by the sandbox clock', async () => {
    const session = await sandbox.createSession({ expires_at: Math.floor(Date.now() / 1000) + 35 * 60 })
    await sandbox.control('clock', { advanceSeconds: 36 * 60 })
    expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
    await sandbox.receiver.waitFor((events) => events.some((one) => one.type === 'checkout.session.expired'))
  })

  test('are listed newest first, page by page, and filtered', async () => {
    const created: string[] = []
    for (let count = 0; count < 5; count++) created.unshift((await sandbox.createSession()).id)
    const [newest = ''] = created
    await sandbox.control('pay', { session: newest })
    const first = await sandbox.stripe.checkout.sessions.list({ limit: 2 })
    expect(first.data.map((one) => one.id)).toEqual(created.slice(0, 2))
    expect(first.has_more).toBe(true)
    const all: string[] = []
    for await (const one of sandbox.stripe.checkout.sessions.list({ limit: 2 })) all.push(one.id)
    expect(all).toEqual(created)
    const before = await sandbox.stripe.checkout.sessions.list({ ending_before: created[3], limit: 2 })
    expect(before.data.map((one) => one.id)).toEqual(created.slice(1, 3))
    expect((await sandbox.stripe.checkout.sessions.list({ status: 'complete' })).data.map((one) => one.id)).toEqual([newest])
    expect((await sandbox.stripe.checkout.sessions.list({ created: { gt: Math.floor(Date.now() / 1000) + 60 } })).data).toEqual([])
    const byIntent = await sandbox.stripe.checkout.sessions.list({
      payment_intent: String((await sandbox.stripe.checkout.sessions.retrieve(newest)).payment_intent),
    })
    expect(byIntent.data).toHaveLength(1)
    const expanded = await sandbox.stripe.checkout.sessions.list({ limit: 1, expand: ['data.payment_intent'] })
    expect(expanded.data[0]?.payment_intent).toMatchObject({ object: 'payment_intent', status: 'succeeded' })
  })

  test.each<[string, object, string, string | undefined]>([
    ['an unknown parameter', { farbe: 'rot' }, 'Received unknown parameter: farbe', 'parameter_unknown'],
    [
      'an unknown nested parameter',
      { line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 100, product_data: { name: 'x', colour: 'y' } } }] },
      'Received unknown parameter: line_items[0][price_data][product_data][colour]',
      'parameter_unknown',
    ],
    [
      'a missing nested parameter',
      { line_items: [{ quantity: 1, price_data: { unit_amount: 100, product_data: { name: 'x' } } }] },
      'Missing required param: line_items[0][price_data][currency].',
      'parameter_missing',
    ],
    ['a missing success_url', { success_url: undefined }, 'You must provide a `success_url`', 'parameter_missing'],
    ['a mode that does not exist', { mode: 'gift' }, 'Invalid mode: must be one of payment, setup, or subscription', undefined],
    ['a number that is none', { expires_at: 'morgen' }, 'Invalid integer: morgen', 'parameter_invalid_integer'],
    ['an empty text', { client_reference_id: '' }, "You passed an empty string for 'client_reference_id'", 'parameter_invalid_empty'],
    [
      'fractions of a cent',
      { line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 100.5, product_data: { name: 'x' } } }] },
      'Invalid integer: 100.5',
      'parameter_invalid_integer',
    ],
    [
      'less than half a euro',
      { line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 49, product_data: { name: 'x' } } }] },
      'at least 0.50',
      'amount_too_small',
    ],
    ['an address that is none', { success_url: 'ja' }, 'Not a valid URL', 'url_invalid'],
    ['too long metadata', { metadata: { a: 'x'.repeat(501) } }, 'up to 500 characters', undefined],
    ['two customers', { customer: 'cus_x' }, 'You may only specify one of these parameters', undefined],
    [
      'a parameter of an older version',
      { payment_method_types: ['card'] },
      'Received unknown parameter: payment_method_types',
      'parameter_unknown',
    ],
  ])('refuse %s', async (_, wrong, message, code) => {
    const refusal = await refusalOf(sandbox.createSession(wrong))
    expect(refusal.statusCode).toBe(400)
    expect(refusal.message).toContain(message)
    expect(refusal.code).toBe(code)
    expect((await sandbox.stripe.checkout.sessions.list()).data).toEqual([])
  })

  test('that fail late leave nothing behind', async () => {
    const refusal = await refusalOf(sandbox.createSession({ expand: ['amount_total'] }, { idempotencyKey: 'late' }))
    expect(refusal.message).toContain('cannot be expanded')
    expect((await sandbox.stripe.checkout.sessions.list()).data).toEqual([])
  })

  test('say loudly what the sandbox cannot do', async () => {
    const refusal = await refusalOf(sandbox.createSession({ automatic_tax: { enabled: true } }))
    expect(refusal).toMatchObject({
      statusCode: 501,
      code: 'sandbox_not_implemented',
      message: 'The sandbox does not implement the parameter automatic_tax[enabled].',
    })
  })
})

describe('payment intents and charges', () => {
  test('are retrieved and listed', async () => {
    const { intent, charge } = await payNewSession()
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBe(charge.id)
    expect((await sandbox.stripe.paymentIntents.list()).data.map((one) => one.id)).toEqual([intent.id])
    expect((await sandbox.stripe.charges.retrieve(charge.id, { expand: ['refunds'] })).refunds?.data).toEqual([])
    expect((await sandbox.stripe.charges.list({ payment_intent: intent.id })).data.map((one) => one.id)).toEqual([charge.id])
    expect((await sandbox.stripe.charges.list({ payment_intent: 'pi_other' })).data).toEqual([])
  })

  test('that do not exist are 404', async () => {
    expect(await refusalOf(sandbox.stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    })
    expect(await refusalOf(sandbox.stripe.checkout.sessions.retrieve('cs_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect(await refusalOf(sandbox.stripe.charges.retrieve('ch_none', { expand: ['fee'] }))).toMatchObject({ statusCode: 404 })
  })

  test('refuse to expand what is no object', async () => {
    const { charge } = await payNewSession()
    expect((await refusalOf(sandbox.stripe.charges.retrieve(charge.id, { expand: ['amount'] }))).message).toContain('cannot be expanded')
  })
})

describe('refunds', () => {
  test('in part and in full, never above the amount', async () => {
    const { intent, charge } = await payNewSession()
    const first = await sandbox.stripe.refunds.create({
      payment_intent: intent.id,
      amount: 3_800,
      reason: 'requested_by_customer',
      metadata: { booking_id: 'booking-1' },
    })
    expect(first).toMatchObject({ amount: 3_800, status: 'succeeded', charge: charge.id, payment_intent: intent.id })
    expect(await sandbox.stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 3_800, refunded: false })
    const tooMuch = await refusalOf(sandbox.stripe.refunds.create({ charge: charge.id, amount: 10_001 }))
    expect(tooMuch.message).toBe('Refund amount (€100.01) is greater than unrefunded amount on charge (€100.00)')
    const rest = await sandbox.stripe.refunds.create({ charge: charge.id })
    expect(rest.amount).toBe(10_000)
    expect(await sandbox.stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 13_800, refunded: true })
    expect((await refusalOf(sandbox.stripe.refunds.create({ charge: charge.id }))).code).toBe('charge_already_refunded')
    expect((await sandbox.stripe.refunds.list({ charge: charge.id })).data.map((one) => one.id)).toEqual([rest.id, first.id])
    expect((await sandbox.stripe.refunds.retrieve(first.id)).metadata).toEqual({ booking_id: 'booking-1' })
    await sandbox.receiver.waitFor((events) => events.filter((one) => one.type === 'charge.refunded').length === 2)
  })

  test.each([[{ amount: 0 }], [{ amount: -5 }], [{ amount: 1.5 }]])('refuse the amount %o', async (wrong) => {
    const { intent } = await payNewSession()
    expect((await refusalOf(sandbox.stripe.refunds.create({ payment_intent: intent.id, ...wrong }))).statusCode).toBe(400)
    expect((await sandbox.stripe.refunds.list()).data).toEqual([])
  })

  test('need a successful charge', async () => {
    const session = await sandbox.createSession()
    await sandbox.control('pay', { session: session.id, card: '4000 0000 0000 0002' })
    const { payment_intent } = await sandbox.stripe.checkout.sessions.retrieve(session.id)
    expect((await refusalOf(sandbox.stripe.refunds.create({ payment_intent: String(payment_intent) }))).message).toContain(
      'does not have a successful charge',
    )
    expect((await refusalOf(sandbox.stripe.refunds.create({}))).statusCode).toBe(400)
    expect((await refusalOf(sandbox.stripe.refunds.create({ charge: 'ch_none' }))).code).toBe('resource_missing')
  })
})

describe('the rest of the API', () => {
  test('customers', async () => {
    const customer = await sandbox.stripe.customers.create({ email: 'a@kunde.example', name: 'A', metadata: { a: '1' } })
    expect(await sandbox.stripe.customers.retrieve(customer.id)).toMatchObject({
      email: 'a@kunde.example',
      name: 'A',
      metadata: { a: '1' },
    })
    expect((await sandbox.stripe.customers.list({ email: 'a@kunde.example' })).data).toHaveLength(1)
    expect((await sandbox.stripe.customers.list({ email: 'b@kunde.example' })).data).toEqual([])
    const session = await sandbox.createSession({ customer: customer.id, customer_email: undefined })
    expect(session).toMatchObject({ customer: customer.id, customer_details: { email: 'a@kunde.example' } })
    expect((await refusalOf(sandbox.stripe.customers.create({ email: 'keine' }))).code).toBe('email_invalid')
  })

  test('the balance is the sum of all net amounts, and becomes available with time', async () => {
    const { charge } = await payNewSession()
    await sandbox.stripe.refunds.create({ charge: charge.id, amount: 800 })
    const sum = (await sandbox.stripe.balanceTransactions.list()).data.reduce((total, one) => total + one.net, 0)
    expect(sum).toBe(13_800 - 232 - 800)
    const balance = await sandbox.stripe.balance.retrieve()
    expect([balance.pending[0]?.amount, balance.available[0]?.amount]).toEqual([13_568, -800])
    await sandbox.control('clock', { advanceSeconds: 4 * 24 * 3600 })
    const later = await sandbox.stripe.balance.retrieve()
    expect([later.pending[0]?.amount, later.available[0]?.amount]).toEqual([0, sum])
    const [newest] = (await sandbox.stripe.balanceTransactions.list({ type: 'refund' })).data
    expect(await sandbox.stripe.balanceTransactions.retrieve(newest?.id ?? '')).toMatchObject({
      type: 'refund',
      amount: -800,
      fee: 0,
      status: 'available',
    })
    expect((await sandbox.stripe.balanceTransactions.list({ source: charge.id })).data).toHaveLength(1)
  })

  test('events are kept', async () => {
    const { paid } = await payNewSession()
    const { data } = await sandbox.stripe.events.list({ type: 'checkout.session.completed' })
    expect(data).toHaveLength(1)
    const event = await sandbox.stripe.events.retrieve(data[0]?.id ?? '')
    expect(event).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      data: { object: { id: paid.id, payment_status: 'paid' } },
    })
    expect((await sandbox.stripe.events.list({ types: ['charge.succeeded', 'payment_intent.succeeded'] })).data).toHaveLength(2)
  })

  test('webhook endpoints tell their secret once', async () => {
    const made = await sandbox.stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/x', enabled_events: ['charge.refunded'] })
    expect(made.secret).toMatch(/^whsec_/)
    expect((await sandbox.stripe.webhookEndpoints.retrieve(made.id)).secret).toBeUndefined()
    expect((await sandbox.stripe.webhookEndpoints.list()).data.map((one) => one.id)).toEqual([made.id, 'we_configured'])
    expect(await sandbox.stripe.webhookEndpoints.del(made.id)).toMatchObject({ id: made.id, deleted: true })
    expect((await sandbox.stripe.webhookEndpoints.list()).data).toHaveLength(1)
    expect((await refusalOf(sandbox.stripe.webhookEndpoints.create({ url: 'x', enabled_events: ['*'] }))).code).toBe('url_invalid')
  })

  test('a wrong key is 401, an unknown address 404', async () => {
    const stranger = new Stripe('sk_test_falscherschluessel', {
      host: '127.0.0.1',
      port: Number(new URL(sandbox.url).port),
      protocol: 'http',
    })
    expect(await refusalOf(stranger.balance.retrieve())).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' })
    expect((await fetch(`${sandbox.url}/v1/balance`)).status).toBe(401)
    const older = { authorization: `Bearer ${secretKey}`, 'stripe-version': '2024-06-20' }
    expect((await fetch(`${sandbox.url}/v1/balance`, { headers: older })).status).toBe(400)
    const unknown = await fetch(`${sandbox.url}/v1/topups`, { headers: { authorization: `Bearer ${secretKey}` } })
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
    expect((await fetch(`${sandbox.url}/healthz`)).status).toBe(200)
  })
})
