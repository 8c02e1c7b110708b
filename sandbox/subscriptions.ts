import type Stripe from 'stripe'
import { emitEvent } from './events.ts'
import { cardProblem, chargeInvoice } from './invoicePayment.ts'
import type { LineFacts } from './invoiceShape.ts'
import { draftInvoice, finalizeInvoice, invoicesOf } from './invoiceStore.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { type Box, type Call, operation, type RequestFacts, seconds } from './operations.ts'
import { findPrice, monthsOf } from './prices.ts'
import { invalidRequest, missingObject, notInSandbox } from './problems.ts'
import { findProduct } from './products.ts'
import { prorate } from './proration.ts'
import { pricedAs } from './subscriptionShape.ts'
import { findSubscription, hasEnded, itemOf, putSubscription, withItem } from './subscriptionStore.ts'
import type { WireInvoice, WirePrice, WireSubscription } from './tables.ts'

type UpdateParams = Stripe.SubscriptionUpdateParams

export const subscriptionOperations = [
  operation<Stripe.SubscriptionRetrieveParams>('Subscriptions.retrieve', [], ({ box, pathId }) => findSubscription(box, pathId)),
  operation<Stripe.SubscriptionListParams>(
    'Subscriptions.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'customer', 'price', 'status'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('subscription'),
        params,
        noun: 'subscription',
        url: '/v1/subscriptions',
        keep: (one) =>
          (!params.customer || one.customer === params.customer) &&
          (!params.price || itemOf(one).price.id === params.price) &&
          hasWantedStatus(one, params.status),
      }),
  ),
  operation<UpdateParams>(
    'Subscriptions.update',
    [
      ...['items.id', 'items.price', 'items.quantity', 'proration_behavior', 'payment_behavior', 'cancel_at_period_end', 'cancel_at'],
      ...['metadata', 'description', 'default_payment_method', 'cancellation_details.comment', 'cancellation_details.feedback'],
    ],
    updateSubscription,
  ),
  operation<Stripe.SubscriptionCancelParams>('Subscriptions.cancel', [], ({ box, pathId, request }) => {
    const subscription = findSubscription(box, pathId)
    // Stripe treats an ended subscription as missing when it is cancelled again.
    if (hasEnded(subscription)) throw missingObject('subscription', pathId)
    return endSubscription(box, subscription, request)
  }),
]

/** Without a status filter Stripe omits canceled subscriptions. */
function hasWantedStatus(one: WireSubscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true
  if (wanted === 'ended') return hasEnded(one)
  return wanted ? one.status === wanted : one.status !== 'canceled'
}

export function updateSubscription({ box, params, pathId, request }: Call<UpdateParams>): WireSubscription {
  const subscription = findSubscription(box, pathId)
  if (hasEnded(subscription)) throw invalidRequest('A canceled subscription can only update its cancellation_details.')
  const plain = { ...readPlainChange(box, subscription, params), ...readCancellation(box, subscription, params) }
  const change = params.items ? readItems(box, subscription, params) : undefined
  const kept = Object.keys(plain).length > 0 ? putSubscription(box, subscription, plain, { request }) : subscription
  return change ? changePrice(box, { subscription: kept, ...change, params, request }) : kept
}

function readPlainChange(box: Box, subscription: WireSubscription, params: UpdateParams): Partial<WireSubscription> {
  const method = params.default_payment_method
  if (method !== undefined && box.store.get('paymentMethod', method)?.customer !== subscription.customer)
    throw missingObject('PaymentMethod', method, 'default_payment_method')
  return {
    ...(params.metadata === undefined ? {} : { metadata: mergedMetadata(subscription.metadata, params.metadata) }),
    ...(params.description === undefined ? {} : { description: params.description || null }),
    ...(method === undefined ? {} : { default_payment_method: method }),
  }
}

/** Merges metadata: unnamed keys are kept; an empty value deletes its key. */
function mergedMetadata(old: Stripe.Metadata, given: UpdateParams['metadata']): Stripe.Metadata {
  const merged = { ...old, ...readMetadata(given) }
  return given ? Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== '')) : {}
}

