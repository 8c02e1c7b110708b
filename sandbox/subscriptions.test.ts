import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMonths } from './calendar.ts'
import { cards, iso, openSubscriptionSandbox, type SubscriptionSandbox } from './subscriptionSandbox.ts'
import { refusalOf } from './testSandbox.ts'

let sandbox: SubscriptionSandbox
let basic: string
let premium: string
beforeAll(async () => {
  sandbox = await openSubscriptionSandbox()
})
beforeEach(async () => {
  await sandbox.control('reset')
  sandbox.receiver.events.length = 0
  basic = (await sandbox.price('basic', 2500)).id
  premium = (await sandbox.price('premium', 3000)).id
})
afterAll(() => sandbox.close())

describe('a subscription begins', () => {
  test('with the payment of its checkout, which names it and its first invoice', async () => {
    const session = await sandbox.openCheckout(premium)
    expect(session).toMatchObject({ mode: 'subscription', subscription: null, invoice: null, payment_intent: null, amount_total: 3000 })
    await sandbox.control('pay', { session: session.id })
    const paid = await sandbox.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'invoice'] })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: null,
      subscription: { status: 'active', metadata: { company_id: 'company-1' }, cancel_at_period_end: false },
      invoice: { status: 'paid', amount_paid: 3000, billing_reason: 'subscription_create', attempt_count: 1 },
    })
  })

  test('not with a declined card; another card of the same session does it', async () => {
    const session = await sandbox.openCheckout(premium)
    expect(await sandbox.control('pay', { session: session.id, card: cards.declined })).toMatchObject({ result: 'declined' })
    expect((await sandbox.stripe.subscriptions.list({ customer: String(session.customer), status: 'all' })).data).toEqual([])
    expect(await sandbox.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
    expect(await sandbox.control('pay', { session: session.id })).toMatchObject({ result: 'paid' })
    expect((await sandbox.stripe.subscriptions.list({ customer: String(session.customer) })).data).toHaveLength(1)
    expect(await sandbox.control('pay', { session: session.id })).toMatchObject({ result: 'closed' })
    expect((await sandbox.stripe.subscriptions.list({ customer: String(session.customer) })).data).toHaveLength(1)
  })

  test('on a page that says what is due every month', async () => {
    const session = await sandbox.openCheckout(premium)
    const page = (await (await fetch(session.url ?? '')).text()).replaceAll('\u00a0', ' ')
    expect(page).toContain('30,00 € je Monat')
    expect(page).toContain('Danach 30,00 € je Monat, bis Sie kündigen.')
    expect(page).not.toContain('<script')
  })

  test('only with a recurring price, and a payment only without', async () => {
    const session = { success_url: 'http://127.0.0.1:9/', line_items: [{ price: basic, quantity: 1 }] }
    const wrongMode = await refusalOf(sandbox.stripe.checkout.sessions.create({ ...session, mode: 'payment' }))
    expect(wrongMode.message).toContain('passed a recurring price')
    const data = { payment_intent_data: { description: 'x' } }
    const wrongData = await refusalOf(sandbox.stripe.checkout.sessions.create({ ...session, ...data, mode: 'subscription' }))
    expect(wrongData.message).toContain('payment_intent_data')
  })

  test('tells in order what happened', async () => {
    const { id } = await sandbox.subscribe(basic)
    await sandbox.receiver.waitFor((events) => events.some((one) => one.type === 'checkout.session.completed'))
    const types = sandbox.receiver.events.map((one) => one.type)
    for (const type of [
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'customer.subscription.updated',
      'checkout.session.completed',
    ]) {
      expect(types).toContain(type)
    }
    const stored = (await sandbox.stripe.events.list({ limit: 100 })).data.map((one) => one.type).toReversed()
    const order = ['customer.subscription.created', 'invoice.finalized', 'invoice.paid', 'checkout.session.completed']
    expect(stored.filter((type) => order.includes(type))).toEqual(order)
    const [created] = (await sandbox.stripe.events.list({ type: 'customer.subscription.created' })).data
    expect(created?.data.object).toMatchObject({ id, status: 'incomplete' })
  })
})

