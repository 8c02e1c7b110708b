import type { PspObject, PspTransaction } from '../kit/psp.ts'

/** Event without its content: the object is always read again (docs/spec.md#converge). `object` is null if the product needs no such object. */
export type PaymentEvent = { id: string; type: string; object: PspObject | null; objectId: string }

/** Port to a PSP's own records, with which the ledger is compared. Money in whole cents. Adapter: stripeTransactions.ts. */
export type PspTransactions = {
  /**
   * Balance of the platform: the sum of the `netCents` of all its transactions. Read it between two fetches of the transactions: it matches
   * them only if both end at the same one.
   */
  readBalance(): Promise<{ availableCents: number; pendingCents: number }>
  /**
   * Up to 100 balance transactions after the one with the id `after` (null: from the first ever, or from `since`), oldest first. A
   * transaction that the PSP inserts later, behind the cursor, is found only by its time window.
   */
  listBalanceTransactions(cursor: {
    after: string | null
    since?: Date | null
  }): Promise<{ transactions: PspTransaction[]; hasMore: boolean }>
  /** All balance transactions from `from` until before `to`, whole seconds, oldest first. */
  listBalanceTransactionsBetween(window: { from: Date; to: Date }): Promise<PspTransaction[]>
  /** Invoice that a payment paid, for charges of subscriptions; undefined if there is none. */
  findInvoiceOfPayment(paymentId: string): Promise<string | undefined>
  /** Current state of a dispute; undefined if the id is unknown at the PSP. */
  findDispute(id: string): Promise<DisputeState | undefined>
  /** Current state of a payout to the platform's bank account; undefined if the id is unknown at the PSP. */
  findBankPayout(id: string): Promise<BankPayoutState | undefined>
  /** Events since `since` that were not delivered to a webhook endpoint, oldest first. */
  listUndeliveredEvents(details: { since: Date }): Promise<PaymentEvent[]>
}

export type DisputeState = {
  id: string
  chargeId: string
  paymentId: string | null
  amountCents: number
  /** 'inquiry': a question of the bank that has moved no money. */
  status: 'inquiry' | 'open' | 'won' | 'lost'
  reason: string
  /** Effect of the dispute on the balance until now, including its fees: negative while open, minus the fees when won. */
  netCents: number
  feeCents: number
  /** True if it ever moved money. */
  hasMoved: boolean
  createdAt: Date
  /** Deadline for evidence. */
  dueBy: Date | null
}

export type BankPayoutState = { id: string; status: 'pending' | 'paid' | 'failed'; amountCents: number; createdAt: Date; arrivesAt: Date }
