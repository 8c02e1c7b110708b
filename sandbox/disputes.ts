import type Stripe from 'stripe'
import { bookBalance } from './balance.ts'
import { emptyEvidence } from './disputeEvidence.ts'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { otherMethodOf } from './methods.ts'
import { type Box, operation, type RequestFacts, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'

/** Stripe's price for a dispute in Germany. */
const feeCents = 2000
const answerSeconds = 7 * 24 * 60 * 60

/** Disputes of a customer's bank; opened and decided by the control interface. */
export const disputeOperations = [
  operation<Stripe.DisputeRetrieveParams>('Disputes.retrieve', [], ({ box, pathId }) => findDispute(box, pathId)),
  operation<Stripe.DisputeListParams>(
    'Disputes.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'charge', 'payment_intent'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('dispute'),
        params,
        noun: 'dispute',
        url: '/v1/disputes',
        keep: (dispute) =>
          (!params.charge || dispute.charge === params.charge) &&
          (!params.payment_intent || dispute.payment_intent === params.payment_intent),
      }),
  ),
  operation<Stripe.DisputeCloseParams>('Disputes.close', [], ({ box, pathId, request }) =>
    decideDispute(box, { dispute: pathId, outcome: 'lost', returnsFee: false, request }),
  ),
]

function findDispute(box: Box, id: string): Stripe.Dispute {
  const dispute = box.store.get('dispute', id)
  if (!dispute) throw missingObject('dispute', id)
  return dispute
}

/** A disputed charge cannot be refunded as well, unless the dispute was won. */
export function isHeldByDispute(box: Box, charge: Stripe.Charge): boolean {
  return charge.disputed && box.store.all('dispute').some((one) => one.charge === charge.id && !one.is_charge_refundable)
}

/** `isLost`: the return of a debit, against which no evidence helps: it is lost as soon as it is opened. */
type Disputed = { charge: string; amount?: number; reason: string; isInquiry: boolean; isLost: boolean; isWithdrawn: boolean }

/**
 * Verb `dispute` of the control interface: the rest of a charge, or an amount, is withdrawn from the balance together with the fee, now or
 * later.
 */
