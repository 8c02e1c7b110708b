import { readControl } from './controlRequests.ts'
import { isUnderWay } from './invoicePayment.ts'
import { findInvoice } from './invoiceStore.ts'
import { type Box, seconds } from './operations.ts'
import { invalidRequest } from './problems.ts'
import { changeSettings, readSettings } from './settings.ts'
import { billDueSubscriptions } from './subscriptionClock.ts'
import { findSubscription, hasEnded, itemOf, withItem } from './subscriptionStore.ts'

/** Controls of subscriptions: time that passes for one of them alone, and debits that wait for a bank. */
export function subscriptionVerbs(box: Box): Record<string, (input: Record<string, unknown>) => unknown> {
  return {
    firstDebits: (input) => {
      changeSettings(box.store, { firstDebits: readControl.firstDebits(input) })
      return readSettings(box.store)
    },
    debits: () => ({ invoices: box.store.all('invoice').flatMap((one) => (isUnderWay(box, one) ? [one.id] : [])) }),
    endPeriod: (input) => endPeriod(box, readControl.id(input, 'subscription')),
    retryInvoice: (input) => retryInvoice(box, readControl.id(input, 'invoice')),
  }
}

/** Ends the current period of a subscription now, which renews it or, if it is cancelled, ends it. The next period begins now. */
function endPeriod(box: Box, id: string) {
  const subscription = findSubscription(box, id)
  if (hasEnded(subscription) || subscription.status === 'incomplete') throw invalidRequest(`The subscription ${id} has no period to end.`)
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  const now = seconds(box)
  const early = end - now
  if (early > 0) {
    box.store.put('subscription', id, {
      ...subscription,
      billing_cycle_anchor: now,
      cancel_at: subscription.cancel_at === null ? null : Math.max(now, subscription.cancel_at - early),
      items: withItem(subscription, { current_period_start: start - early, current_period_end: now }),
    })
  }
  billDueSubscriptions(box)
  return findSubscription(box, id)
}

/** Makes the next attempt to collect an open invoice due now. */
function retryInvoice(box: Box, id: string) {
  const invoice = findInvoice(box, id)
  if (invoice.status !== 'open' || invoice.next_payment_attempt === null)
    throw invalidRequest(`No attempt is planned for the invoice ${id}.`)
  box.store.put('invoice', id, { ...invoice, next_payment_attempt: Math.min(invoice.next_payment_attempt, seconds(box)) })
  billDueSubscriptions(box)
  return findInvoice(box, id)
}
