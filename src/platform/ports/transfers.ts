/**
 * Port to a PSP for money to companies: from the platform's balance to a company's account, and back. Money in whole cents. Adapter:
 * stripeTransfers.ts.
 *
 * Every refusal means that no money moved. The PSP stores it under its key, so a new attempt needs a new `idempotencyKey`. Before a call
 * with an unknown outcome is repeated, `findTransfer` and `findReversal` show if it took effect.
 */
export type Transfers = {
  /**
   * Sends money to a company's account. Throws PaymentsUncovered if the platform's available balance is too low now, PaymentsRefused if the
   * account cannot receive it.
   */
  startTransfer(details: { payoutId: string; accountId: string; amountCents: number; idempotencyKey: string }): Promise<TransferState>
  /** Transfer of a payout; undefined if there is none. */
  findTransfer(details: { payoutId: string }): Promise<TransferState | undefined>
  /** Current state of a transfer by the PSP's id; undefined if the id is unknown there. */
  findTransferById(id: string): Promise<TransferState | undefined>
  /**
   * Reverses a transfer, in part or the rest. Throws PaymentsUncovered if the account holds less: it may have paid the money to its bank
   * already.
   */
  reverseTransfer(details: {
    transferId: string
    reversalId: string
    amountCents: number
    idempotencyKey: string
  }): Promise<TransferReversalState>
  /** Reversal with our id; undefined if there is none. */
  findReversal(details: { transferId: string; reversalId: string }): Promise<TransferReversalState | undefined>
}

export type TransferState = {
  id: string
  /** Payout, from the data sent to the PSP. */
  payoutId: string | null
  accountId: string | null
  amountCents: number
  /** Sum of all reversals. */
  reversedCents: number
  /** Newest first. */
  reversals: TransferReversalState[]
  createdAt: Date
}

export type TransferReversalState = {
  id: string
  transferId: string
  /** Our id; null for a reversal by the PSP itself, for example if the account's bank returned the money. */
  reversalId: string | null
  amountCents: number
  createdAt: Date
}