export function openDispute(box: Box, input: Disputed): Stripe.Dispute {
  return box.store.transact(() => {
    const charge = box.store.get('charge', input.charge)
    if (!charge) throw missingObject('charge', input.charge)
    if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not successful.`)
    if (isHeldByDispute(box, charge)) throw invalidRequest(`Charge ${charge.id} is disputed already.`)
    const amount = input.amount ?? charge.amount_captured - charge.amount_refunded
    if (amount < 1 || amount > charge.amount_captured)
      throw invalidRequest(`Nothing to dispute on charge ${charge.id}.`, { param: 'amount' })
    const built = buildInquiry(box, { charge, amount, reason: input.reason })
    const isWithdrawn = input.isWithdrawn && !input.isInquiry
    const opened = input.isInquiry ? built : claim(built)
    const held = isWithdrawn ? withdraw(box, opened) : opened
    const dispute: Stripe.Dispute = input.isLost ? { ...held, status: 'lost' } : held
    box.store.put('dispute', dispute.id, dispute)
    box.store.put('charge', charge.id, { ...charge, disputed: true })
    emitEvent(box, { type: 'charge.dispute.created', object: dispute })
    if (isWithdrawn) emitEvent(box, { type: 'charge.dispute.funds_withdrawn', object: dispute })
    if (input.isLost) emitEvent(box, { type: 'charge.dispute.closed', object: dispute })
    return dispute
  })
}

/** Verb `escalateDispute` of the control interface: the bank did not accept the answer to its inquiry, or withdraws the money only now. */
export function escalateDispute(box: Box, id: string): Stripe.Dispute {
  return box.store.transact(() => {
    const inquiry = findDispute(box, id)
    const isWaiting = isInquiry(inquiry) || inquiry.balance_transactions.length === 0
    if (!isWaiting) throw invalidRequest(`This dispute is no inquiry: ${inquiry.status}.`)
    const dispute = withdraw(box, claim(inquiry))
    box.store.put('dispute', id, dispute)
    emitEvent(box, { type: 'charge.dispute.updated', object: dispute, previous: { status: inquiry.status } })
    emitEvent(box, { type: 'charge.dispute.funds_withdrawn', object: dispute })
    return dispute
  })
}

const isInquiry = (dispute: Stripe.Dispute) => dispute.status === 'warning_needs_response'

/** Verb `closeDispute` of the control interface; a won dispute returns the amount, and the fee only if requested. */
export function decideDispute(
  box: Box,
  input: { dispute: string; outcome: 'won' | 'lost'; returnsFee: boolean; request?: RequestFacts },
): Stripe.Dispute {
  return box.store.transact(() => {
    const before = findDispute(box, input.dispute)
    // An appeal may be won after the dispute was lost.
    const isAppeal = before.status === 'lost' && input.outcome === 'won'
    if (['won', 'lost', 'warning_closed'].includes(before.status) && !isAppeal)
      throw invalidRequest(`This dispute is already closed: ${before.status}.`)
    const isWon = input.outcome === 'won' && !isInquiry(before)
    const back = isWon ? [bookReturn(box, before, input.returnsFee ? feeCents : 0)] : []
    const closed: Stripe.Dispute = {
      ...before,
      balance_transactions: [...before.balance_transactions, ...back],
      is_charge_refundable: isWon || isInquiry(before),
      status: isInquiry(before) ? 'warning_closed' : input.outcome,
    }
    box.store.put('dispute', closed.id, closed)
    if (isWon) emitEvent(box, { type: 'charge.dispute.funds_reinstated', object: closed, request: input.request })
    emitEvent(box, { type: 'charge.dispute.closed', object: closed, previous: { status: before.status }, request: input.request })
    return closed
  })
}

function bookReturn(box: Box, dispute: Stripe.Dispute, fee: number): Stripe.BalanceTransaction {
  return bookBalance(box, {
    amount: dispute.amount,
    fee: 0 - fee,
    currency: dispute.currency,
    type: 'adjustment',
    reportingCategory: 'dispute_reversal',
    feeDescription: 'Dispute fee refund',
    source: dispute.id,
    description: `Chargeback reversal for ${dispute.charge}`,
    isAvailable: true,
  })
}

function withdraw(box: Box, dispute: Stripe.Dispute): Stripe.Dispute {
  const withdrawal = bookBalance(box, {
    amount: -dispute.amount,
    fee: feeCents,
    currency: dispute.currency,
    type: 'adjustment',
    reportingCategory: 'dispute',
    feeDescription: 'Dispute fee',
    source: dispute.id,
    description: `Chargeback withdrawal for ${dispute.charge}`,
    isAvailable: true,
  })
  return { ...dispute, balance_transactions: [withdrawal] }
}

/** An inquiry becomes a chargeback. */
const claim = (dispute: Stripe.Dispute): Stripe.Dispute => ({
  ...withCase(dispute, 'chargeback'),
  is_charge_refundable: false,
  status: 'needs_response',
})

/** Only a card's dispute says which kind it is; those of other methods name the provider's own case. */
function withCase(dispute: Stripe.Dispute, case_type: 'chargeback' | 'inquiry'): Stripe.Dispute {
  const known = dispute.payment_method_details
  if (known && known.type !== 'card') return dispute
  return {
    ...dispute,
    payment_method_details: { type: 'card', card: { brand: 'visa', case_type, network: 'visa', network_reason_code: '10.4' } },
  }
}

function otherCaseOf({ payment_method_details: details }: Stripe.Charge): Partial<Stripe.Dispute> {
  if (details?.paypal) return { payment_method_details: { type: 'paypal', paypal: { case_id: 'PP-D-1', reason_code: null } } }
  if (details?.klarna) return { payment_method_details: { type: 'klarna', klarna: { reason_code: null } } }
  const method = otherMethodOf(details?.type)
  return method ? { payment_method_details: { type: method } } : {}
}

/** An inquiry of the bank, with which a dispute begins; no money has moved. */
function buildInquiry(box: Box, input: { charge: Stripe.Charge; amount: number; reason: string }): Stripe.Dispute {
  const { charge, amount } = input
  const blank: Stripe.Dispute = {
    id: newId('du_'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(box),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence,
    evidence_details: {
      due_by: seconds(box) + answerSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: true,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: input.reason,
    status: 'warning_needs_response',
    ...otherCaseOf(charge),
  }
  return withCase(blank, 'inquiry')
}