/** A cancellation is a flag or a time, never both in one request; a time alone leaves the flag false. */
function readCancellation(box: Box, subscription: WireSubscription, params: UpdateParams): Partial<WireSubscription> {
  const { cancel_at_period_end: flag, cancel_at: moment, cancellation_details: details } = params
  if (flag !== undefined && moment !== undefined)
    throw invalidRequest('Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.')
  if (moment !== undefined) return cancelledAt(box, { moment: momentOf(box, subscription, moment), flag: false, details })
  if (flag === undefined || flag === subscription.cancel_at_period_end) return {}
  return cancelledAt(box, { moment: flag ? itemOf(subscription).current_period_end : null, flag, details })
}

function momentOf(box: Box, subscription: WireSubscription, given: UpdateParams['cancel_at']): number | null {
  if (given === 'min_period_end' || given === 'max_period_end') return itemOf(subscription).current_period_end
  // An empty value arrives from the form as null.
  if (typeof given !== 'number') return null
  if (given <= seconds(box)) throw invalidRequest('cancel_at must be a timestamp in the future.', { param: 'cancel_at' })
  return given
}

type Cancellation = { moment: number | null; flag: boolean; details: UpdateParams['cancellation_details'] }

const cancelledAt = (box: Box, { moment, flag, details }: Cancellation): Partial<WireSubscription> => ({
  cancel_at: moment,
  cancel_at_period_end: flag,
  canceled_at: moment === null ? null : seconds(box),
  cancellation_details: {
    comment: (moment !== null && details?.comment) || null,
    feedback: (moment !== null && details?.feedback) || null,
    feedback_option: null,
    reason: moment === null ? null : 'cancellation_requested',
  },
})

type PriceChange = { price: WirePrice; quantity: number }

function readItems(box: Box, subscription: WireSubscription, params: UpdateParams): PriceChange {
  const [given, ...more] = params.items ?? []
  const item = itemOf(subscription)
  if (!given || more.length > 0) throw notInSandbox('subscriptions with other than one item')
  if (!given.id) throw notInSandbox('adding items to a subscription')
  if (given.id !== item.id) throw missingObject('subscription item', given.id, 'items[0][id]')
  const price = given.price ? findPrice(box, given.price, 'items[0][price]') : item.price
  if (!price.recurring) {
    const message = `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`
    throw invalidRequest(message, { param: 'items[0][price]' })
  }
  if (monthsOf(price) !== monthsOf(item.price)) throw notInSandbox('changing the interval of a subscription')
  if (price.currency !== subscription.currency)
    throw invalidRequest(`The price specified only supports \`${price.currency}\`.`, { param: 'items[0][price]' })
  return { price, quantity: given.quantity ?? item.quantity ?? 1 }
}

/** Changes the price at once: free of charge until the period ends, or with an invoice of the difference for the rest of it. */
function changePrice(
  box: Box,
  input: PriceChange & { subscription: WireSubscription; params: UpdateParams; request: RequestFacts },
): WireSubscription {
  const { subscription, price, quantity, params, request } = input
  const item = itemOf(subscription)
  if (item.price.id === price.id && item.quantity === quantity) return subscription
  const lines = prorationLines(box, { subscription, price, quantity })
  if (params.payment_behavior === 'pending_if_incomplete') return changeOncePaid(box, { subscription, lines, price, quantity })
  const changed = putSubscription(box, subscription, { items: withItem(subscription, { ...pricedAs(price), quantity }) }, { request })
  if (params.proration_behavior === 'none') return changed
  if (params.proration_behavior !== 'always_invoice') throw notInSandbox('the proration_behavior create_prorations')
  if (!['active', 'past_due'].includes(changed.status)) throw notInSandbox(`an invoice for a subscription that is ${changed.status}`)
  return chargeChange(box, { subscription: changed, lines, behavior: params.payment_behavior ?? 'allow_incomplete' })
}

