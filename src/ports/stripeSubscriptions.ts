import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { PaymentsRefused } from './payments.ts'
import { dateOf, dateOrNull, foundOr, idOf, lookUp, translated } from './stripeAnswers.ts'
import type { InvoiceState, PlanPrice, SubscriptionState, Subscriptions } from './subscriptions.ts'

/** Stripe's side of subscriptions. An invoice line names only its price's id, so plans are remembered by price. */
export function stripeSubscriptions(stripe: Stripe): Subscriptions {
  const planOf = rememberPlans(stripe)
  const read = async (subscription: Stripe.Subscription) =>
    readSubscription(subscription, await findPaidPlan(stripe, planOf, subscription.id))
  return {
    ensureCustomer: (details) => translated(async () => (await findCustomer(stripe, details)) ?? (await createCustomer(stripe, details))),
    findSubscription: (id) => foundOr(async () => read(await stripe.subscriptions.retrieve(id, undefined, lookUp))),
    listSubscriptions: (customerId) =>
      translated(async () => {
        const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }, lookUp)
        return Promise.all(data.map(read))
      }),
    changeSubscriptionPlan: ({ subscriptionId, plan, charge, idempotencyKey }) =>
      translated(async () => {
        const price = await ensurePrice(stripe, plan)
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        const item = itemOf(subscription)
        if (item.price.id === price.id) return read(subscription)
        const params: Stripe.SubscriptionUpdateParams = {
          items: [{ id: item.id, price: price.id }],
          ...(charge === 'now'
            ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
            : { proration_behavior: 'none' }),
        }
        return read(await stripe.subscriptions.update(subscriptionId, params, { idempotencyKey }))
      }),
    setCancelAtPeriodEnd: ({ subscriptionId, cancel, idempotencyKey }) =>
      translated(async () => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        if (subscription.ended_at !== null) throw new PaymentsRefused(`subscription is ${subscription.status}`)
        if (subscription.cancel_at_period_end === cancel) return read(subscription)
        return read(await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: cancel }, { idempotencyKey }))
      }),
    endSubscription: ({ subscriptionId, idempotencyKey }) =>
      translated(async () => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        if (subscription.ended_at !== null) return read(subscription)
        return read(await cancelNow(stripe, { subscriptionId, idempotencyKey }))
      }),
    findInvoice: (id) => foundOr(async () => readInvoice(await stripe.invoices.retrieve(id, undefined, lookUp))),
    listInvoices: (subscriptionId) =>
      translated(async () => {
        const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 }, lookUp)
        return data.filter(({ status }) => status !== 'draft').map(readInvoice)
      }),
    openBillingPortal: ({ customerId, returnUrl }) =>
      translated(async () => {
        const { url } = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl, locale: 'de' })
        return { url }
      }),
  }
}

/** Stripe stores no answer to a deletion: after a lost answer the repeated call fails, because the subscription has ended. */
async function cancelNow(stripe: Stripe, { subscriptionId, idempotencyKey }: { subscriptionId: string; idempotencyKey: string }) {
  try {
    return await stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey })
  } catch (error) {
    const subscription = await stripe.subscriptions.retrieve(subscriptionId)
    if (subscription.ended_at !== null) return subscription
    throw error
  }
}

/** The price of a plan, by a lookup key that names plan and amount; made with its first use. */
export async function ensurePrice(stripe: Stripe, plan: PlanPrice): Promise<Stripe.Price> {
  const lookupKey = `${plan.key}_${plan.priceCents}`
  const find = async () => (await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 }, lookUp)).data[0]
  const found = await find()
  if (found) return found
  const params: Stripe.PriceCreateParams = {
    currency: 'eur',
    unit_amount: plan.priceCents,
    recurring: { interval: 'month' },
    lookup_key: lookupKey,
    metadata: { plan: plan.key },
    product_data: { name: plan.name },
  }
  try {
    return await stripe.prices.create(params, { idempotencyKey: `price:${lookupKey}` })
  } catch (error) {
    // Another process was faster, perhaps with another name for the plan: the key is taken, and its price is ours, too.
    const isTaken = error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeIdempotencyError
    const made = isTaken ? await find() : undefined
    if (made) return made
    throw error
  }
}

