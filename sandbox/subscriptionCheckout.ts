import type Stripe from 'stripe'
import type { Card } from './cards.ts'
import { detailsOf } from './checkoutSessionShape.ts'
import { emitEvent } from './events.ts'
import { recordPayment, settleInvoice } from './invoicePayment.ts'
import { draftInvoice, finalizeInvoice, subscriptionOf } from './invoiceStore.ts'
import { type Box, seconds } from './operations.ts'
import { findPrice } from './prices.ts'
import { invalidRequest } from './problems.ts'
import { beginCharge } from './processing.ts'
import { makeDefault, saveCard } from './savedCards.ts'
import { saveDebit } from './savedDebits.ts'
import { readSettings } from './settings.ts'
import { periodLine } from './subscriptionClock.ts'
import { blankSubscription } from './subscriptionShape.ts'
import { findSubscription, putSubscription } from './subscriptionStore.ts'
import type { WireInvoice } from './tables.ts'

type First = { session: Stripe.Checkout.Session; intent: Stripe.PaymentIntent; payer: { email: string; name: string } }

/** Creates the subscription with a paid invoice, after the first payment of a session in mode subscription. */
export function beginSubscription(box: Box, input: First & { charge: Stripe.Charge; card: Card }) {
  const { session, intent, charge, card, payer } = input
  const customer = String(intent.customer)
  const method = saveCard(box, { customer, card, payer, id: String(intent.payment_method) })
  const invoice = openFirstInvoice(box, { ...input, method })
  emitEvent(box, { type: 'charge.succeeded', object: charge })
  emitEvent(box, { type: 'payment_intent.succeeded', object: intent })
  settleInvoice(box, { invoice, amount: intent.amount, intent: intent.id })
  complete(box, { session, customer, payer, invoice, isPaid: true })
}

/**
 * Creates the subscription with an open invoice whose debit is under way. Stripe documents two ways (verb `firstDebits`): active as soon as
 * the payment is confirmed, or incomplete until the bank pays, here without a method for later charges.
 */
export function beginDebitedSubscription(box: Box, input: First) {
  const { session, intent, payer } = input
  const customer = String(intent.customer)
  const method = saveDebit(box, { customer, payer, id: String(intent.payment_method) })
  const opened = openFirstInvoice(box, { ...input, method })
  const invoice: WireInvoice = { ...opened, attempted: true }
  box.store.put('invoice', invoice.id, invoice)
  recordPayment(box, { invoice, intent: intent.id, paidAt: null })
  beginCharge(box, { intent, means: { type: 'sepa_debit' }, payer })
  const subscription = findSubscription(box, subscriptionOf(invoice))
  const isIncomplete = readSettings(box.store).firstDebits === 'incomplete'
  putSubscription(box, subscription, isIncomplete ? { default_payment_method: null } : { status: 'active' })
  complete(box, { session, customer, payer, invoice, isPaid: false })
}

function openFirstInvoice(box: Box, { session, intent, method }: First & { method: Stripe.PaymentMethod }): WireInvoice {
  const customer = String(intent.customer)
  const details = box.store.get('checkoutDetails', session.id)
  const [line] = details?.lineItems ?? []
  if (!line?.price) throw invalidRequest('The session has no price.')
  if (box.store.get('customer', customer)?.invoice_settings.default_payment_method === null) makeDefault(box, customer, method.id)
  const subscription = blankSubscription({
    customer,
    method: method.id,
    price: findPrice(box, line.price.id),
    quantity: line.quantity ?? 1,
    metadata: details?.subscriptionData?.metadata ?? {},
    description: details?.subscriptionData?.description ?? null,
    now: seconds(box),
  })
  box.store.put('subscription', subscription.id, subscription)
  emitEvent(box, { type: 'customer.subscription.created', object: subscription })
  const period = { start: subscription.start_date, end: subscription.start_date }
  const lines = [periodLine(box, subscription)]
  const draft = draftInvoice(box, { subscription, reason: 'subscription_create', lines, period, isAutomatic: true })
  putSubscription(box, subscription, { latest_invoice: draft.id })
  return finalizeInvoice(box, draft)
}

type Completion = { session: Stripe.Checkout.Session; customer: string; payer: First['payer']; invoice: WireInvoice; isPaid: boolean }

function complete(box: Box, { session, customer, payer, invoice, isPaid }: Completion) {
  const completed: Stripe.Checkout.Session = {
    ...session,
    customer,
    customer_details: detailsOf(payer),
    invoice: invoice.id,
    payment_status: isPaid ? 'paid' : 'unpaid',
    status: 'complete',
    subscription: subscriptionOf(invoice),
    url: null,
  }
  box.store.put('checkoutSession', session.id, completed)
  emitEvent(box, { type: 'checkout.session.completed', object: completed })
}
