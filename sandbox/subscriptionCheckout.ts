import type Stripe from 'stripe'
import type { Card } from './cards.ts'
import { detailsOf } from './checkoutSessionShape.ts'
import { emitEvent } from './events.ts'
import { settleInvoice } from './invoicePayment.ts'
import { draftInvoice, finalizeInvoice } from './invoiceStore.ts'
import { type Box, seconds } from './operations.ts'
import { findPrice } from './prices.ts'
import { invalidRequest } from './problems.ts'
import { makeDefault, saveCard } from './savedCards.ts'
import { periodLine } from './subscriptionClock.ts'
import { blankSubscription } from './subscriptionShape.ts'
import { findSubscription, putSubscription } from './subscriptionStore.ts'

type FirstPayment = {
  session: Stripe.Checkout.Session
  intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  card: Card
  payer: { email: string; name: string }
}

/** Creates the subscription with a paid invoice, after the first payment of a session in mode subscription. */
export function beginSubscription(box: Box, { session, intent, charge, card, payer }: FirstPayment) {
  const customer = String(intent.customer)
  const details = box.store.get('checkoutDetails', session.id)
  const [line] = details?.lineItems ?? []
  if (!line?.price) throw invalidRequest('The session has no price.')
  const method = saveCard(box, { customer, card, payer, id: String(intent.payment_method) })
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
  const invoice = finalizeInvoice(box, draft)
  emitEvent(box, { type: 'charge.succeeded', object: charge })
  emitEvent(box, { type: 'payment_intent.succeeded', object: intent })
  settleInvoice(box, { invoice, amount: intent.amount, intent: intent.id })
  const complete: Stripe.Checkout.Session = {
    ...session,
    customer,
    customer_details: detailsOf(payer),
    invoice: invoice.id,
    payment_status: 'paid',
    status: 'complete',
    subscription: findSubscription(box, subscription.id).id,
    url: null,
  }
  box.store.put('checkoutSession', session.id, complete)
  emitEvent(box, { type: 'checkout.session.completed', object: complete })
}
