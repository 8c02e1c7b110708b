import type Stripe from 'stripe'
import { authoriseCheckout } from './captures.ts'
import { asksPayer, type CardOutcome, type Decline } from './cards.ts'
import { detailsOf } from './checkoutSessionShape.ts'
import { findFirstIntent, findSession } from './checkoutSessions.ts'
import { makeCustomer } from './customers.ts'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { declineIntent, failIntent, succeedIntent } from './intentOutcomes.ts'
import { type Means, methodRules } from './methods.ts'
import type { Box } from './operations.ts'
import { makePaymentIntent } from './paymentIntents.ts'
import { notInSandbox } from './problems.ts'
import { beginProcessing } from './processing.ts'
import { beginDebitedSubscription, beginSubscription } from './subscriptionCheckout.ts'

type Payer = { email: string; name: string }
/** Values that a test may falsify: the session is then delivered as paid with them. */
export type Tampering = { amount?: number; currency?: string; client_reference_id?: string; metadata?: Stripe.Metadata }
type Attempt = {
  session: string
  means: Means
  payer: Payer
  outcome: CardOutcome | 'refused'
  isConfirmed: boolean
  tampering?: Tampering
}
export type PaymentResult =
  | { state: 'paid' }
  | { state: 'processing' }
  | { state: 'confirmationNeeded' }
  | { state: 'declined'; decline: Decline }
  | { state: 'closed' }

/** One attempt to pay a session, with a card or another method. A session that is not open returns `closed`, so it cannot be paid twice. */
export function payCheckout(box: Box, attempt: Attempt): PaymentResult {
  return box.store.transact(() => {
    const session = findSession(box, attempt.session)
    if (session.status !== 'open') return { state: 'closed' }
    const intent = prepareIntent(box, bend(session, attempt.tampering), attempt)
    if (attempt.outcome !== 'refused' && asksPayer(attempt.outcome) && !attempt.isConfirmed) {
      box.store.put('paymentIntent', intent.id, {
        ...intent,
        status: 'requires_action',
        next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
      })
      return { state: 'confirmationNeeded' }
    }
    if (attempt.outcome === 'declined' || attempt.outcome === 'insufficientFunds') {
      declineIntent(box, { ...attempt, intent, reason: attempt.outcome })
      return { state: 'declined', decline: attempt.outcome }
    }
    if (attempt.outcome === 'refused') {
      failIntent(box, { intent, reason: 'providerRefused' })
      return { state: 'declined', decline: 'providerRefused' }
    }
    const bent = bend(session, attempt.tampering)
    if (attempt.means.type !== 'card' && methodRules[attempt.means.type].isDelayed) {
      const begin = session.mode === 'subscription' ? beginDebitedSubscription : beginProcessing
      begin(box, { ...attempt, session: bent, intent })
      return { state: 'processing' }
    }
    succeed(box, { session: bent, intent, attempt })
    return { state: 'paid' }
  })
}

/** The payer refused in the confirmation step. */
export function refuseConfirmation(box: Box, attempt: { session: string }): PaymentResult {
  return box.store.transact(() => {
    const session = findSession(box, attempt.session)
    if (session.status !== 'open') return { state: 'closed' }
    const intent = findFirstIntent(box, session)
    if (intent) failIntent(box, { intent, reason: 'confirmationRefused' })
    return { state: 'declined', decline: 'confirmationRefused' }
  })
}

function bend(session: Stripe.Checkout.Session, tampering: Tampering = {}): Stripe.Checkout.Session {
  return {
    ...session,
    amount_total: tampering.amount ?? session.amount_total,
    amount_subtotal: tampering.amount ?? session.amount_subtotal,
    currency: tampering.currency ?? session.currency,
    client_reference_id: tampering.client_reference_id ?? session.client_reference_id,
    metadata: tampering.metadata ?? session.metadata,
  }
}

function prepareIntent(box: Box, session: Stripe.Checkout.Session, attempt: Attempt): Stripe.PaymentIntent {
  const amounts = { amount: session.amount_total ?? 0, currency: session.currency ?? 'eur' }
  const existing = findFirstIntent(box, session)
  const payment_method = newId('pm_')
  if (existing) {
    const renewed: Stripe.PaymentIntent = { ...existing, ...amounts, payment_method, next_action: null }
    box.store.put('paymentIntent', renewed.id, renewed)
    return renewed
  }
  const details = box.store.get('checkoutDetails', session.id)
  const data = details?.paymentIntentData ?? {}
  const customer = typeof session.customer === 'string' ? session.customer : customerOf(box, session, attempt.payer)
  const made = makePaymentIntent(box, { ...amounts, customer, data })
  const intent: Stripe.PaymentIntent = { ...made, payment_method }
  box.store.put('paymentIntent', intent.id, intent)
  if (session.mode === 'subscription' && details) box.store.put('checkoutDetails', session.id, { ...details, firstIntent: intent.id })
  // Stores the session without tampering: only a successful payment may deliver falsified values.
  else box.store.put('checkoutSession', session.id, { ...findSession(box, session.id), payment_intent: intent.id })
  emitEvent(box, { type: 'payment_intent.created', object: made })
  return intent
}

function customerOf(box: Box, session: Stripe.Checkout.Session, payer: Payer): string | null {
  return session.customer_creation === 'always' ? makeCustomer(box, payer).id : null
}

function succeed(box: Box, input: { session: Stripe.Checkout.Session; intent: Stripe.PaymentIntent; attempt: Attempt }) {
  const { session, intent, attempt } = input
  // Simplified: money of other methods is available at once.
  const isAvailable = attempt.outcome === 'paysAtOnce' || attempt.means.type !== 'card'
  if (intent.capture_method === 'manual') return authoriseCheckout(box, { ...attempt, session, intent, isAvailable })
  const { charge, paid } = succeedIntent(box, { ...attempt, intent, isAvailable })
  if (session.mode === 'subscription') {
    if (attempt.means.type !== 'card') throw notInSandbox('subscriptions without a card')
    beginSubscription(box, { ...attempt, card: attempt.means.card, session, intent: paid, charge })
    return
  }
  const complete: Stripe.Checkout.Session = {
    ...session,
    customer: paid.customer,
    customer_details: detailsOf(attempt.payer),
    payment_intent: paid.id,
    payment_status: 'paid',
    status: 'complete',
    url: null,
  }
  box.store.put('checkoutSession', session.id, complete)
  emitEvent(box, { type: 'charge.succeeded', object: charge })
  emitEvent(box, { type: 'payment_intent.succeeded', object: paid })
  emitEvent(box, { type: 'checkout.session.completed', object: complete })
}
