/** An event without its content: the object is always re-read (docs/spec.md#converge). */
export type PaymentEvent = { id: string; type: string; objectType: string; objectId: string }

/** What a PSP's own books say, to compare ours with. Money in whole cents. Keeper: stripeBooks.ts. */
export type PspBooks = {
  /**
   * Our balance: the sum of all its transactions' `netCents`. Read it between two readings of the transactions: only when both end at the
   * same one does it belong to them.
   */
  readBalance(): Promise<{ availableCents: number; pendingCents: number }>
  /**
   * Up to 100 balance transactions next to the one with the id `after` (null: from the first ever, or since a moment), oldest first. One that the PSP
   * sorts in later, behind the cursor, is found only by its window.
   */
  listBalanceTransactions(cursor: {
    after: string | null
    since?: Date | null
  }): Promise<{ transactions: PspTransaction[]; hasMore: boolean }>
  /** All balance transactions made from one moment to before another, whole seconds, oldest first. */
  listBalanceTransactionsBetween(window: { from: Date; to: Date }): Promise<PspTransaction[]>
  /** The invoice that a payment paid, for charges of subscriptions; undefined when it paid none. */
  findInvoiceOfPayment(paymentId: string): Promise<string | undefined>
  /** The truth about a dispute; undefined when the PSP does not know the id. */
  findDispute(id: string): Promise<DisputeState | undefined>
  /** The truth about a payout to our own bank; undefined when the PSP does not know the id. */
  findBankPayout(id: string): Promise<BankPayoutState | undefined>
  /** Events since then that a webhook endpoint of ours has not taken, oldest first. */
  listUndeliveredEvents(details: { since: Date }): Promise<PaymentEvent[]>
}

/** A change of our balance. Its net is the amount less the fee; what leaves us is negative. */
export type PspTransaction = {
  id: string
  kind: PspTransactionKind
  amountCents: number
  feeCents: number
  netCents: number
  currency: string
  /** What it belongs to: the PSP's id of a charge, refund, transfer, reversal, dispute or bank payout. */
  sourceId: string | null
  /** The payment behind a charge, refund or dispute. */
  paymentId: string | null
  /** Our own id, as we told the PSP: a booking's for a charge, a refund's, a payout's for a transfer, a reversal's. */
  ownId: string | null
  /** The transfer itself, or the one that a reversal brought back. */
  transferId: string | null
  createdAt: Date
  availableAt: Date
}

export type PspTransactionKind =
  | 'charge'
  | 'refund'
  | 'refundFailure'
  | 'transfer'
  | 'transferReversal'
  | 'dispute'
  | 'disputeReversal'
  | 'bankPayout'
  | 'bankPayoutReversal'
  | 'fee'
  | 'topUp'
  | 'adjustment'
  | 'reserve'
  | 'other'

export type DisputeState = {
  id: string
  chargeId: string
  paymentId: string | null
  amountCents: number
  /** 'inquiry' is a question of the bank that has taken no money. */
  status: 'inquiry' | 'open' | 'won' | 'lost'
  reason: string
  /** What the dispute did to our balance up to now, its fees within: negative while open, minus the fees when won. */
  netCents: number
  feeCents: number
  /** Whether it ever moved money. */
  hasMoved: boolean
  createdAt: Date
  /** Until when it can be answered. */
  dueBy: Date | null
}

export type BankPayoutState = { id: string; status: 'pending' | 'paid' | 'failed'; amountCents: number; createdAt: Date; arrivesAt: Date }
