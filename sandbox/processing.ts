import type Stripe from 'stripe'
import { bookBalance, feeOf } from './balance.ts'
import { makeCharge } from './charges.ts'
import { detailsOf } from './checkoutSessionShape.ts'
import { emitEvent } from './events.ts'
import { type Attempt, failIntent } from './intentOutcomes.ts'
import type { Box } from './operations.ts'

/** The customer completed the page with a method whose money arrives days later: the session is complete and unpaid. */
export function beginProcessing(box: Box, input: Attempt & { session: Stripe.Checkout.Session }) {
  const { session } = input
  const processing = beginCharge(box, input)
  const complete: Stripe.Checkout.Session = {
    ...session,
    customer: processing.customer,
    customer_details: detailsOf({ email: input.payer.email ?? '', name: input.payer.name }),
    payment_intent: processing.id,
    status: 'complete',
    url: null,
  }
  box.store.put('checkoutSession', session.id, complete)
  emitEvent(box, { type: 'checkout.session.completed', object: complete })
}

/** Begins a charge whose money arrives days later, or fails. */
export function beginCharge(box: Box, attempt: Attempt): Stripe.PaymentIntent {
  const charge = makeCharge(box, { ...attempt, isAvailable: true, isPending: true })
  const processing: Stripe.PaymentIntent = {
    ...attempt.intent,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'processing',
  }
  box.store.put('paymentIntent', processing.id, processing)
  emitEvent(box, { type: 'charge.pending', object: charge })
  emitEvent(box, { type: 'payment_intent.processing', object: processing })
  return processing
}

type Processing = { intent: Stripe.PaymentIntent; charge: Stripe.Charge }

/** The payer's bank pays or refuses. */
export const endCharge = (box: Box, { outcome, ...processing }: Processing & { outcome: 'succeeded' | 'failed' }) =>
  outcome === 'succeeded' ? pay(box, processing) : refuse(box, processing)

function pay(box: Box, { intent, charge }: Processing) {
  const { amount, currency } = intent
  const booked = bookBalance(box, {
    ...{ amount, fee: feeOf(amount), currency, type: 'charge', source: charge.id, description: intent.description, isAvailable: true },
  })
  const taken: Stripe.Charge = { ...charge, balance_transaction: booked.id, paid: true, status: 'succeeded' }
  const paid: Stripe.PaymentIntent = { ...intent, amount_received: amount, status: 'succeeded' }
  box.store.put('charge', taken.id, taken)
  box.store.put('paymentIntent', paid.id, paid)
  emitEvent(box, { type: 'charge.succeeded', object: taken })
  emitEvent(box, { type: 'payment_intent.succeeded', object: paid })
}

function refuse(box: Box, { intent, charge }: Processing) {
  const failed: Stripe.Charge = {
    ...charge,
    amount_captured: 0,
    captured: false,
    failure_code: 'insufficient_funds',
    failure_message: 'The customer has insufficient funds in their bank account.',
    status: 'failed',
  }
  box.store.put('charge', failed.id, failed)
  emitEvent(box, { type: 'charge.failed', object: failed })
  failIntent(box, { intent, reason: 'debitRefused', charge: failed.id })
}
