import type Stripe from 'stripe'
import { bookBalance, feeOf } from './balance.ts'
import { makeCharge } from './charges.ts'
import { detailsOf } from './checkoutSessionShape.ts'
import { emitEvent } from './events.ts'
import type { Attempt } from './intentOutcomes.ts'
import { methodRules, otherMethodOf } from './methods.ts'
import { type Box, operation, type RequestFacts, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'

const daySeconds = 24 * 60 * 60
/** Lifetime of a card's authorization in days. */
const cardHoldDays = 7

/** Authorizes the amount without capturing it: the session is complete and unpaid until the intent is captured. */
export function authoriseCheckout(box: Box, input: Attempt & { session: Stripe.Checkout.Session; isAvailable: boolean }) {
  const { session, intent } = input
  const charge = makeCharge(box, { ...input, captureBefore: seconds(box) + cardHoldDays * daySeconds })
  const held: Stripe.PaymentIntent = {
    ...intent,
    amount_capturable: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'requires_capture',
  }
  const complete: Stripe.Checkout.Session = {
    ...session,
    customer: held.customer,
    customer_details: detailsOf(input.payer),
    payment_intent: held.id,
    status: 'complete',
    url: null,
  }
  box.store.put('paymentIntent', held.id, held)
  box.store.put('checkoutSession', session.id, complete)
  emitEvent(box, { type: 'charge.succeeded', object: charge })
  emitEvent(box, { type: 'payment_intent.amount_capturable_updated', object: held })
  emitEvent(box, { type: 'checkout.session.completed', object: complete })
}

export const captureOperations = [
  operation<Stripe.PaymentIntentCaptureParams>('PaymentIntents.capture', ['amount_to_capture'], ({ box, pathId, params, request }) => {
    const { intent, charge } = findHeld(box, pathId, 'captured')
    const amount = params.amount_to_capture ?? intent.amount
    if (amount > intent.amount) {
      throw invalidRequest('The amount to capture is greater than the amount that can be captured.', { code: 'amount_too_large' })
    }
    return capture(box, { intent, charge, amount, request })
  }),
  operation<Stripe.PaymentIntentCancelParams>('PaymentIntents.cancel', ['cancellation_reason'], ({ box, pathId, params, request }) => {
    const { intent } = findHeld(box, pathId, 'canceled')
    return letGo(box, { intent, reason: params.cancellation_reason ?? null, request })
  }),
]

/** Releases every authorization that has expired by the sandbox's clock. */
export function endDueAuthorisations(box: Box) {
  const now = seconds(box)
  for (const intent of box.store.all('paymentIntent')) {
    const before = intent.status === 'requires_capture' ? holdEndOf(chargeOf(box, intent)) : undefined
    if (before !== undefined && before <= now) box.store.transact(() => letGo(box, { intent, reason: 'automatic' }))
  }
}

type Ending = { intent: Stripe.PaymentIntent; reason: Stripe.PaymentIntent.CancellationReason | null; request?: RequestFacts }

/** Releases the authorization. Stripe represents this as a refund without money; the sandbox only marks the charge. */
function letGo(box: Box, { intent, reason, request }: Ending): Stripe.PaymentIntent {
  const cancelled: Stripe.PaymentIntent = {
    ...intent,
    amount_capturable: 0,
    canceled_at: seconds(box),
    cancellation_reason: reason,
    status: 'canceled',
  }
  const charge = chargeOf(box, intent)
  box.store.put('paymentIntent', intent.id, cancelled)
  box.store.put('charge', charge.id, { ...charge, amount_refunded: charge.amount, refunded: true })
  emitEvent(box, { type: 'payment_intent.canceled', object: cancelled, request })
  return cancelled
}

type Capture = { intent: Stripe.PaymentIntent; charge: Stripe.Charge; amount: number; request: RequestFacts }

/** Captures an amount in cents; the rest of the authorization is released. */
function capture(box: Box, { intent, charge, amount, request }: Capture) {
  const booked = bookBalance(box, {
    amount,
    fee: feeOf(amount),
    currency: intent.currency,
    type: 'charge',
    source: charge.id,
    description: intent.description,
    isAvailable: charge.payment_method_details?.card ? charge.payment_method_details.card.last4 === '0077' : true,
  })
  const taken: Stripe.Charge = { ...charge, amount_captured: amount, balance_transaction: booked.id, captured: true }
  const paid: Stripe.PaymentIntent = { ...intent, amount_capturable: 0, amount_received: amount, status: 'succeeded' }
  box.store.put('charge', taken.id, taken)
  box.store.put('paymentIntent', paid.id, paid)
  for (const session of box.store.all('checkoutSession')) {
    if (session.payment_intent === paid.id) box.store.put('checkoutSession', session.id, { ...session, payment_status: 'paid' })
  }
  emitEvent(box, { type: 'charge.captured', object: taken, request })
  emitEvent(box, { type: 'payment_intent.succeeded', object: paid, request })
  return paid
}

function findHeld(box: Box, id: string, what: 'captured' | 'canceled') {
  const intent = box.store.get('paymentIntent', id)
  if (!intent) throw missingObject('payment_intent', id, 'intent')
  if (intent.status !== 'requires_capture') {
    throw invalidRequest(`This PaymentIntent could not be ${what} because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
    })
  }
  return { intent, charge: chargeOf(box, intent) }
}

function chargeOf(box: Box, intent: Stripe.PaymentIntent) {
  const charge = typeof intent.latest_charge === 'string' ? box.store.get('charge', intent.latest_charge) : undefined
  if (!charge) throw new Error(`the intent ${intent.id} has no charge`)
  return charge
}

/** End of an authorization: stated by a card's charge, otherwise by the rules of its method. */
function holdEndOf({ created, payment_method_details: details }: Stripe.Charge) {
  const method = otherMethodOf(details?.type)
  const { holdDays: days, endsAtMidnight = false } = method ? methodRules[method] : {}
  if (days === undefined) return details?.card?.capture_before
  const end = created + days * daySeconds
  return endsAtMidnight ? end - (end % daySeconds) : end
}
