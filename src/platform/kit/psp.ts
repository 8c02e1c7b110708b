/** Objects of a PSP that the product reads again when an event names them; each adapter knows its own names of them. */
export const pspObjects = ['checkout', 'refund', 'dispute', 'bankPayout', 'transfer', 'subscription', 'invoice', 'payoutAccount'] as const
export type PspObject = (typeof pspObjects)[number]

/** Movement of the platform's balance. Its net is the amount less the fee; debits are negative. */
export type PspTransaction = {
  id: string
  kind: PspTransactionKind
  amountCents: number
  feeCents: number
  netCents: number
  currency: string
  /** The PSP's id of its source: a charge, refund, transfer, reversal, dispute or bank payout. */
  sourceId: string | null
  /** Payment of a charge, refund or dispute. */
  paymentId: string | null
  /** Our own id, from the data sent to the PSP: of a charge's booking, a refund, a transfer's payout, a reversal. */
  ownId: string | null
  /** The transfer itself, or the one that was reversed. */
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
