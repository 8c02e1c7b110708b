import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { PaymentsConfirmationNeeded, PaymentsRefused } from './payments.ts'
import { type Asking, createPastFailure, dateOf, dateOrNull, idOf, promptOptions, type Sdk } from './stripeCalls.ts'
import { isInvoiceUnderWay, replacedBy, stripeDebits } from './stripeDebits.ts'
import { knownMethod } from './stripeMethods.ts'
import type { InvoiceState, PlanPrice, SubscriptionState, Subscriptions } from './subscriptions.ts'

/** Adapter for Stripe's subscriptions. An invoice line names only its price's id, so plans are cached by price. */
export function stripeSubscriptions(asking: Asking): Subscriptions {
  const { ask, find } = asking
  const planOf = rememberPlans()
  const read = async (stripe: Stripe, subscription: Stripe.Subscription) => {
    // An incomplete subscription may not have its method yet.
    const mayBeUnderWay = isDebited(subscription) || subscription.status === 'incomplete'
    const underWay = mayBeUnderWay ? await listUnderWay(stripe, subscription.id) : []
    const state = readSubscription(subscription, await findPaidPlan({ stripe, planOf }, { subscription, underWay }))
    // Stripe documents both states while the first debit is under way.
    return state.status === 'incomplete' && underWay.length > 0 ? { ...state, status: 'active' as const } : state
  }
  return {
    ...stripeDebits(asking),
    ensureCustomer: (details) =>
      ask(async (stripe, errors) => (await findCustomer(stripe, details)) ?? (await createCustomer({ stripe, errors }, details))),
    findSubscription: (id) => find(async (stripe) => read(stripe, await stripe.subscriptions.retrieve(id, withMethod, promptOptions))),
    listSubscriptions: (customerId) =>
      ask(async (stripe) => {
        const { data } = await stripe.subscriptions.list(
          { customer: customerId, status: 'all', limit: 100, expand: withMethod.expand.map((path) => `data.${path}`) },
          promptOptions,
        )
        return Promise.all(data.map((one) => read(stripe, one)))
      }),
    changeSubscriptionPlan: ({ subscriptionId, plan, charge, idempotencyKey }) =>
      ask(async (stripe, errors) => {
        const price = await ensurePrice({ stripe, errors }, plan)
        const subscription = await stripe.subscriptions.retrieve(subscriptionId, withMethod)
        const item = itemOf(subscription)
        if (item.price.id === price.id) return read(stripe, subscription)
        const items = [{ id: item.id, price: price.id }]
        if (charge === 'now') return read(stripe, await upgrade({ stripe, errors }, { subscription, items, idempotencyKey }))
        const params: Stripe.SubscriptionUpdateParams = { items, proration_behavior: 'none' }
        return read(stripe, await stripe.subscriptions.update(subscriptionId, params, { idempotencyKey }))
      }),
    setCancelAtPeriodEnd: ({ subscriptionId, cancel, idempotencyKey }) =>
      ask(async (stripe) => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        if (subscription.ended_at !== null) throw new PaymentsRefused(`subscription is ${subscription.status}`)
        if (isCancelled(subscription) === cancel) return read(stripe, subscription)
        if (!cancel) return read(stripe, await clearCancellation(stripe, { subscription, idempotencyKey }))
        return read(stripe, await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, { idempotencyKey }))
      }),
    endSubscription: ({ subscriptionId, idempotencyKey }) =>
      ask(async (stripe) => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        if (subscription.ended_at !== null) return read(stripe, subscription)
        return read(stripe, await cancelNow(stripe, { subscriptionId, idempotencyKey }))
      }),
    findInvoice: (id) => find(async (stripe) => readInvoice(stripe, await stripe.invoices.retrieve(id, undefined, promptOptions))),
    listInvoices: (subscriptionId) =>
      ask(async (stripe) => {
        const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 }, promptOptions)
        return Promise.all(data.filter(({ status }) => status !== 'draft').map((invoice) => readInvoice(stripe, invoice)))
      }),
    listCardFingerprints: (customer) =>
      ask(async (stripe) => {
        const { data } = await stripe.paymentMethods.list({ customer, type: 'card', limit: 100 }, promptOptions)
        return data.flatMap(({ card }) => card?.fingerprint ?? [])
      }),
    openBillingPortal: ({ customerId, returnUrl }) =>
      ask(async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl, locale: 'de' })
        return { url }
      }),
  }
}