describe('renewals', () => {
  test('of a year come one by one at the anchor, also when the clock jumps', async () => {
    const { id, ...subscription } = await sandbox.subscribe(basic)
    expect(sandbox.periodOf({ id, ...subscription })).toEqual(['2026-01-31T10:00', '2026-02-28T10:00'])
    await sandbox.goTo('2027-01-31T10:00:00Z')
    const invoices = await sandbox.invoicesOf(id)
    expect(invoices.map((one) => iso(one.created))).toEqual([
      ...['2026-01-31T10:00', '2026-02-28T10:00', '2026-03-31T10:00', '2026-04-30T10:00', '2026-05-31T10:00', '2026-06-30T10:00'],
      ...['2026-07-31T10:00', '2026-08-31T10:00', '2026-09-30T10:00', '2026-10-31T10:00', '2026-11-30T10:00', '2026-12-31T10:00'],
      '2027-01-31T10:00',
    ])
    expect(new Set(invoices.map((one) => `${one.status} ${one.amount_paid}`))).toEqual(new Set(['paid 2500']))
    expect(new Set(invoices.map((one) => one.number)).size).toBe(13)
    expect(invoices.at(-1)?.lines.data[0]?.period).toEqual({ start: at('2027-01-31T10:00:00Z'), end: at('2027-02-28T10:00:00Z') })
    // 1.5 % + 25 cents of 25 euros are 63 cents.
    expect((await sandbox.control('totals')).balance).toEqual({ gross: 13 * 2500, fees: 13 * 63, net: 13 * 2437 })
  })

  test.each([
    ['2024-01-31T10:00:00Z', 1, '2024-02-29T10:00:00Z'],
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
    ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00Z'],
    ['2026-12-30T23:59:59Z', 2, '2027-02-28T23:59:59Z'],
    ['2024-02-29T00:00:00Z', 12, '2025-02-28T00:00:00Z'],
    ['2024-02-29T00:00:00Z', 48, '2028-02-29T00:00:00Z'],
  ])('%s and %i months make %s', (anchor, months, end) => {
    expect(addMonths(at(anchor), months)).toBe(at(end))
  })
})

