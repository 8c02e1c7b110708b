import type Stripe from 'stripe'
import { openTestSandbox, type TestSandbox } from './testSandbox.ts'

export const cards = { good: '4242424242424242', declined: '4000000000000002', poor: '4000000000009995' }

/** A sandbox whose clock stands still until a test moves it, with two plans and a customer. */
export async function openSubscriptionSandbox(options: { stateFile?: string } = {}) {
  const sandbox = await openTestSandbox({ now: () => Date.parse('2026-01-31T10:00:00Z'), ...options })
  return { ...sandbox, ...verbsOf(sandbox) }
}
export type SubscriptionSandbox = Awaited<ReturnType<typeof openSubscriptionSandbox>>

function verbsOf(sandbox: TestSandbox) {
  const { stripe, control } = sandbox
  const price = async (plan: string, cents: number) =>
    stripe.prices.create({
      currency: 'eur',
      unit_amount: cents,
      recurring: { interval: 'month' },
      lookup_key: `${plan}_${cents}`,
      metadata: { plan },
      product_data: { name: plan === 'premium' ? 'Premium' : 'Basic' },
    })
  const openCheckout = async (priceId: string, customer?: string, methods: ('card' | 'sepa_debit')[] = ['card']) => {
    const payer = customer ?? (await stripe.customers.create({ email: 'chefin@glanzwerk.example', name: 'Glanzwerk Altona' })).id
    return stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: payer,
      client_reference_id: 'company-1',
      success_url: 'http://127.0.0.1:9/payment-success-provider?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://127.0.0.1:9/provider-signup',
      metadata: { company_id: 'company-1' },
      subscription_data: { metadata: { company_id: 'company-1' } },
      allowed_payment_method_types: methods,
      line_items: [{ price: priceId, quantity: 1 }],
    })
  }
  const subscribe = async (priceId: string, card = cards.good) => {
    const { id } = await openCheckout(priceId)
    await control('pay', { session: id, card })
    const { subscription } = await stripe.checkout.sessions.retrieve(id)
    return stripe.subscriptions.retrieve(String(subscription))
  }
  const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription, limit: 100 })).data.toReversed()
  return {
    price,
    openCheckout,
    subscribe,
    invoicesOf,
    goTo: (moment: string) => control('clock', { to: moment }),
    statusOf: async (id: string) => (await stripe.subscriptions.retrieve(id)).status,
    periodOf: (subscription: Stripe.Subscription) => {
      const [item] = subscription.items.data
      return [iso(item?.current_period_start), iso(item?.current_period_end)]
    },
  }
}

export const iso = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000).toISOString().slice(0, 16) : null)
