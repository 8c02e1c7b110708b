import { emitEvent } from './events.ts'
import { isUnderWay } from './invoicePayment.ts'
import { findInvoice } from './invoiceStore.ts'
import { type Box, seconds } from './operations.ts'
import { putSubscription } from './subscriptionStore.ts'
import type { WireInvoice, WireSubscription } from './tables.ts'

/** Stripe's time for the first payment of a subscription. */
const firstPaymentSeconds = 23 * 60 * 60

/** Time in seconds at which an incomplete subscription expires; infinite while its first debit is under way, and for any other status. */
export function expiryOf(box: Box, { status, created, latest_invoice: invoice }: WireSubscription): number {
  const isWaiting = invoice !== null && isUnderWay(box, findInvoice(box, invoice))
  return status === 'incomplete' && !isWaiting ? created + firstPaymentSeconds : Number.POSITIVE_INFINITY
}

/** Ends a subscription whose first payment failed, and voids its invoice. */
export function expireSubscription(box: Box, subscription: WireSubscription) {
  const invoice = findInvoice(box, subscription.latest_invoice ?? '')
  const voided: WireInvoice = { ...invoice, auto_advance: false, next_payment_attempt: null, status: 'void' }
  box.store.put('invoice', voided.id, voided)
  emitEvent(box, { type: 'invoice.voided', object: voided })
  putSubscription(box, subscription, { status: 'incomplete_expired', ended_at: seconds(box) })
}