type CustomerDetails = Parameters<Subscriptions['ensureCustomer']>[0]

async function findCustomer(stripe: Stripe, { companyId, email }: CustomerDetails) {
  for await (const { id, metadata } of stripe.customers.list({ email, limit: 100 }, lookUp)) {
    if (metadata.company_id === companyId) return { id }
  }
  return undefined
}

async function createCustomer(stripe: Stripe, { companyId, email, name, idempotencyKey }: CustomerDetails) {
  // A company that never paid may change name and address and try again: with other details the same key would be refused.
  const details = createHash('sha256')
    .update(JSON.stringify([email, name]))
    .digest('hex')
    .slice(0, 16)
  const params: Stripe.CustomerCreateParams = { email, name, preferred_locales: ['de'], metadata: { company_id: companyId } }
  const { id } = await stripe.customers.create(params, { idempotencyKey: `${idempotencyKey}:${details}` })
  return { id }
}

function rememberPlans(stripe: Stripe) {
  const plans = new Map<string, string | null>()
  return async (price: string | Stripe.Price): Promise<string | null> => {
    if (typeof price !== 'string') return planOfPrice(price)
    const known = plans.get(price)
    if (known !== undefined) return known
    const plan = planOfPrice(await stripe.prices.retrieve(price, undefined, lookUp))
    plans.set(price, plan)
    return plan
  }
}

const planOfPrice = (price: Stripe.Price): string | null => price.metadata.plan ?? null

async function findPaidPlan(
  stripe: Stripe,
  planOf: (price: string | Stripe.Price) => Promise<string | null>,
  subscription: string,
): Promise<string | null> {
  const { data } = await stripe.invoices.list({ subscription, status: 'paid', limit: 10 }, lookUp)
  const [line] = data.flatMap((invoice) => latestCharge(invoice) ?? [])
  const price = line?.pricing?.price_details?.price
  return price === undefined ? null : planOf(price)
}

/** The line that charges the latest period; credits are negative. */
function latestCharge(invoice: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  const charges = invoice.lines.data.filter(({ amount }) => amount > 0)
  return charges.sort((a, b) => b.period.end - a.period.end || b.period.start - a.period.start)[0]
}

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new PaymentsRefused('subscription without an item')
  return item
}

function readSubscription(subscription: Stripe.Subscription, paidPlan: string | null): SubscriptionState {
  const item = itemOf(subscription)
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    companyId: subscription.metadata.company_id ?? null,
    status: statusOf(subscription.status),
    renewsAs: planOfPrice(item.price),
    paidPlan,
    currentPeriodEnd: dateOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    startedAt: dateOf(subscription.start_date),
    endedAt: dateOrNull(subscription.ended_at),
    latestInvoiceId: idOf(subscription.latest_invoice),
  }
}

/** Any other status is one in which nobody has paid yet. */
const statusOf = (status: string): SubscriptionState['status'] => knownStatuses[status] ?? 'incomplete'

const knownStatuses: Record<string, SubscriptionState['status']> = {
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'canceled',
}

function readInvoice(invoice: Stripe.Invoice): InvoiceState {
  const period = latestCharge(invoice)?.period ?? { start: invoice.period_start, end: invoice.period_end }
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    customerId: idOf(invoice.customer),
    status: invoiceStatusOf(invoice.status),
    amountDueCents: invoice.amount_due,
    amountPaidCents: invoice.amount_paid,
    currency: invoice.currency,
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
    periodStart: dateOf(period.start),
    periodEnd: dateOf(period.end),
    attemptCount: invoice.attempt_count,
    nextAttemptAt: dateOrNull(invoice.next_payment_attempt),
    number: invoice.number,
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  }
}

const invoiceStatusOf = (status: string | null): InvoiceState['status'] => knownInvoiceStatuses[status ?? ''] ?? 'draft'

const knownInvoiceStatuses: Record<string, InvoiceState['status']> = {
  open: 'open',
  paid: 'paid',
  uncollectible: 'uncollectible',
  void: 'void',
}
