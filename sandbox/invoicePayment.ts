import type Stripe from 'stripe'
import { type Decline, declines } from './cards.ts'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { declineIntent, succeedIntent } from './intentOutcomes.ts'
import { finalizeInvoice, findInvoice, refuseUnpayable, subscriptionOf } from './invoiceStore.ts'
import { cardMeans } from './methods.ts'
import { type Box, seconds } from './operations.ts'
import { makePaymentIntent } from './paymentIntents.ts'
import { StripeProblem } from './problems.ts'
import { beginCharge } from './processing.ts'
import { findDefaultCard, findSavedCard, type SavedCard } from './savedCards.ts'
import { debitOf } from './savedDebits.ts'
import { findSubscription, putSubscription } from './subscriptionStore.ts'
import type { WireInvoice } from './tables.ts'

/** Days after the due date of the invoice on which the card is retried; after the last one the subscription is unpaid. */
const retryDays = [3, 7, 14]
const daySeconds = 24 * 60 * 60

/**
 * Charges an open invoice to the subscription's card; returns the new state of the invoice, and the reason of a refusal. Only Stripe's own
 * attempts advance the retry schedule, a customer's do not.
 */
export function chargeInvoice(
  box: Box,
  input: { invoice: WireInvoice; isScheduled: boolean; method?: string; isConfirmed?: true },
): { invoice: WireInvoice; decline?: Decline } {
  const { invoice } = input
  if (isUnderWay(box, invoice)) return { invoice }
  if (invoice.amount_due === 0) return { invoice: settleInvoice(box, { invoice, amount: 0 }) }
  const subscription = findSubscription(box, subscriptionOf(invoice))
  const debit = debitOf(box, input.method ?? subscription.default_payment_method)
  if (debit) return { invoice: beginDebit(box, invoice, debit) }
  const saved = input.method
    ? findSavedCard(box, input.method)
    : findDefaultCard(box, { customer: invoice.customer, method: subscription.default_payment_method })
  const intent = intentOf(box, invoice, saved?.method.id)
  const decline = saved ? declineOf(saved, input.isConfirmed) : 'declined'
  if (decline === 'authenticationRequired') {
    box.store.put('paymentIntent', intent.id, {
      ...intent,
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    })
    emitEvent(box, { type: 'invoice.payment_action_required', object: invoice })
    return { invoice: failInvoice(box, { invoice, isScheduled: input.isScheduled }), decline }
  }
  if (decline || !saved) {
    const card = saved?.card ?? { number: '4000000000000002', expMonth: 12, expYear: 2030 }
    declineIntent(box, { intent, means: cardMeans(card), payer: payerOf(invoice), reason: decline ?? 'declined' })
    return { invoice: failInvoice(box, { invoice, isScheduled: input.isScheduled }), decline: decline ?? 'declined' }
  }
  const { charge, paid } = succeedIntent(box, {
    intent,
    means: cardMeans(saved.card),
    payer: payerOf(invoice),
    isAvailable: saved.outcome === 'paysAtOnce',
  })
  emitEvent(box, { type: 'charge.succeeded', object: charge })
  emitEvent(box, { type: 'payment_intent.succeeded', object: paid })
  return { invoice: settleInvoice(box, { invoice, amount: intent.amount, intent: paid.id }) }
}

/** Begins the debit of an invoice: it stays open until the payer's bank has paid or refused (verb `endProcessing`). */
function beginDebit(box: Box, invoice: WireInvoice, method: string): WireInvoice {
  beginCharge(box, { intent: intentOf(box, invoice, method), means: { type: 'sepa_debit' }, payer: payerOf(invoice) })
  const begun: WireInvoice = { ...invoice, attempted: true, next_payment_attempt: null }
  box.store.put('invoice', begun.id, begun)
  emitEvent(box, { type: 'invoice.updated', object: begun, previous: { attempted: invoice.attempted } })
  return begun
}

/** True while the debit of an invoice waits for the payer's bank. */
export function isUnderWay(box: Box, invoice: WireInvoice) {
  const intent = box.store.get('invoicePayment', invoice.id)?.payment.payment_intent
  return typeof intent === 'string' && box.store.get('paymentIntent', intent)?.status === 'processing'
}

/** Payment by the customer, on the portal's page or through the API. A refused card is a card error, in Stripe's words. */
export function payNow(box: Box, input: { invoice: WireInvoice; method?: string }): WireInvoice {
  refuseUnpayable(input.invoice)
  const invoice = input.invoice.status === 'draft' ? finalizeInvoice(box, input.invoice) : input.invoice
  const { invoice: after, decline } = chargeInvoice(box, { ...input, invoice, isScheduled: false })
  if (decline) throw cardProblem(decline)
  return after
}

/** Payments that need the payer's confirmation are card errors, too, with their own code. */
export function cardProblem(decline: Decline, paid: 'invoice' | 'subscription' = 'invoice'): StripeProblem {
  if (decline === 'authenticationRequired')
    return new StripeProblem(402, {
      type: 'card_error',
      code: `${paid}_payment_intent_requires_action`,
      message: `Payment for this ${paid} requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with \`${paid === 'invoice' ? 'invoice' : 'subscription.latest_invoice'}\`.`,
    })
  const { code, declineCode, message } = declines[decline]
  return new StripeProblem(402, { type: 'card_error', code, decline_code: declineCode, message })
}

