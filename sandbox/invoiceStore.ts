import type Stripe from 'stripe'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { blankInvoice, type LineFacts, type Reason } from './invoiceShape.ts'
import { type Box, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'
import type { WireInvoice, WireSubscription } from './tables.ts'

/** Stripe's minimum charge in cents; a smaller amount is carried over to the next invoice. */
const smallestChargeCents = 50

export function findInvoice(box: Box, id: string): WireInvoice {
  const invoice = box.store.get('invoice', id)
  if (!invoice) throw missingObject('invoice', id)
  return invoice
}

export function subscriptionOf(invoice: WireInvoice): string {
  const subscription = invoice.parent?.subscription_details?.subscription
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? '')
}

export function invoicesOf(box: Box, subscription: string): WireInvoice[] {
  return box.store.all('invoice').filter((one) => subscriptionOf(one) === subscription)
}

type NewInvoice = {
  subscription: WireSubscription
  reason: Reason
  lines: LineFacts[]
  period: { start: number; end: number }
  isAutomatic: boolean
}

export function draftInvoice(box: Box, given: NewInvoice): WireInvoice {
  const customer = customerOfInvoice(box, given.subscription.customer)
  const invoice = blankInvoice({ ...given, customer, now: seconds(box) })
  box.store.put('invoice', invoice.id, invoice)
  emitEvent(box, { type: 'invoice.created', object: invoice })
  return invoice
}

/** Finalizes a draft: sets its number, applies the customer's balance, and makes the payment due. It cannot be changed any more. */
export function finalizeInvoice(box: Box, { id }: { id: string }): WireInvoice {
  const invoice = findInvoice(box, id)
  const customer = customerOfInvoice(box, invoice.customer)
  // The checkout has already shown its price, so no balance is applied.
  const starting_balance = invoice.billing_reason === 'subscription_create' ? 0 : customer.balance
  const wanted = invoice.total + starting_balance
  const amount_due = wanted < smallestChargeCents ? 0 : wanted
  const ending_balance = wanted - amount_due
  const secret = newId('live_', 32)
  const open: WireInvoice = {
    ...invoice,
    amount_due,
    amount_remaining: amount_due,
    effective_at: seconds(box),
    ending_balance,
    hosted_invoice_url: `${box.url()}/i/${id}/${secret}`,
    invoice_pdf: `${box.url()}/i/${id}/${secret}/pdf`,
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence ?? 1).padStart(4, '0')}`,
    starting_balance,
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: seconds(box) },
  }
  const balance = invoice.billing_reason === 'subscription_create' ? customer.balance : ending_balance
  box.store.put('customer', customer.id, { ...customer, balance, next_invoice_sequence: (customer.next_invoice_sequence ?? 1) + 1 })
  box.store.put('invoice', id, open)
  emitEvent(box, { type: 'invoice.finalized', object: open })
  return open
}

export function customerOfInvoice(box: Box, id: string): Stripe.Customer {
  const customer = box.store.get('customer', id)
  if (!customer) throw missingObject('customer', id, 'customer')
  return customer
}

export function refuseUnpayable(invoice: WireInvoice) {
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' })
  if (invoice.status !== 'open' && invoice.status !== 'draft' && invoice.status !== 'uncollectible')
    throw invalidRequest(`You cannot pay an invoice that is ${invoice.status}.`, { code: 'invoice_not_open' })
}
