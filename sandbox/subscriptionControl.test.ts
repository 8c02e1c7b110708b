import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSubscriptionSandbox, type SubscriptionSandbox } from './subscriptionSandbox.ts'

let sandbox: SubscriptionSandbox
beforeAll(async () => {
  sandbox = await openSubscriptionSandbox()
})
beforeEach(() => sandbox.control('reset'))
afterAll(() => sandbox.close())

/** A subscription whose first debit is under way, and its invoice. */
async function debit() {
  const { data } = await sandbox.stripe.prices.list({ lookup_keys: ['basic_2500'] })
  const price = data[0]?.id ?? (await sandbox.price('basic', 2_500)).id
  const session = await sandbox.openCheckout(price, undefined, ['sepa_debit'])
  await sandbox.control('pay', { session: session.id, method: 'sepa_debit' })
  const { subscription } = await sandbox.stripe.checkout.sessions.retrieve(session.id)
  const { invoices } = (await sandbox.control('debits')) as { invoices: string[] }
  return { subscription: String(subscription), invoice: invoices.at(-1) ?? '' }
}
const read = (id: string) => sandbox.stripe.subscriptions.retrieve(id)

test('a subscription is active while its first debit is under way, or incomplete without a method', async () => {
  const { subscription: active } = await debit()
  expect(await read(active)).toMatchObject({ status: 'active', default_payment_method: expect.any(String) })
  await sandbox.control('firstDebits', { state: 'incomplete' })
  const { subscription, invoice } = await debit()
  expect(await read(subscription)).toMatchObject({ status: 'incomplete', default_payment_method: null })
  await sandbox.goTo('2026-02-03T10:00:00Z')
  expect(await read(subscription)).toMatchObject({ status: 'incomplete' })
  await sandbox.control('endProcessing', { invoice, outcome: 'succeeded' })
  expect(await read(subscription)).toMatchObject({ status: 'active', default_payment_method: expect.any(String) })
})

test('a refused incomplete subscription expires, at the earliest after 23 hours', async () => {
  await sandbox.control('firstDebits', { state: 'incomplete' })
  const [soon, late] = [await debit(), await debit()]
  await sandbox.control('endProcessing', { invoice: soon.invoice, outcome: 'failed' })
  expect(await read(soon.subscription)).toMatchObject({ status: 'incomplete' })
  await sandbox.goTo('2026-02-01T09:00:00Z')
  expect(await read(soon.subscription)).toMatchObject({ status: 'incomplete_expired' })
  expect(await read(late.subscription)).toMatchObject({ status: 'incomplete' })
  await sandbox.control('endProcessing', { invoice: late.invoice, outcome: 'failed' })
  expect(await read(late.subscription)).toMatchObject({ status: 'incomplete_expired' })
  expect(await sandbox.stripe.invoices.retrieve(late.invoice)).toMatchObject({ status: 'void' })
})

test('the period of one subscription ends, and a retry happens, without the others', async () => {
  const { id: price } = await sandbox.price('basic', 2_500)
  const [one, other] = [await sandbox.subscribe(price), await sandbox.subscribe(price)]
  await sandbox.control('endPeriod', { subscription: one.id })
  expect(sandbox.periodOf(await read(one.id))).toEqual(['2026-01-31T10:00', '2026-02-28T10:00'])
  expect((await sandbox.invoicesOf(one.id)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect(await sandbox.invoicesOf(other.id)).toHaveLength(1)

  await sandbox.control('card', { customer: String(one.customer), card: '4000000000000002' })
  await sandbox.control('endPeriod', { subscription: one.id })
  expect(await sandbox.statusOf(one.id)).toBe('past_due')
  const invoice = (await sandbox.invoicesOf(one.id)).at(-1)?.id
  for (let tries = 0; tries < 3; tries++) await sandbox.control('retryInvoice', { invoice })
  expect(await sandbox.statusOf(one.id)).toBe('unpaid')
  await expect(sandbox.control('retryInvoice', { invoice })).rejects.toThrow('No attempt is planned')

  await sandbox.stripe.subscriptions.update(other.id, { cancel_at_period_end: true })
  await sandbox.control('endPeriod', { subscription: other.id })
  expect(await sandbox.statusOf(other.id)).toBe('canceled')
  await expect(sandbox.control('endPeriod', { subscription: other.id })).rejects.toThrow('no period to end')
})