/** Changes the price once its invoice is paid: at once, or later on the invoice's page, within 23 hours. */
function changeOncePaid(box: Box, input: PriceChange & { subscription: WireSubscription; lines: LineFacts[] }): WireSubscription {
  const { subscription, price, quantity, lines } = input
  const draft = draftInvoice(box, {
    subscription,
    reason: 'subscription_update',
    lines,
    period: { start: itemOf(subscription).current_period_start, end: seconds(box) },
    isAutomatic: false,
  })
  const pending: WireSubscription['pending_update'] = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: seconds(box) + pendingSeconds,
    metadata: null,
    subscription_items: withItem(subscription, { ...pricedAs(price), quantity }).data,
    trial_end: null,
    trial_from_plan: null,
  }
  putSubscription(box, subscription, { latest_invoice: draft.id, pending_update: pending })
  chargeInvoice(box, { invoice: finalizeInvoice(box, draft), isScheduled: false })
  return findSubscription(box, subscription.id)
}
const pendingSeconds = 23 * 60 * 60

/** Voids the invoice of a price change that was not paid in time. */
export function dropPendingUpdate(box: Box, subscription: WireSubscription) {
  const invoice = subscription.latest_invoice ? box.store.get('invoice', subscription.latest_invoice) : undefined
  if (invoice?.status === 'open') {
    const voided: WireInvoice = { ...invoice, status: 'void', next_payment_attempt: null }
    box.store.put('invoice', invoice.id, voided)
    emitEvent(box, { type: 'invoice.voided', object: voided })
  }
  putSubscription(box, subscription, { pending_update: null }, { type: 'customer.subscription.pending_update_expired' })
}

function chargeChange(box: Box, input: { subscription: WireSubscription; lines: LineFacts[]; behavior: string }): WireSubscription {
  const { subscription, behavior } = input
  if (behavior !== 'allow_incomplete' && behavior !== 'error_if_incomplete') throw notInSandbox(`the payment_behavior ${behavior}`)
  const { current_period_start: start } = itemOf(subscription)
  const draft = draftInvoice(box, {
    subscription,
    reason: 'subscription_update',
    lines: input.lines,
    period: { start, end: seconds(box) },
    isAutomatic: true,
  })
  putSubscription(box, subscription, { latest_invoice: draft.id })
  const { decline } = chargeInvoice(box, { invoice: finalizeInvoice(box, draft), isScheduled: true })
  // Thrown inside the request's transaction: price, invoice and events are rolled back.
  if (decline && behavior === 'error_if_incomplete') throw cardProblem(decline, 'subscription')
  return findSubscription(box, subscription.id)
}

function prorationLines(box: Box, input: PriceChange & { subscription: WireSubscription }): LineFacts[] {
  const item = itemOf(input.subscription)
  const { current_period_start: periodStart, current_period_end: periodEnd } = item
  const now = seconds(box)
  const { credit, charge } = prorate({
    oldAmount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    newAmount: (input.price.unit_amount ?? 0) * input.quantity,
    periodStart,
    periodEnd,
    now,
  })
  const day = new Date(now * 1000).toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const period = { start: now, end: periodEnd }
  const nameOf = (price: WirePrice) => findProduct(box, String(price.product)).name
  return [
    { amount: -credit, description: `Unused time on ${nameOf(item.price)} after ${day}`, price: item.price, period, isProration: true },
    { amount: charge, description: `Remaining time on ${nameOf(input.price)} after ${day}`, price: input.price, period, isProration: true },
  ]
}

/** Ends a subscription now; its debts remain, but no card is charged for them any more. */
export function endSubscription(box: Box, subscription: WireSubscription, request?: RequestFacts): WireSubscription {
  const now = seconds(box)
  for (const invoice of invoicesOf(box, subscription.id)) {
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue
    const stopped = { ...invoice, auto_advance: false, next_payment_attempt: null }
    box.store.put('invoice', invoice.id, stopped)
    emitEvent(box, { type: 'invoice.updated', object: stopped, previous: { auto_advance: invoice.auto_advance }, request })
  }
  const change: Partial<WireSubscription> = {
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...emptyReason, ...subscription.cancellation_details, reason: 'cancellation_requested' },
    ended_at: now,
    status: 'canceled',
  }
  return putSubscription(box, subscription, change, { type: 'customer.subscription.deleted', request })
}

const emptyReason = { comment: null, feedback: null, feedback_option: null, reason: null }