/** Marks an invoice as paid, and activates its subscription if it is the newest one. */
export function settleInvoice(box: Box, input: { invoice: WireInvoice; amount: number; intent?: string }): WireInvoice {
  const now = seconds(box)
  const { invoice, amount, intent } = input
  const paid: WireInvoice = {
    ...invoice,
    amount_paid: amount,
    amount_remaining: 0,
    attempt_count: Math.max(1, invoice.attempt_count),
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  }
  box.store.put('invoice', paid.id, paid)
  if (intent) recordPayment(box, { invoice: paid, intent, paidAt: now })
  emitEvent(box, { type: 'invoice.paid', object: paid })
  emitEvent(box, { type: 'invoice.payment_succeeded', object: paid })
  applyPendingUpdate(box, paid)
  reactivate(box, subscriptionOf(paid))
  return paid
}

/** Applies a price change that was waiting for this payment. */
function applyPendingUpdate(box: Box, invoice: WireInvoice) {
  const subscription = findSubscription(box, subscriptionOf(invoice))
  const items = subscription.pending_update?.subscription_items
  if (!items || subscription.latest_invoice !== invoice.id) return
  const change = { items: { ...subscription.items, data: items }, pending_update: null }
  putSubscription(box, subscription, change, { type: 'customer.subscription.pending_update_applied' })
  emitEvent(box, { type: 'customer.subscription.updated', object: findSubscription(box, subscription.id) })
}

function reactivate(box: Box, id: string) {
  const subscription = findSubscription(box, id)
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return
  const latest = subscription.latest_invoice ? findInvoice(box, subscription.latest_invoice) : undefined
  if (latest?.status === 'paid') putSubscription(box, subscription, { status: 'active' })
}

/** Plans the next retry after a refused card; the subscription becomes past_due, or unpaid after the last retry. */
export function failInvoice(
  box: Box,
  { invoice, isScheduled, isDebit }: { invoice: WireInvoice; isScheduled: boolean; isDebit?: true },
): WireInvoice {
  const attempt_count = isScheduled || invoice.attempt_count === 0 ? invoice.attempt_count + 1 : invoice.attempt_count
  const days = retryDays[attempt_count - 1]
  const dueAt = (isDebit ? null : invoice.status_transitions.finalized_at) ?? seconds(box)
  const subscription = findSubscription(box, subscriptionOf(invoice))
  // Stripe does not retry the first payment of a subscription.
  const isGivenUp = days === undefined || !invoice.auto_advance || subscription.status === 'incomplete'
  const failed: WireInvoice = {
    ...invoice,
    attempt_count,
    attempted: true,
    next_payment_attempt: isGivenUp ? null : dueAt + days * daySeconds,
  }
  box.store.put('invoice', failed.id, failed)
  emitEvent(box, { type: 'invoice.payment_failed', object: failed })
  emitEvent(box, { type: 'invoice.updated', object: failed, previous: { attempt_count: invoice.attempt_count } })
  if (failed.billing_reason === 'manual') return failed
  // The invoice of a pending price change is no debt of the current period.
  if (subscription.pending_update && subscription.latest_invoice === failed.id) return failed
  if (subscription.status === 'active') putSubscription(box, subscription, { status: 'past_due' })
  if (subscription.status === 'past_due' && isGivenUp) putSubscription(box, subscription, { status: 'unpaid' })
  return failed
}

function intentOf(box: Box, invoice: WireInvoice, method: string | undefined): Stripe.PaymentIntent {
  const payment = box.store.get('invoicePayment', invoice.id)
  const existing = typeof payment?.payment.payment_intent === 'string' && box.store.get('paymentIntent', payment.payment.payment_intent)
  const amounts = { amount: invoice.amount_due, currency: invoice.currency }
  const base = existing || makePaymentIntent(box, { ...amounts, customer: invoice.customer, data: { description: 'Subscription update' } })
  const intent: Stripe.PaymentIntent = { ...base, ...amounts, payment_method: method ?? null }
  box.store.put('paymentIntent', intent.id, intent)
  if (existing) return intent
  recordPayment(box, { invoice, intent: intent.id, paidAt: null })
  emitEvent(box, { type: 'payment_intent.created', object: intent })
  return intent
}

export function recordPayment(box: Box, input: { invoice: WireInvoice; intent: string; paidAt: number | null }) {
  const { invoice, intent, paidAt } = input
  const known = box.store.get('invoicePayment', invoice.id)
  const payment: Stripe.InvoicePayment = {
    id: known?.id ?? newId('inpay_'),
    object: 'invoice_payment',
    amount_paid: paidAt === null ? null : invoice.amount_due,
    amount_requested: invoice.amount_due,
    created: known?.created ?? seconds(box),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: paidAt === null ? 'open' : 'paid',
    status_transitions: { canceled_at: null, paid_at: paidAt },
  }
  // Every invoice has one intent for all its attempts, so its payment is stored under the invoice's id.
  box.store.put('invoicePayment', invoice.id, payment)
}

function declineOf({ outcome }: SavedCard, isConfirmed = false): Decline | undefined {
  if (outcome === 'confirmsAlways') return isConfirmed ? undefined : 'authenticationRequired'
  return outcome === 'declined' || outcome === 'insufficientFunds' ? outcome : undefined
}

const payerOf = (invoice: WireInvoice) => ({ email: invoice.customer_email, name: invoice.customer_name })
