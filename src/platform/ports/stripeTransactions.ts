import type Stripe from 'stripe'
import type { PspTransaction, PspTransactionKind } from '../kit/psp.ts'
import type { BankPayoutState, DisputeState, PaymentEvent, PspTransactions } from './pspTransactions.ts'
import { type Asking, dateOf, dateOrNull, idOf, promptOptions, secondsOf } from './stripeCalls.ts'
import { readEvent } from './stripeEvents.ts'

/**
 * Adapter for Stripe's balance transactions, disputes, payouts and events. Stripe lists the newest first; this port returns the oldest
 * first.
 */
export function stripeTransactions({ ask, find }: Asking): PspTransactions {
  return {
    readBalance: () =>
      ask(async (stripe) => {
        const { available, pending } = await stripe.balance.retrieve(undefined, promptOptions)
        return { availableCents: euroCents(available), pendingCents: euroCents(pending) }
      }),
    listBalanceTransactions: ({ after, since = null }) =>
      ask(async (stripe) => {
        if (after === null) return readFirstPage(stripe, since)
        const page = await stripe.balanceTransactions.list({ ...wholePage, ending_before: after }, promptOptions)
        return { transactions: page.data.reverse().map(readTransaction), hasMore: page.has_more }
      }),
    listBalanceTransactionsBetween: ({ from, to }) =>
      ask(async (stripe) => {
        const created = { gte: secondsOf(from), lt: secondsOf(to) }
        const newestFirst: PspTransaction[] = []
        for await (const one of stripe.balanceTransactions.list({ ...wholePage, created }, promptOptions))
          newestFirst.push(readTransaction(one))
        return newestFirst.reverse()
      }),
    findInvoiceOfPayment: (paymentId) =>
      ask(async (stripe) => {
        const payment = { type: 'payment_intent', payment_intent: paymentId } as const
        const { data } = await stripe.invoicePayments.list({ payment, limit: 1 }, promptOptions)
        return idOf(data[0]?.invoice) ?? undefined
      }),
    findDispute: (id) => find(async (stripe) => readDispute(await stripe.disputes.retrieve(id, undefined, promptOptions))),
    findBankPayout: (id) => find(async (stripe) => readBankPayout(await stripe.payouts.retrieve(id, undefined, promptOptions))),
    listUndeliveredEvents: ({ since }) =>
      ask(async (stripe) => {
        const newestFirst: PaymentEvent[] = []
        const params: Stripe.EventListParams = { created: { gte: secondsOf(since) }, delivery_success: false, limit: 100 }
        for await (const event of stripe.events.list(params, promptOptions)) newestFirst.push(readEvent(event))
        return newestFirst.reverse()
      }),
  }
}

const wholePage: Stripe.BalanceTransactionListParams = { limit: 100, expand: ['data.source'] }

/** Stripe cannot list its oldest transactions first, so the very first fetch goes back page by page, to `since`. */
async function readFirstPage(stripe: Stripe, since: Date | null) {
  const params = since ? { ...wholePage, created: { gte: secondsOf(since) } } : wholePage
  let page = await stripe.balanceTransactions.list(params, promptOptions)
  const newest = page.data[0]?.id
  for (let last = page.data.at(-1); page.has_more && last; last = page.data.at(-1)) {
    page = await stripe.balanceTransactions.list({ ...params, starting_after: last.id }, promptOptions)
  }
  const hasMore = page.data[0]?.id !== newest
  return { transactions: page.data.reverse().map(readTransaction), hasMore }
}

const kinds: Record<string, PspTransactionKind> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refundFailure',
  transfer: 'transfer',
  transfer_reversal: 'transferReversal',
  dispute: 'dispute',
  dispute_reversal: 'disputeReversal',
  payout: 'bankPayout',
  payout_reversal: 'bankPayoutReversal',
  fee: 'fee',
  topup: 'topUp',
  topup_reversal: 'topUp',
  other_adjustment: 'adjustment',
  risk_reserved_funds: 'reserve',
  connect_reserved_funds: 'reserve',
}

const readTransaction = (transaction: Stripe.BalanceTransaction): PspTransaction => ({
  id: transaction.id,
  kind: kinds[transaction.reporting_category] ?? 'other',
  amountCents: transaction.amount,
  feeCents: transaction.fee,
  netCents: transaction.net,
  currency: transaction.currency,
  sourceId: idOf(transaction.source),
  ...readSource(transaction.source),
  createdAt: dateOf(transaction.created),
  availableAt: dateOf(transaction.available_on),
})

type Source = Pick<PspTransaction, 'paymentId' | 'ownId' | 'transferId'>
const unknownSource: Source = { paymentId: null, ownId: null, transferId: null }

function readSource(source: Stripe.BalanceTransaction['source']): Source {
  if (source === null || typeof source === 'string') return unknownSource
  switch (source.object) {
    case 'charge':
      return { ...unknownSource, paymentId: idOf(source.payment_intent), ownId: source.metadata.booking_id ?? null }
    case 'refund':
      return { ...unknownSource, paymentId: idOf(source.payment_intent), ownId: source.metadata?.refund_id ?? null }
    case 'transfer':
      return { ...unknownSource, ownId: source.metadata.payout_id ?? null, transferId: source.id }
    case 'transfer_reversal':
      return { ...unknownSource, ownId: source.metadata?.reversal_id ?? null, transferId: idOf(source.transfer) }
    case 'dispute':
      return { ...unknownSource, paymentId: idOf(source.payment_intent) }
    default:
      return unknownSource
  }
}

const readDispute = (dispute: Stripe.Dispute): DisputeState => ({
  id: dispute.id,
  chargeId: idOf(dispute.charge) ?? '',
  paymentId: idOf(dispute.payment_intent),
  amountCents: dispute.amount,
  status: disputeStatusOf(dispute.status),
  reason: dispute.reason,
  netCents: dispute.balance_transactions.reduce((sum, { net }) => sum + net, 0),
  feeCents: dispute.balance_transactions.reduce((sum, { fee }) => sum + fee, 0),
  hasMoved: dispute.balance_transactions.length > 0,
  createdAt: dateOf(dispute.created),
  dueBy: dateOrNull(dispute.evidence_details.due_by),
})

function disputeStatusOf(status: Stripe.Dispute['status']): DisputeState['status'] {
  if (status === 'lost') return 'lost'
  // Closed inquiries and prevented disputes moved no money.
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  return status === 'warning_needs_response' || status === 'warning_under_review' ? 'inquiry' : 'open'
}

const readBankPayout = (payout: Stripe.Payout): BankPayoutState => ({
  id: payout.id,
  status: payout.status === 'paid' ? 'paid' : payout.status === 'failed' || payout.status === 'canceled' ? 'failed' : 'pending',
  amountCents: payout.amount,
  createdAt: dateOf(payout.created),
  arrivesAt: dateOf(payout.arrival_date),
})

const euroCents = (parts: { amount: number; currency: string }[]): number =>
  parts.reduce((sum, { amount, currency }) => (currency === 'eur' ? sum + amount : sum), 0)