type Upgrade = { subscription: Stripe.Subscription; items: Stripe.SubscriptionUpdateParams.Item[]; idempotencyKey: string }

/**
 * Charges the difference at once; a debit is answered days later, so the plan changes before. A declined card changes nothing. If the bank
 * requires a confirmation, the change is repeated as a pending one, which takes effect once its invoice is paid on Stripe's page.
 */
async function upgrade({ stripe, errors }: Sdk, { subscription, items, idempotencyKey }: Upgrade) {
  const { id: subscriptionId } = subscription
  const payment_behavior = isDebited(subscription) ? 'allow_incomplete' : 'error_if_incomplete'
  const params: Stripe.SubscriptionUpdateParams = { items, proration_behavior: 'always_invoice', payment_behavior }
  try {
    return await stripe.subscriptions.update(subscriptionId, params, { idempotencyKey })
  } catch (error) {
    if (!(error instanceof errors.StripeCardError) || !confirmationCodes.includes(error.code ?? '')) throw error
    const pending: Stripe.SubscriptionUpdateParams = { ...params, payment_behavior: 'pending_if_incomplete', expand: ['latest_invoice'] }
    const changed = await stripe.subscriptions.update(subscriptionId, pending, { idempotencyKey: `${idempotencyKey}:pending` })
    const invoice = changed.latest_invoice
    const url = typeof invoice === 'string' ? null : invoice?.hosted_invoice_url
    if (!changed.pending_update || !url) return changed
    throw new PaymentsConfirmationNeeded(error.code ?? error.type, url)
  }
}
const confirmationCodes = [
  'subscription_payment_intent_requires_action',
  'invoice_payment_intent_requires_action',
  'authentication_required',
]

/**
 * In flexible billing mode Stripe's customer portal sets `cancel_at` and leaves the flag false; the flag alone misses such a cancellation.
 */
const isCancelled = (subscription: Stripe.Subscription) => subscription.cancel_at_period_end || subscription.cancel_at !== null

type Resumption = { subscription: Stripe.Subscription; idempotencyKey: string }

/** Stripe refuses a request with both the flag and the time, so each is cleared on its own. */
async function clearCancellation(stripe: Stripe, { subscription, idempotencyKey }: Resumption) {
  const { id, cancel_at_period_end: isFlagged } = subscription
  const rest = isFlagged ? await stripe.subscriptions.update(id, { cancel_at_period_end: false }, { idempotencyKey }) : subscription
  if (rest.cancel_at === null) return rest
  return stripe.subscriptions.update(id, { cancel_at: '' }, { idempotencyKey: `${idempotencyKey}:moment` })
}

/** Stripe stores no response to a deletion: after a lost response the repeated call fails, because the subscription has ended. */
async function cancelNow(stripe: Stripe, { subscriptionId, idempotencyKey }: { subscriptionId: string; idempotencyKey: string }) {
  try {
    return await stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey })
  } catch (error) {
    const subscription = await stripe.subscriptions.retrieve(subscriptionId)
    if (subscription.ended_at !== null) return subscription
    throw error
  }
}

/** Price of a plan, by a lookup key of plan and amount; created on first use. */
export async function ensurePrice({ stripe, errors }: Sdk, plan: PlanPrice): Promise<Stripe.Price> {
  const lookupKey = `${plan.key}_${plan.priceCents}`
  const find = async () => (await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 }, promptOptions)).data[0]
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
    const create = (idempotencyKey: string) => stripe.prices.create(params, { idempotencyKey })
    return await createPastFailure({ stripe, errors }, `price:${lookupKey}`, { create, find })
  } catch (error) {
    // Another process created the price first, perhaps with another name of the plan: its price is used.
    const isTaken = error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeIdempotencyError
    const made = isTaken ? await find() : undefined
    if (made) return made
    throw error
  }
}

type CustomerDetails = Parameters<Subscriptions['ensureCustomer']>[0]

