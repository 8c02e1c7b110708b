/**
 * What the product asks of a PSP about money for companies: from our balance to a company's account, and back. Money in whole
 * cents. Keeper: stripeTransfers.ts.
 *
 * Every refusal means that nothing moved. The PSP keeps it under its key, so a new attempt needs a new `idempotencyKey`; before a call
 * whose outcome is unknown is repeated, `findTransfer` and `findReversal` tell whether it took effect.
 */
export type Transfers = {
  /**
   * Sends money to a company's account. Throws PaymentsUncovered when our available balance does not hold the amount now, PaymentsRefused
   * when the account cannot take it.
   */
  startTransfer(details: { payoutId: string; accountId: string; amountCents: number; idempotencyKey: string }): Promise<TransferState>
  /** The transfer made for a payout; undefined when there is none. */
  findTransfer(details: { payoutId: string }): Promise<TransferState | undefined>
  /** The truth about a transfer by the PSP's own id; undefined when it does not know it. */
  findTransferById(id: string): Promise<TransferState | undefined>
  /** Brings money back, a part or the rest. Throws PaymentsUncovered when the account holds less: it may have sent it to its bank already. */
  reverseTransfer(details: {
    transferId: string
    reversalId: string
    amountCents: number
    idempotencyKey: string
  }): Promise<TransferReversalState>
  /** The reversal that carries our id; undefined when there is none. */
  findReversal(details: { transferId: string; reversalId: string }): Promise<TransferReversalState | undefined>
}

export type TransferState = {
  id: string
  /** The payout, as we told the PSP. */
  payoutId: string | null
  accountId: string | null
  amountCents: number
  /** What came back, all reversals together. */
  reversedCents: number
  /** Newest first. */
  reversals: TransferReversalState[]
  createdAt: Date
}

export type TransferReversalState = {
  id: string
  transferId: string
  /** Ours; null for a reversal of the PSP's own, as when the account's bank returned the money. */
  reversalId: string | null
  amountCents: number
  createdAt: Date
}