describe('a card that fails', () => {
  test('is tried again after 3, 7 and 14 days; then the subscription is unpaid, and drafts follow', async () => {
    const { id, customer } = await sandbox.subscribe(basic)
    await sandbox.control('card', { customer, card: cards.poor })
    const seen: string[] = []
    for (const day of ['02-28', '03-02', '03-03', '03-07', '03-13', '03-14', '03-31']) {
      await sandbox.goTo(`2026-${day}T10:00:00Z`)
      const { status, latest_invoice } = await sandbox.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
      if (typeof latest_invoice === 'string' || !latest_invoice) throw new Error('not expanded')
      const { attempt_count, next_payment_attempt } = latest_invoice
      seen.push(`${day} ${status} ${latest_invoice.status} ${attempt_count} ${iso(next_payment_attempt)?.slice(5, 10) ?? '–'}`)
    }
    expect(seen).toEqual([
      '02-28 past_due open 1 03-03',
      '03-02 past_due open 1 03-03',
      '03-03 past_due open 2 03-07',
      '03-07 past_due open 3 03-14',
      '03-13 past_due open 3 03-14',
      '03-14 unpaid open 4 –',
      '03-31 unpaid draft 0 –',
    ])
  })

  test('is forgotten when a retry succeeds', async () => {
    const { id, customer } = await sandbox.subscribe(basic)
    await sandbox.control('card', { customer, card: cards.declined })
    await sandbox.goTo('2026-03-01T10:00:00Z')
    expect(await sandbox.statusOf(id)).toBe('past_due')
    await sandbox.control('card', { customer, card: cards.good })
    expect(await sandbox.statusOf(id)).toBe('past_due')
    await sandbox.goTo('2026-03-04T10:00:00Z')
    expect(await sandbox.statusOf(id)).toBe('active')
    const [, second] = await sandbox.invoicesOf(id)
    expect(second).toMatchObject({ status: 'paid', attempt_count: 1 })
    expect(iso(second?.status_transitions.paid_at)).toBe('2026-03-03T10:00')
    expect((await sandbox.control('totals')).balance).toMatchObject({ gross: 5000 })
  })

  test('an unpaid subscription is active again when its newest invoice is paid', async () => {
    const { id, customer } = await sandbox.subscribe(basic)
    await sandbox.control('card', { customer, card: cards.declined })
    await sandbox.goTo('2026-03-20T10:00:00Z')
    expect(await sandbox.statusOf(id)).toBe('unpaid')
    const [, open] = await sandbox.invoicesOf(id)
    const declined = await refusalOf(sandbox.stripe.invoices.pay(open?.id ?? ''))
    expect([declined.type, declined.code]).toEqual(['StripeCardError', 'card_declined'])
    await sandbox.control('card', { customer, card: cards.good })
    expect((await sandbox.stripe.invoices.pay(open?.id ?? '')).status).toBe('paid')
    expect(await sandbox.statusOf(id)).toBe('active')
    expect((await refusalOf(sandbox.stripe.invoices.pay(open?.id ?? ''))).message).toBe('Invoice is already paid')
    await sandbox.goTo('2026-03-31T10:00:00Z')
    expect((await sandbox.invoicesOf(id)).map((one) => one.status)).toEqual(['paid', 'paid', 'paid'])
  })

  test('for months is active again with the newest invoice paid, a draft; older ones are not enough', async () => {
    const { id, customer } = await sandbox.subscribe(basic)
    await sandbox.control('card', { customer, card: cards.declined })
    await sandbox.goTo('2026-05-01T10:00:00Z')
    const [, open, march, april] = await sandbox.invoicesOf(id)
    expect([open?.status, march?.status, april?.status]).toEqual(['open', 'draft', 'draft'])
    await sandbox.control('card', { customer, card: cards.good })
    await sandbox.stripe.invoices.pay(open?.id ?? '')
    expect(await sandbox.statusOf(id)).toBe('unpaid')
    await sandbox.stripe.invoices.pay(april?.id ?? '')
    expect(await sandbox.statusOf(id)).toBe('active')
    await sandbox.goTo('2026-05-31T10:00:00Z')
    expect((await sandbox.invoicesOf(id)).map((one) => one.status)).toEqual(['paid', 'paid', 'draft', 'paid', 'paid'])
  })

  test('tells of every failure', async () => {
    const { id, customer } = await sandbox.subscribe(basic)
    await sandbox.control('card', { customer, card: cards.declined })
    await sandbox.goTo('2026-03-20T10:00:00Z')
    const types = (await sandbox.stripe.events.list({ type: 'invoice.payment_failed', limit: 100 })).data
    expect(types.map((one) => iso(one.created)).toReversed()).toEqual([
      '2026-02-28T10:00',
      '2026-03-03T10:00',
      '2026-03-07T10:00',
      '2026-03-14T10:00',
    ])
    const updates = (await sandbox.stripe.events.list({ type: 'customer.subscription.updated', limit: 100 })).data.toReversed()
    const statuses = updates.flatMap(({ data }) =>
      'status' in (data.previous_attributes ?? {}) ? [Reflect.get(data.object, 'status')] : [],
    )
    expect(statuses).toEqual(['active', 'past_due', 'unpaid'])
    expect(await sandbox.statusOf(id)).toBe('unpaid')
  })
})

test('prices are found by their lookup key, which belongs to one of them', async () => {
  const { data } = await sandbox.stripe.prices.list({ lookup_keys: ['premium_3000'] })
  expect(data.map((one) => one.id)).toEqual([premium])
  expect((await refusalOf(sandbox.price('premium', 3000))).message).toContain('already uses that lookup key')
})

const at = (moment: string) => Date.parse(moment) / 1000
