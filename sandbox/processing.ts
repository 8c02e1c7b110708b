import type Stripe from 'stripe'
import { bookBalance, feeOf } from './balance.ts'
import { makeCharge } from './charges.ts'
import { detailsOf } from './checkoutSessionShape.ts'
import { findFirstIntent, findSession } from './checkoutSessions.ts'
import { emitEvent } from './events.ts'
import { type Attempt, failIntent } from './intentOutcomes.ts'
import type { Box } from './operations.ts'
import { invalidRequest } from './problems.ts'

/** The customer completed the page with a method whose money arrives days later: the session is complete and unpaid. */
export function beginProcessing(box: Box, input: Attempt & { session: Stripe.Checkout.Session }) {
  const { session, intent } = input
  const charge = makeCharge(box, { ...input, isAvailable: true, isPending: true })
  const processing: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'processing',
  }
  const complete: Stripe.Checkout.Session = {
    ...session,
    customer: processing.customer,
    customer_details: detailsOf({ email: input.payer.email ?? '', name: input.payer.name }),
    payment_intent: processing.id,
    status: 'complete',
    url: null,
  }
  box.store.put('paymentIntent', processing.id, processing)
  box.store.put('checkoutSession', session.id, complete)
  emitEvent(box, { type: 'charge.pending', object: charge })
  emitEvent(box, { type: 'payment_intent.processing', object: processing })
  emitEvent(box, { type: 'checkout.session.completed', object: complete })
}

/** Verb `endProcessing` of the control interface: the payer's bank pays or refuses. */
export function endProcessing(box: Box, { session: id, outcome }: { session: string; outcome: 'succeeded' | 'failed' }) {
  return box.store.transact(() => {
    const session = findSession(box, id)
    const intent = findFirstIntent(box, session)
    const charge = typeof intent?.latest_charge === 'string' ? box.store.get('charge', intent.latest_charge) : undefined
    if (intent?.status !== 'processing' || !charge) throw invalidRequest(`The session ${id} has no payment in process.`)
    return outcome === 'succeeded' ? pay(box, { session, intent, charge }) : refuse(box, { session, intent, charge })
  })
}

type Processing = { session: Stripe.Checkout.Session; intent: Stripe.PaymentIntent; charge: Stripe.Charge }

function pay(box: Box, { session, intent, charge }: Processing) {
  const { amount, currency } = intent
  const booked = bookBalance(box, {
    ...{ amount, fee: feeOf(amount), currency, type: 'charge', source: charge.id, description: intent.description, isAvailable: true },
  })
  const taken: Stripe.Charge = { ...charge, balance_transaction: booked.id, paid: true, status: 'succeeded' }
  const paid: Stripe.PaymentIntent = { ...intent, amount_received: amount, status: 'succeeded' }
  const settled: Stripe.Checkout.Session = { ...session, payment_status: 'paid' }
  box.store.put('charge', taken.id, taken)
  box.store.put('paymentIntent', paid.id, paid)
  box.store.put('checkoutSession', settled.id, settled)
  emitEvent(box, { type: 'charge.succeeded', object: taken })
  emitEvent(box, { type: 'payment_intent.succeeded', object: paid })
  emitEvent(box, { type: 'checkout.session.async_payment_succeeded', object: settled })
  return settled
}

function refuse(box: Box, { session, intent, charge }: Processing) {
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
  emitEvent(box, { type: 'checkout.session.async_payment_failed', object: session })
  return session
}
