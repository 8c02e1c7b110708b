import type Stripe from 'stripe'
import { type Card, type Decline, declines } from './cards.ts'
import { makeCharge } from './charges.ts'
import { emitEvent } from './events.ts'
import type { Box } from './operations.ts'

export type Attempt = { intent: Stripe.PaymentIntent; card: Card; payer: { email: string | null; name: string | null } }

/** The payment succeeded. The caller emits the events, because their order depends on what was paid. */
export function succeedIntent(box: Box, attempt: Attempt & { isAvailable: boolean }) {
  const charge = makeCharge(box, attempt)
  const paid: Stripe.PaymentIntent = {
    ...attempt.intent,
    amount_received: attempt.intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'succeeded',
  }
  box.store.put('paymentIntent', paid.id, paid)
  return { charge, paid }
}

/** The card was refused: a failed charge, and the intent waits for another card. */
export function declineIntent(box: Box, attempt: Attempt & { reason: Decline }) {
  const charge = makeCharge(box, { ...attempt, decline: declines[attempt.reason], isAvailable: false })
  emitEvent(box, { type: 'charge.failed', object: charge })
  failIntent(box, { intent: attempt.intent, reason: attempt.reason, charge: charge.id })
}

export function failIntent(box: Box, input: { intent: Stripe.PaymentIntent; reason: Decline; charge?: string }) {
  const { intent, charge } = input
  const { code, declineCode, message } = declines[input.reason]
  const failed: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: { ...(charge ? { charge } : {}), code, decline_code: declineCode, message, type: 'card_error' },
    latest_charge: charge ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  box.store.put('paymentIntent', intent.id, failed)
  emitEvent(box, { type: 'payment_intent.payment_failed', object: failed })
}
