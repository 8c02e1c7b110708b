import type Stripe from 'stripe'
import { type Decline, declines } from './cards.ts'
import { makeCharge } from './charges.ts'
import { emitEvent } from './events.ts'
import type { Means } from './methods.ts'
import type { Box } from './operations.ts'

export type Attempt = { intent: Stripe.PaymentIntent; means: Means; payer: { email: string | null; name: string | null } }

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
    last_payment_error: { ...(charge ? { charge } : {}), code, decline_code: declineCode, message, type: errorTypeOf(code) },
    latest_charge: charge ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  box.store.put('paymentIntent', intent.id, failed)
  emitEvent(box, { type: 'payment_intent.payment_failed', object: failed })
}

/** A refusal by a provider other than a card's bank is no card error. */
const errorTypeOf = (code: string) => (otherCodes.includes(code) ? 'invalid_request_error' : 'card_error')
const otherCodes: readonly string[] = [declines.providerRefused.code, declines.debitRefused.code]
