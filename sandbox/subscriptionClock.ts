import { nextPeriodEnd } from './calendar.ts'
import { chargeInvoice } from './invoicePayment.ts'
import { draftInvoice, finalizeInvoice } from './invoiceStore.ts'
import { type Box, seconds } from './operations.ts'
import { monthsOf } from './prices.ts'
import { findProduct } from './products.ts'
import { expireSubscription, expiryOf } from './subscriptionExpiry.ts'
import { hasEnded, itemOf, putSubscription, withItem } from './subscriptionStore.ts'
import { dropPendingUpdate, endSubscription } from './subscriptions.ts'
import type { WireInvoice, WireSubscription } from './tables.ts'

type Due = { at: number; act: (box: Box) => void }

/**
 * Runs all due steps in order of time, each at its own time: a clock that jumps a year creates twelve invoices with twelve dates. Each
 * step is a transaction of its own.
 */
export function billDueSubscriptions(box: Box) {
  for (let due = earliestDue(box); due; due = earliestDue(box)) {
    const { at, act } = due
    const then: Box = { ...box, now: () => at * 1000 }
    box.store.transact(() => act(then))
  }
}

function earliestDue(box: Box): Due | undefined {
  let limit = seconds(box)
  let earliest: Due | undefined
  // Runs with every request, so nothing is allocated for steps that are not due. Of two at the same time the first wins: a retry at the
  // very end of a period comes before the renewal.
  for (const invoice of box.store.all('invoice')) {
    const at = invoice.status === 'open' ? invoice.next_payment_attempt : null
    if (at === null || at > limit || at === earliest?.at) continue
    limit = at
    earliest = { at, act: (then) => retry(then, invoice) }
  }
  for (const subscription of box.store.all('subscription')) {
    const expiresAt = subscription.status === 'incomplete' ? expiryOf(box, subscription) : Number.POSITIVE_INFINITY
    if (expiresAt <= limit) {
      limit = expiresAt
      earliest = { at: expiresAt, act: (then) => expireSubscription(then, subscription) }
      continue
    }
    const at = Math.min(itemOf(subscription).current_period_end, subscription.cancel_at ?? Number.POSITIVE_INFINITY)
    const pendingUntil = subscription.pending_update?.expires_at
    if (pendingUntil !== undefined && pendingUntil <= limit && pendingUntil <= at) {
      limit = pendingUntil
      earliest = { at: pendingUntil, act: (then) => dropPendingUpdate(then, subscription) }
      continue
    }
    if (hasEnded(subscription) || at > limit || at === earliest?.at) continue
    limit = at
    earliest = { at, act: (then) => endPeriod(then, subscription) }
  }
  return earliest
}

function retry(box: Box, invoice: WireInvoice) {
  chargeInvoice(box, { invoice, isScheduled: true })
}

function endPeriod(box: Box, subscription: WireSubscription) {
  // The flag takes effect at the end of any period; a cancellation by time once that time is reached.
  if (subscription.cancel_at_period_end || (subscription.cancel_at !== null && subscription.cancel_at <= seconds(box))) {
    endSubscription(box, subscription)
    return
  }
  renew(box, subscription)
}

/** Begins the next period with its invoice; an unpaid subscription gets drafts only, and no card is charged. */
function renew(box: Box, subscription: WireSubscription) {
  const item = itemOf(subscription)
  const start = item.current_period_end
  const end = nextPeriodEnd(subscription.billing_cycle_anchor, start, monthsOf(item.price))
  const isAutomatic = subscription.status !== 'unpaid'
  const advanced = { ...subscription, items: withItem(subscription, { current_period_start: start, current_period_end: end }) }
  const draft = draftInvoice(box, {
    subscription: advanced,
    reason: 'subscription_cycle',
    lines: [periodLine(box, advanced)],
    period: { start: item.current_period_start, end: start },
    isAutomatic,
  })
  putSubscription(box, subscription, { items: advanced.items, latest_invoice: draft.id })
  if (isAutomatic) chargeInvoice(box, { invoice: finalizeInvoice(box, draft), isScheduled: true })
}

/** Invoice line with the price of a subscription's current period. */
export function periodLine(box: Box, subscription: WireSubscription) {
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = itemOf(subscription)
  const euros = ((price.unit_amount ?? 0) / 100).toFixed(2)
  const interval = monthsOf(price) === 12 ? 'year' : 'month'
  return {
    amount: (price.unit_amount ?? 0) * quantity,
    description: `${quantity} × ${findProduct(box, String(price.product)).name} (at €${euros} / ${interval})`,
    price,
    period: { start, end },
    isProration: false,
  }
}