async function findCustomer(stripe: Stripe, { companyId, email }: Pick<CustomerDetails, 'companyId' | 'email'>) {
  for await (const { id, metadata } of stripe.customers.list({ email, limit: 100 }, promptOptions)) {
    if (metadata.company_id === companyId) return { id }
  }
  return undefined
}

async function createCustomer({ stripe, errors }: Sdk, { companyId, email, name, idempotencyKey: key }: CustomerDetails) {
  // A company that never paid may change name and address and try again. The digest gives other details another key, because Stripe refuses
  // them under the same one.
  const details = createHash('sha256')
    .update(JSON.stringify([email, name]))
    .digest('hex')
    .slice(0, 16)
  const params: Stripe.CustomerCreateParams = { email, name, preferred_locales: ['de'], metadata: { company_id: companyId } }
  const { id } = await createPastFailure({ stripe, errors }, `${key}:${details}`, {
    create: (idempotencyKey) => stripe.customers.create(params, { idempotencyKey }),
    find: () => findCustomer(stripe, { companyId, email }),
  })
  return { id }
}

function rememberPlans() {
  const plans = new Map<string, string | null>()
  return async (stripe: Stripe, price: string | Stripe.Price): Promise<string | null> => {
    if (typeof price !== 'string') return planOfPrice(price)
    const known = plans.get(price)
    if (known !== undefined) return known
    const plan = planOfPrice(await stripe.prices.retrieve(price, undefined, promptOptions))
    plans.set(price, plan)
    return plan
  }
}

const planOfPrice = (price: Stripe.Price): string | null => price.metadata.plan ?? null

/** Reads the method of payment with a subscription. */
const withMethod = { expand: ['default_payment_method'] }

const methodOf = ({ default_payment_method: method }: Stripe.Subscription) =>
  method === null || typeof method === 'string' ? null : knownMethod(method.type)

const isDebited = (subscription: Stripe.Subscription) => methodOf(subscription) === 'sepaDebit'

type Plans = { stripe: Stripe; planOf: ReturnType<typeof rememberPlans> }
type Billed = { subscription: Stripe.Subscription; underWay: Stripe.Invoice[] }

async function findPaidPlan({ stripe, planOf }: Plans, { subscription, underWay }: Billed) {
  const { data: paid } = await stripe.invoices.list({ subscription: subscription.id, status: 'paid', limit: 10 }, promptOptions)
  const newestFirst = [...underWay, ...paid].sort((a, b) => b.created - a.created)
  const [line] = newestFirst.flatMap((invoice) => (replacedBy(invoice) ? [] : (latestCharge(invoice) ?? [])))
  const price = line?.pricing?.price_details?.price
  return price === undefined ? null : planOf(stripe, price)
}

async function listUnderWay(stripe: Stripe, subscription: string) {
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 10 }, promptOptions)
  const found = await Promise.all(data.map(async (invoice) => ((await isInvoiceUnderWay(stripe, invoice)) ? [invoice] : [])))
  return found.flat()
}

/** Line that charges the latest period; credits are negative. */
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
    method: methodOf(subscription),
    renewalCents: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    renewsAs: planOfPrice(item.price),
    paidPlan,
    currentPeriodEnd: dateOf(item.current_period_end),
    cancelAtPeriodEnd: isCancelled(subscription),
    cancelAt: dateOrNull(subscription.cancel_at),
    startedAt: dateOf(subscription.start_date),
    endedAt: dateOrNull(subscription.ended_at),
    latestInvoiceId: idOf(subscription.latest_invoice),
  }
}

/** Any other status is one before the first payment. */
const statusOf = (status: string): SubscriptionState['status'] => knownStatuses[status] ?? 'incomplete'

const knownStatuses: Record<string, SubscriptionState['status']> = {
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
}

async function readInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<InvoiceState> {
  const period = latestCharge(invoice)?.period ?? { start: invoice.period_start, end: invoice.period_end }
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: invoiceStatusOf(invoice.status),
    isUnderWay: await isInvoiceUnderWay(stripe, invoice),
    replacesId: replacedBy(invoice),
    amountDueCents: invoice.amount_due,
    amountPaidCents: invoice.amount_paid,
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
    periodStart: dateOf(period.start),
    periodEnd: dateOf(period.end),
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
