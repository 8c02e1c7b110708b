import type { Cents } from '#src/kit/money.ts'
import { type LedgerEntry, type Split, withoutZeros } from './rules.ts'

/** Who bears a company's part of what goes back: what we still owe it, or, once a payout took the booking, what it owes us. */
export type ShareAccount = 'company_payable' | 'company_receivable'
export type Shrinking = { before: Split; after: Split; companyId: string; account: ShareAccount }

/** What share, fee and tax shrink by when a part of a booking's money goes back (docs/spec.md#money: the difference is the entry). */
const shrinkEntries = ({ before, after, companyId, account }: Shrinking): LedgerEntry[] => [
  { account, amountCents: before.shareCents - after.shareCents, companyId },
  { account: 'fee_revenue', amountCents: before.feeCents - before.vatCents - (after.feeCents - after.vatCents) },
  { account: 'vat_payable', amountCents: before.vatCents - after.vatCents },
]

/** A refund: the processor sends the money back. `owedCents` of it came back from an earlier refund, and reduces nothing again. */
export const refundEntries = ({ refundCents, owedCents = 0, ...shrinking }: Shrinking & { refundCents: Cents; owedCents?: Cents }) =>
  withoutZeros([
    { account: 'psp_balance', amountCents: -refundCents },
    { account: 'customer_owed', amountCents: owedCents },
    ...shrinkEntries(shrinking),
  ])

/** The customer's bank sent a refund back: we hold the money again, and owe it to the customer. */
export const refundReturnedEntries = (refundCents: Cents): LedgerEntry[] => [
  { account: 'psp_balance', amountCents: refundCents },
  { account: 'customer_owed', amountCents: -refundCents },
]

/** What a company's account gave back of a payout. */
export const reversalEntries = ({ amountCents, companyId }: { amountCents: Cents; companyId: string }): LedgerEntry[] => [
  { account: 'psp_balance', amountCents },
  { account: 'company_receivable', amountCents: -amountCents, companyId },
]

/** A customer's bank took a payment back; whose money it was is open. */
export const disputeOpenedEntries = (amountCents: Cents): LedgerEntry[] => [
  { account: 'dispute_hold', amountCents },
  { account: 'psp_balance', amountCents: -amountCents },
]

/** The dispute is won: the bank gives the money back. */
export const disputeWonEntries = (amountCents: Cents) => negated(disputeOpenedEntries(amountCents))

/** An appeal is won after the dispute was lost and settled: the money is the platform's until the operator has decided. */
export const appealWonEntries = (amountCents: Cents) => processorFeeEntries(-amountCents)

/**
 * A lost dispute is like a refund of its amount. What was refunded before cannot shrink once more, and a payment that was for no booking
 * not at all: the platform bears that.
 */
export function disputeLostEntries({ amountCents, lost }: { amountCents: Cents; lost?: Shrinking & { appliedCents: Cents } }) {
  const borneCents = amountCents - (lost?.appliedCents ?? 0)
  return withoutZeros([
    { account: 'dispute_hold', amountCents: -amountCents },
    ...(lost ? shrinkEntries(lost) : []),
    { account: 'psp_cost', amountCents: borneCents },
  ])
}

/** What the processor keeps for its work; negative when it gives some of it back. */
export const processorFeeEntries = (feeCents: Cents) =>
  withoutZeros([
    { account: 'psp_cost', amountCents: feeCents },
    { account: 'psp_balance', amountCents: -feeCents },
  ])

/** Money from our own bank to the balance; negative when it went back. */
export const topUpEntries = (amountCents: Cents): LedgerEntry[] => [
  { account: 'psp_balance', amountCents },
  { account: 'bank', amountCents: -amountCents },
]

/** What the processor corrects, or what belongs to nothing of ours: the platform bears it, or gains it. */
export const adjustmentEntries = (amountCents: Cents) => processorFeeEntries(-amountCents)

/** Money that the processor holds back (negative), and lets go again. */
export const reserveEntries = (amountCents: Cents): LedgerEntry[] => [
  { account: 'psp_balance', amountCents },
  { account: 'psp_reserve', amountCents: -amountCents },
]

/** What the balance at the processor held before the product's first start. */
export const openingEntries = (amountCents: Cents) =>
  withoutZeros([
    { account: 'psp_balance', amountCents },
    { account: 'opening', amountCents: -amountCents },
  ])

/** Money on its way to our own bank. */
export const bankPayoutEntries = (amountCents: Cents): LedgerEntry[] => [
  { account: 'bank', amountCents },
  { account: 'psp_balance', amountCents: -amountCents },
]

/** Our bank sent it back. */
export const bankPayoutFailedEntries = (amountCents: Cents) => negated(bankPayoutEntries(amountCents))

const negated = (entries: LedgerEntry[]): LedgerEntry[] => entries.map((entry) => ({ ...entry, amountCents: -entry.amountCents }))
