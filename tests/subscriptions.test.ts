import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Payments, PaymentsDeclined, PaymentsRefused, PaymentsUnavailable } from '#src/platform/ports/payments.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'
import { openSandbox } from '../sandbox/server.ts'

const start = Date.parse('2026-01-31T10:00:00Z')
const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
const basic = { key: 'basic', name: 'Basic', priceCents: 2500 }
const premium = { key: 'premium', name: 'Premium', priceCents: 3000 }
const company = {
  companyId: 'company-1',
  email: 'chefin@glanzwerk.example',
  name: 'Glanzwerk Altona',
  idempotencyKey: 'company:1:customer',
}

let sandbox: Awaited<ReturnType<typeof openSandbox>>
let payments: Payments
let stripe: Stripe
beforeAll(async () => {
  sandbox = await openSandbox({ port: 0, secretKey, now: () => start, checksAnswers: true })
  payments = stripePayments({ secretKey, webhookSecret: 'whsec_test_geheim', apiUrl: sandbox.url })
  const { port } = new URL(sandbox.url)
  stripe = new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
})
beforeEach(() => control('reset'))
afterAll(() => sandbox.close())

async function control(verb: string, input: object = {}) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${sandbox.url}/__control/${verb}`, { method: 'POST', headers, body: JSON.stringify(input) })
  if (!answer.ok) throw new Error(await answer.text())
}
const fail = (operation: string, kind: string, times = 1) => control('faults', { operation, kind, times })
const openCheckout = async (plan = basic) => {
  const customer = await payments.ensureCustomer(company)
  const session = await payments.startSubscriptionCheckout({
    companyId: company.companyId,
    checkoutId: 'checkout-1',
    customerId: customer.id,
    plan,
    methods: ['card'],
    expiresAt: new Date(start + 35 * 60_000),
    successUrl: 'http://127.0.0.1:9/payment-success-provider?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://127.0.0.1:9/provider-signup',
    idempotencyKey: `subscription:1:checkout:${plan.priceCents}`,
  })
  return { customerId: customer.id, session }
}
const subscribe = async (plan = basic) => {
  const { customerId, session } = await openCheckout(plan)
  await control('pay', { session: session.id })
  const { subscriptionId } = (await payments.findCheckout(session.id)) ?? {}
  return { customerId, subscriptionId: subscriptionId ?? '' }
}
const change = (
  subscriptionId: string,
  plan: typeof basic,
  charge: 'now' | 'fromNextPeriod',
  idempotencyKey = `change:${plan.key}:${charge}`,
) => payments.changeSubscriptionPlan({ subscriptionId, plan, charge, idempotencyKey })

describe('a checkout of a subscription', () => {
  test('names the company, and the subscription once it is paid', async () => {
    const { customerId, session } = await openCheckout()
    expect(session).toMatchObject({
      mode: 'subscription',
      status: 'open',
      isPaid: false,
      companyId: 'company-1',
      bookingId: null,
      subscriptionId: null,
    })
    expect((await openCheckout()).session).toEqual(session)
    await control('pay', { session: session.id })
    const paid = await payments.findCheckout(session.id)
    expect(paid).toMatchObject({ status: 'complete', isPaid: true, amountCents: 2500, currency: 'eur', paymentId: null })
    const state = await payments.findSubscription(paid?.subscriptionId ?? '')
    expect(state).toEqual({
      id: paid?.subscriptionId,
      customerId,
      companyId: 'company-1',
      status: 'active',
      method: 'card',
      renewalCents: 2500,
      renewsAs: 'basic',
      paidPlan: 'basic',
      currentPeriodEnd: new Date('2026-02-28T10:00:00Z'),
      cancelAtPeriodEnd: false,
      cancelAt: null,
      startedAt: new Date(start),
      endedAt: null,
      latestInvoiceId: expect.stringMatching(/^in_/),
    })
    expect(await payments.listSubscriptions(customerId)).toEqual([state])
    expect(await payments.findInvoice(state?.latestInvoiceId ?? '')).toEqual({
      id: state?.latestInvoiceId,
      subscriptionId: state?.id,
      status: 'paid',
      isUnderWay: false,
      replacesId: null,
      amountDueCents: 2500,
      amountPaidCents: 2500,
      paidAt: new Date(start),
      periodStart: new Date(start),
      periodEnd: new Date('2026-02-28T10:00:00Z'),
      number: expect.stringMatching(/^[A-Z0-9a-z]{8}-0001$/),
      hostedUrl: expect.stringContaining('/i/in_'),
      pdfUrl: expect.stringContaining('/pdf'),
    })
  })

  test('makes one price for each plan and amount', async () => {
    await Promise.all([openCheckout(), openCheckout()])
    await subscribe({ ...basic, priceCents: 2600 })
    const prices = (await stripe.prices.list({})).data
    expect(prices.map((one) => [one.lookup_key, one.metadata.plan, one.unit_amount])).toEqual([
      ['basic_2600', 'basic', 2600],
      ['basic_2500', 'basic', 2500],
    ])
  })

  test('finds the price that another process makes at the same moment under another name', async () => {
    await control('faults', { operation: 'Prices.create', kind: 'delay', milliseconds: 300 })
    const [one, other] = await Promise.all([openCheckout(), openCheckout({ ...basic, name: 'Basis' })])
    expect(other.session).toEqual(one.session)
    expect((await stripe.prices.list()).data).toHaveLength(1)
  })

  test('with an answer that never came is found again', async () => {
    await fail('Customers.create', 'dropAfter')
    await fail('Prices.create', 'dropAfter')
    await fail('Checkout/Sessions.create', 'dropAfter')
    await openCheckout()
    expect((await stripe.customers.list()).data).toHaveLength(1)
    expect((await stripe.prices.list()).data).toHaveLength(1)
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1)
  })
})

describe('a customer', () => {
  test('is the same for the same company, also when the key is forgotten', async () => {
    const first = await payments.ensureCustomer(company)
    expect(await payments.ensureCustomer({ ...company, idempotencyKey: 'another' })).toEqual(first)
    expect(await payments.ensureCustomer({ ...company, companyId: 'company-2', idempotencyKey: 'company:2:customer' })).not.toEqual(first)
  })

  test.each(['failAfterEffect', 'fail'])('is created once although the PSP stores an error for the call (%s)', async (kind) => {
    await control('faults', { operation: 'Customers.create', kind, status: 500, saved: true })
    const first = await payments.ensureCustomer(company)
    expect(await payments.ensureCustomer(company)).toEqual(first)
  })

  test('may be asked for with another name and address under the same key', async () => {
    await payments.ensureCustomer(company)
    const renamed = await payments.ensureCustomer({ ...company, email: 'buero@glanzwerk.example', name: 'Glanzwerk' })
    expect(renamed.id).toMatch(/^cus_/)
  })
})

describe('the plan paid for', () => {
  test('is the new one as soon as the difference is paid', async () => {
    const { subscriptionId } = await subscribe()
    await control('clock', { to: '2026-02-10T10:00:00Z' })
    expect(await change(subscriptionId, premium, 'now')).toMatchObject({ renewsAs: 'premium', paidPlan: 'premium', status: 'active' })
    const [newest, first] = await payments.listInvoices(subscriptionId)
    expect(newest).toMatchObject({ amountPaidCents: 322, periodStart: new Date('2026-02-10T10:00:00Z'), periodEnd: first?.periodEnd })
  })

  test('stays the old one until the period ends after a change from the next period', async () => {
    const { subscriptionId } = await subscribe(premium)
    expect(await change(subscriptionId, basic, 'fromNextPeriod')).toMatchObject({ renewsAs: 'basic', paidPlan: 'premium' })
    expect(await payments.listInvoices(subscriptionId)).toHaveLength(1)
    await control('clock', { to: '2026-02-28T09:59:00Z' })
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ paidPlan: 'premium' })
    await control('clock', { to: '2026-02-28T10:00:00Z' })
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ renewsAs: 'basic', paidPlan: 'basic' })
  })

  test('stays the old one when the renewal with another plan fails', async () => {
    const { subscriptionId, customerId } = await subscribe()
    await change(subscriptionId, premium, 'fromNextPeriod')
    await control('card', { customer: customerId, card: '4000000000000002' })
    await control('clock', { to: '2026-02-28T10:00:00Z' })
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'past_due', renewsAs: 'premium', paidPlan: 'basic' })
    const [open] = await payments.listInvoices(subscriptionId)
    expect(open).toMatchObject({ status: 'open', amountPaidCents: 0 })
    await control('clock', { to: '2026-03-14T10:00:00Z' })
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'unpaid' })
  })

  test('does not change with a declined card, and nothing else does', async () => {
    const { subscriptionId, customerId } = await subscribe()
    const before = await payments.findSubscription(subscriptionId)
    await control('card', { customer: customerId, card: '4000000000000002' })
    await expect(change(subscriptionId, premium, 'now')).rejects.toThrow(PaymentsDeclined)
    expect(await payments.findSubscription(subscriptionId)).toEqual(before)
    await control('card', { customer: customerId })
    expect(await change(subscriptionId, premium, 'now', 'change:2')).toMatchObject({ paidPlan: 'premium' })
  })

  test('is charged once when the answer is lost', async () => {
    const { subscriptionId } = await subscribe()
    await control('clock', { to: '2026-02-10T10:00:00Z' })
    await control('faults', { operation: 'Subscriptions.update', kind: 'dropAfter', times: 1 })
    await change(subscriptionId, premium, 'now')
    await control('faults', { operation: 'Subscriptions.update', kind: 'failAfterEffect', times: 1 })
    await change(subscriptionId, premium, 'now', 'another key')
    expect(await payments.listInvoices(subscriptionId)).toHaveLength(2)
  })
})

describe('an end', () => {
  test('with the period is taken back, and comes', async () => {
    const { subscriptionId } = await subscribe()
    const setCancel = (cancel: boolean, key: string) => payments.setCancelAtPeriodEnd({ subscriptionId, cancel, idempotencyKey: key })
    expect(await setCancel(true, 'cancel:1')).toMatchObject({ cancelAtPeriodEnd: true, status: 'active' })
    expect(await setCancel(true, 'cancel:2')).toMatchObject({ cancelAtPeriodEnd: true })
    expect(await setCancel(false, 'cancel:3')).toMatchObject({ cancelAtPeriodEnd: false })
    await setCancel(true, 'cancel:4')
    await control('clock', { to: '2026-02-28T10:00:00Z' })
    const ended = new Date('2026-02-28T10:00:00Z')
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'canceled', endedAt: ended, paidPlan: 'basic' })
    await expect(setCancel(false, 'cancel:5')).rejects.toThrow(PaymentsRefused)
    await expect(change(subscriptionId, premium, 'now')).rejects.toThrow(PaymentsRefused)
  })
})

describe('an end in the portal of the PSP', () => {
  // Flexible billing mode: stored as a time, not as a flag.
  test('is an end, and is taken back here, whichever way it was set', async () => {
    const { subscriptionId } = await subscribe()
    const resume = (key: string) => payments.setCancelAtPeriodEnd({ subscriptionId, cancel: false, idempotencyKey: key })
    const cancelAt = new Date('2026-02-20T10:00:00Z')
    await stripe.subscriptions.update(subscriptionId, { cancel_at: cancelAt.getTime() / 1000 })
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ cancelAtPeriodEnd: true, cancelAt })
    expect(await resume('resume:1')).toMatchObject({ cancelAtPeriodEnd: false, cancelAt: null })
    expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    expect(await resume('resume:2')).toMatchObject({ cancelAtPeriodEnd: false, cancelAt: null })
  })
})

describe('an end at once', () => {
  const end = (subscriptionId: string) => payments.endSubscription({ subscriptionId, idempotencyKey: `subscription:${subscriptionId}:end` })

  test('comes once, also when its answer is lost', async () => {
    const { subscriptionId } = await subscribe()
    await fail('Subscriptions.cancel', 'dropAfter')
    const ended = await end(subscriptionId)
    expect(ended).toMatchObject({ status: 'canceled', endedAt: new Date(start) })
    expect(await end(subscriptionId)).toEqual(ended)
  })

  test('that the PSP could not bring is not reported as one', async () => {
    const { subscriptionId } = await subscribe()
    await fail('Subscriptions.cancel', 'fail', 9)
    await expect(end(subscriptionId)).rejects.toThrow(PaymentsUnavailable)
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'active' })
  })
})

test('what the PSP does not know is absent', async () => {
  expect(await payments.findSubscription('sub_unbekannt')).toBeUndefined()
  expect(await payments.findInvoice('in_unbekannt')).toBeUndefined()
  await control('faults', { operation: 'Subscriptions.retrieve', kind: 'fail', times: 9 })
  await expect(payments.findSubscription('sub_unbekannt')).rejects.toThrow(PaymentsUnavailable)
})

test('the PSP must send no mail, and its PDF shows no tax: the operator issues the invoice', async () => {
  const { subscriptionId } = await subscribe()
  const { collection_method, automatic_tax, default_tax_rates, latest_invoice } = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ['latest_invoice'],
  })
  // 'send_invoice' would mail it regardless of the account's settings.
  expect([collection_method, automatic_tax.enabled, default_tax_rates]).toEqual(['charge_automatically', false, []])
  expect(latest_invoice).toMatchObject({
    collection_method: 'charge_automatically',
    automatic_tax: { enabled: false },
    account_tax_ids: null,
    default_tax_rates: [],
  })
  const session = await payments.startCheckout({
    bookingId: '7c7d3f4e-0000-4000-8000-000000000001',
    title: 'Fenster putzen',
    description: 'Glanzwerk Altona',
    amountCents: 13_800,
    customerEmail: 'katrin@kunde.example',
    expiresAt: new Date(start + 35 * 60_000),
    successUrl: 'http://127.0.0.1:9/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://127.0.0.1:9/',
    idempotencyKey: 'booking:1:checkout:1',
    isHeld: false,
    methods: ['card'],
  })
  await control('pay', { session: session.id })
  const { invoice_creation, payment_intent } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  })
  expect(invoice_creation?.enabled ?? false).toBe(false)
  expect(payment_intent).toMatchObject({ receipt_email: null, latest_charge: { receipt_email: null } })
})

test('the billing portal opens for a customer', async () => {
  const { customerId } = await subscribe()
  const { url } = await payments.openBillingPortal({ customerId, returnUrl: 'http://127.0.0.1:9/dashboard' })
  expect(await (await fetch(url)).text()).toContain('Abonnement kündigen')
})
