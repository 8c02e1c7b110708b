import type Stripe from 'stripe'
import { bookBalance } from './balance.ts'
import { isHeldByDispute } from './disputes.ts'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { methodRules, type OtherMethod, otherMethodOf } from './methods.ts'
import { type Box, type Call, operation, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'

export const refundOperations = [
  operation<Stripe.RefundCreateParams>('Refunds.create', ['charge', 'payment_intent', 'amount', 'reason', 'metadata'], createRefund),
  operation<Stripe.RefundRetrieveParams>('Refunds.retrieve', [], ({ box, pathId }) => {
    const refund = box.store.get('refund', pathId)
    if (!refund) throw missingObject('refund', pathId)
    return refund
  }),
  operation<Stripe.RefundListParams>(
    'Refunds.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'charge', 'payment_intent'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('refund'),
        params,
        noun: 'refund',
        url: '/v1/refunds',
        keep: (refund) =>
          (!params.charge || refund.charge === params.charge) &&
          (!params.payment_intent || refund.payment_intent === params.payment_intent),
      }),
  ),
]

function createRefund({ box, params, request }: Call<Stripe.RefundCreateParams>): Stripe.Refund {
  const charge = findRefundable(box, params)
  if (isHeldByDispute(box, charge)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  }
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0) throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = params.amount ?? left
  refuseWrongAmount(amount, left)
  const id = newId('re_')
  const booked = bookBalance(box, {
    amount: -amount,
    fee: 0,
    currency: charge.currency,
    type: 'refund',
    source: id,
    description: charge.description ? `REFUND FOR CHARGE (${charge.description})` : 'REFUND FOR CHARGE',
    isAvailable: true,
  })
  const refund = buildRefund({ id, amount, charge, params, booked: booked.id, now: seconds(box) })
  box.store.put('refund', id, refund)
  const refunded = charge.amount_refunded + amount
  const after: Stripe.Charge = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount_captured }
  box.store.put('charge', charge.id, after)
  emitEvent(box, { type: 'refund.created', object: refund, request })
  emitEvent(box, {
    type: 'charge.refunded',
    object: after,
    previous: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
    request,
  })
  emitEvent(box, { type: 'refund.updated', object: refund, previous: { destination_details: null }, request })
  return refund
}

function findRefundable(box: Box, params: Stripe.RefundCreateParams): Stripe.Charge {
  if (params.charge && params.payment_intent) throw invalidRequest('You may only specify one of these parameters: charge, payment_intent.')
  if (params.charge) {
    const charge = box.store.get('charge', params.charge)
    if (!charge) throw missingObject('charge', params.charge, 'charge')
    if (charge.status !== 'succeeded') throw invalidRequest('This charge was not successful and cannot be refunded.', { param: 'charge' })
    return charge
  }
  if (!params.payment_intent) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    })
  }
  const intent = box.store.get('paymentIntent', params.payment_intent)
  if (!intent) throw missingObject('payment_intent', params.payment_intent, 'payment_intent')
  const charge = typeof intent.latest_charge === 'string' ? box.store.get('charge', intent.latest_charge) : undefined
  if (charge?.status !== 'succeeded') {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, { param: 'payment_intent' })
  }
  return charge
}

function refuseWrongAmount(amount: number, left: number) {
  if (!Number.isInteger(amount)) throw invalidRequest(`Invalid integer: ${amount}`, { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount < 1) throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount > left) {
    const euros = (cents: number) => (cents / 100).toFixed(2)
    throw invalidRequest(`Refund amount (€${euros(amount)}) is greater than unrefunded amount on charge (€${euros(left)})`, {
      param: 'amount',
    })
  }
}

function buildRefund(input: {
  id: string
  amount: number
  charge: Stripe.Charge
  params: Stripe.RefundCreateParams
  booked: string
  now: number
}): Stripe.Refund {
  const { charge, params } = input
  const method = otherMethodOf(charge.payment_method_details?.type)
  // The money has left the balance; the payer's bank needs days to credit it.
  const isSlow = method !== undefined && methodRules[method].isDelayed === true
  return {
    id: input.id,
    object: 'refund',
    amount: input.amount,
    balance_transaction: input.booked,
    charge: charge.id,
    created: input.now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: destinationOf(method),
    metadata: readMetadata(params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isSlow ? 'pending' : 'succeeded',
    transfer_reversal: null,
    ...(isSlow ? { pending_reason: 'processing' as const } : {}),
  }
}

function destinationOf(method: OtherMethod | undefined): Stripe.Refund.DestinationDetails {
  if (method === 'paypal') return { type: method, paypal: { network_decline_code: null, reference: null, reference_status: 'pending' } }
  if (method === 'klarna') return { type: method, klarna: { reference: null, reference_status: 'pending' } }
  if (method) return { type: method }
  return { type: 'card', card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' } }
}

/** Makes the customer's bank return a refund days after it succeeded: the money is on the platform's balance again. */
export function failRefund(box: Box, ids: { refund?: string | undefined; paymentIntent?: string | undefined }): Stripe.Refund {
  return box.store.transact(() => {
    const refund = ids.refund
      ? box.store.get('refund', ids.refund)
      : box.store.all('refund').findLast((one) => one.payment_intent === ids.paymentIntent && isSent(one))
    if (!refund) throw missingObject('refund', ids.refund ?? ids.paymentIntent ?? '')
    const { id } = refund
    if (!isSent(refund)) throw invalidRequest(`Refund ${id} is ${refund.status}.`)
    const booked = bookBalance(box, {
      amount: refund.amount,
      fee: 0,
      currency: refund.currency,
      type: 'refund_failure',
      source: id,
      description: 'REFUND FAILURE',
      isAvailable: true,
    })
    const failed: Stripe.Refund = {
      ...refund,
      status: 'failed',
      failure_balance_transaction: booked.id,
      failure_reason: 'expired_or_canceled_card',
    }
    box.store.put('refund', id, failed)
    const charge = typeof refund.charge === 'string' ? box.store.get('charge', refund.charge) : undefined
    if (charge) box.store.put('charge', charge.id, { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
    emitEvent(box, { type: 'refund.failed', object: failed })
    emitEvent(box, { type: 'refund.updated', object: failed, previous: { status: refund.status } })
    return failed
  })
}

const isSent = ({ status }: Stripe.Refund) => status === 'succeeded' || status === 'pending'
