import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe('another price', () => {
  const itemOf = async (id: string) => (await sandbox.stripe.subscriptions.retrieve(id)).items.data[0]?.id ?? ''
  const upgrade = async (id: string, price: string) =>
    sandbox.stripe.subscriptions.update(id, {
      items: [{ id: await itemOf(id), price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    })

  test('for the rest of the period is charged at once, to the cent', async () => {
    const { id } = await sandbox.subscribe(basic)
    // 28 days; after 10 of them 18/28 are left: 1607.14 back, 1928.57 to pay.
    await sandbox.goTo('2026-02-10T10:00:00Z')
    const changed = await upgrade(id, premium)
    expect(changed.items.data[0]?.price.id).toBe(premium)
    expect(sandbox.periodOf(changed)).toEqual(['2026-01-31T10:00', '2026-02-28T10:00'])
    const [, invoice] = await sandbox.invoicesOf(id)
    expect(invoice).toMatchObject({ id: changed.latest_invoice, status: 'paid', billing_reason: 'subscription_update', amount_paid: 322 })
    expect(invoice?.lines.data.map((line) => [line.amount, line.description, line.pricing?.price_details?.price])).toEqual([
      [-1607, 'Unused time on Basic after 10 Feb 2026', basic],
      [1929, 'Remaining time on Premium after 10 Feb 2026', premium],
    ])
    await sandbox.goTo('2026-02-28T10:00:00Z')
    expect((await sandbox.invoicesOf(id)).at(-1)).toMatchObject({ amount_paid: 3000 })
  })

  test('leaves everything as it was when the card is declined', async () => {
    const { id, customer } = await sandbox.subscribe(basic)
    await sandbox.control('card', { customer, card: cards.declined })
    const events = (await sandbox.stripe.events.list({ limit: 100 })).data.length
    const refused = await refusalOf(upgrade(id, premium))
    expect([refused.type, refused.statusCode, refused.decline_code]).toEqual(['StripeCardError', 402, 'generic_decline'])
    const after = await sandbox.stripe.subscriptions.retrieve(id)
    expect([after.status, after.items.data[0]?.price.id]).toEqual(['active', basic])
    expect(await sandbox.invoicesOf(id)).toHaveLength(1)
    expect((await sandbox.stripe.events.list({ limit: 100 })).data).toHaveLength(events)
  })

  test('whose difference is under 50 cents is carried to the next invoice', async () => {
    const { id, customer } = await sandbox.subscribe(basic)
    // One day of 28: 89 back, 107 to pay.
    await sandbox.goTo('2026-02-27T10:00:00Z')
    await upgrade(id, premium)
    expect((await sandbox.invoicesOf(id)).at(-1)).toMatchObject({
      status: 'paid',
      total: 18,
      amount_due: 0,
      amount_paid: 0,
      ending_balance: 18,
    })
    expect(await sandbox.stripe.customers.retrieve(String(customer))).toMatchObject({ balance: 18 })
    await sandbox.goTo('2026-02-28T10:00:00Z')
    expect((await sandbox.invoicesOf(id)).at(-1)).toMatchObject({ total: 3000, starting_balance: 18, amount_paid: 3018, ending_balance: 0 })
  })

  test('without proration costs nothing until the period ends', async () => {
    const { id } = await sandbox.subscribe(premium)
    const items = [{ id: await itemOf(id), price: basic }]
    await sandbox.stripe.subscriptions.update(id, { items, proration_behavior: 'none' })
    expect(await sandbox.invoicesOf(id)).toHaveLength(1)
    await sandbox.goTo('2026-02-28T10:00:00Z')
    expect((await sandbox.invoicesOf(id)).map((one) => one.amount_paid)).toEqual([3000, 2500])
  })

  test('with what the sandbox does not play is refused loudly', async () => {
    const { id } = await sandbox.subscribe(premium)
    const refused = await refusalOf(sandbox.stripe.subscriptions.update(id, { items: [{ id: await itemOf(id), price: basic }] }))
    expect([refused.statusCode, refused.code]).toEqual([501, 'sandbox_not_implemented'])
    expect((await sandbox.stripe.subscriptions.retrieve(id)).items.data[0]?.price.id).toBe(premium)
  })

  test('asked for twice with one key is charged once', async () => {
    const { id } = await sandbox.subscribe(basic)
    const items = [{ id: await itemOf(id), price: premium }]
    const ask = () =>
      sandbox.stripe.subscriptions.update(
        id,
        { items, proration_behavior: 'always_invoice' },
        { idempotencyKey: 'subscription:1:change:1' },
      )
    const [first, second] = [await ask(), await ask()]
    expect(second).toEqual(first)
    expect(await sandbox.invoicesOf(id)).toHaveLength(2)
  })
})

describe('an end', () => {
  test('with the period can be taken back until then', async () => {
    const { id } = await sandbox.subscribe(basic)
    const ending = await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: at('2026-02-28T10:00:00Z') })
    const undone = await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: false })
    expect(undone).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
    await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await sandbox.goTo('2026-02-28T09:59:59Z')
    expect(await sandbox.statusOf(id)).toBe('active')
    await sandbox.goTo('2026-02-28T10:00:00Z')
    const ended = await sandbox.stripe.subscriptions.retrieve(id)
    expect([ended.status, iso(ended.ended_at)]).toEqual(['canceled', '2026-02-28T10:00'])
    expect(await sandbox.invoicesOf(id)).toHaveLength(1)
    expect((await sandbox.stripe.events.list({ type: 'customer.subscription.deleted' })).data).toHaveLength(1)
    expect((await refusalOf(sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: false }))).statusCode).toBe(400)
  })

  test('at a moment is no flag, comes at that moment, and is cleared by itself', async () => {
    const { id } = await sandbox.subscribe(basic)
    const both = sandbox.stripe.subscriptions.update(id, { cancel_at: '', cancel_at_period_end: false })
    expect((await refusalOf(both)).message).toContain('Please pass in only one')
    const moment = at('2026-03-10T10:00:00Z')
    expect(await sandbox.stripe.subscriptions.update(id, { cancel_at: moment })).toMatchObject({
      cancel_at: moment,
      cancel_at_period_end: false,
    })
    // The flag is false already: setting it to false does not revoke a cancellation by time.
    expect(await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({ cancel_at: moment })
    expect(await sandbox.stripe.subscriptions.update(id, { cancel_at: '' })).toMatchObject({ cancel_at: null, canceled_at: null })
    await sandbox.stripe.subscriptions.update(id, { cancel_at: moment })
    await sandbox.goTo('2026-03-01T10:00:00Z')
    expect([await sandbox.statusOf(id), (await sandbox.invoicesOf(id)).length]).toEqual(['active', 2])
    await sandbox.goTo('2026-03-10T10:00:00Z')
    const ended = await sandbox.stripe.subscriptions.retrieve(id)
    expect([ended.status, iso(ended.ended_at)]).toEqual(['canceled', '2026-03-10T10:00'])
  })

  test('at once stops the retries', async () => {
    const { id, customer } = await sandbox.subscribe(basic)
    await sandbox.control('card', { customer, card: cards.declined })
    await sandbox.goTo('2026-03-01T10:00:00Z')
    await sandbox.stripe.subscriptions.cancel(id)
    await sandbox.control('card', { customer, card: cards.good })
    await sandbox.goTo('2026-06-01T10:00:00Z')
    expect((await sandbox.invoicesOf(id)).map((one) => `${one.status} ${one.attempt_count}`)).toEqual(['paid 1', 'open 1'])
    expect((await refusalOf(sandbox.stripe.subscriptions.cancel(id))).code).toBe('resource_missing')
    expect((await sandbox.stripe.subscriptions.list({ customer: String(customer) })).data).toEqual([])
    expect((await sandbox.stripe.subscriptions.list({ customer: String(customer), status: 'all' })).data).toHaveLength(1)
  })
})

const at = (moment: string) => Date.parse(moment) / 1000
