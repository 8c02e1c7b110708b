import type { Cents } from '#src/platform/kit/money.ts'
import { type LedgerEntry, type Split, tipEntries, withoutZeros } from './rules.ts'

/** Account that bears the company's part of a refund: the debt to the company, or, after a payout of the booking, the claim against it. */
export type ShareAccount = 'company_payable' | 'company_receivable'
/** `isTip`: the booking is a tip, which leaves its own accounts, too. */
export type Shrinking = { before: Split; after: Split; companyId: string; account: ShareAccount; isTip?: boolean }

/**
 * Entries that reduce share, fee and tax when a part of a booking's money is returned: the difference of the splits before and after
 * (docs/spec.md#money).
 */
const shrinkEntries = ({ before, after, companyId, account, isTip = false }: Shrinking): LedgerEntry[] => [
  ...(isTip ? tipEntries(after.shareCents - before.shareCents) : []),
  { account, amountCents: before.shareCents - after.shareCents, companyId },
  { account: 'fee_revenue', amountCents: before.feeCents - before.vatCents - (after.feeCents - after.vatCents) },
  { account: 'vat_payable', amountCents: before.vatCents - after.vatCents },
]

/** Entries of a refund sent by the PSP. `owedCents` of it repeat an earlier refund that was returned, and reduce nothing again. */
export const refundEntries = ({ refundCents, owedCents = 0, ...shrinking }: Shrinking & { refundCents: Cents; owedCents?: Cents }) =>
  withoutZeros([
    { account: 'psp_balance', amountCents: -refundCents },
    { account: 'customer_owed', amountCents: owedCents },
    ...shrinkEntries(shrinking),
  ])

/** Entries of a refund that the customer's bank returned: the money is back in the balance and owed to the customer. */
export const refundReturnedEntries = (refundCents: Cents): LedgerEntry[] => [
  { account: 'psp_balance', amountCents: refundCents },
  { account: 'customer_owed', amountCents: -refundCents },
]

/** Entries of a reversed payout: money taken back from a company's account. */
export const reversalEntries = ({ amountCents, companyId }: { amountCents: Cents; companyId: string }): LedgerEntry[] => [
  { account: 'psp_balance', amountCents },
  { account: 'company_receivable', amountCents: -amountCents, companyId },
]

/** Entries of a new dispute: the customer's bank has withdrawn a payment; who bears it is open. */
export const disputeOpenedEntries = (amountCents: Cents): LedgerEntry[] => [
  { account: 'dispute_hold', amountCents },
  { account: 'psp_balance', amountCents: -amountCents },
]

/** Entries of a won dispute: the bank returns the money. */
export const disputeWonEntries = (amountCents: Cents) => negated(disputeOpenedEntries(amountCents))

/** Entries of an appeal that was won after the dispute was settled as lost: the platform keeps the money until the operator has decided. */
export const appealWonEntries = (amountCents: Cents) => processorFeeEntries(-amountCents)

/**
 * Entries of a lost dispute, which acts like a refund of its amount. The platform bears the part that was refunded before, and all of it if
 * the payment was not for a booking.
 */
export function disputeLostEntries({ amountCents, lost }: { amountCents: Cents; lost?: Shrinking & { appliedCents: Cents } }) {
  const borneCents = amountCents - (lost?.appliedCents ?? 0)
  return withoutZeros([
    { account: 'dispute_hold', amountCents: -amountCents },
    ...(lost ? shrinkEntries(lost) : []),
    { account: 'psp_cost', amountCents: borneCents },
  ])
}

/** Entries of a loss that the platform bore for a refund that then failed: the booking bears it after all. */
export const lossMovedEntries = (lost: Shrinking & { appliedCents: Cents }) =>
  withoutZeros([...shrinkEntries(lost), { account: 'psp_cost', amountCents: -lost.appliedCents }])

/** Entries of a fee that the PSP charges; a negative amount is a fee it returns. */
export const processorFeeEntries = (feeCents: Cents) =>
  withoutZeros([
    { account: 'psp_cost', amountCents: feeCents },
    { account: 'psp_balance', amountCents: -feeCents },
  ])

/** Entries of an invoice that was paid again after its first payment came back: the loss, which the platform bore, is made up for. */
export const debitRepaidEntries = (amountCents: Cents) => processorFeeEntries(-amountCents)

/** Entries of a transfer from the platform's bank account to the PSP balance; negative for the opposite direction. */
export const topUpEntries = (amountCents: Cents): LedgerEntry[] => [
  { account: 'psp_balance', amountCents },
  { account: 'bank', amountCents: -amountCents },
]

/** Entries of a correction by the PSP, or of a movement without a counterpart here: the platform bears the loss or keeps the gain. */
export const adjustmentEntries = (amountCents: Cents) => processorFeeEntries(-amountCents)

/** Entries of money that the PSP holds in reserve (negative) or frees again. */
export const reserveEntries = (amountCents: Cents): LedgerEntry[] => [
  { account: 'psp_balance', amountCents },
  { account: 'psp_reserve', amountCents: -amountCents },
]

/** Entries of the PSP balance at the product's first start. */
export const openingEntries = (amountCents: Cents) =>
  withoutZeros([
    { account: 'psp_balance', amountCents },
    { account: 'opening', amountCents: -amountCents },
  ])

/** Entries of a payout to the platform's bank account. */
export const bankPayoutEntries = (amountCents: Cents): LedgerEntry[] => [
  { account: 'bank', amountCents },
  { account: 'psp_balance', amountCents: -amountCents },
]

/** Entries of such a payout that the bank returned. */
export const bankPayoutFailedEntries = (amountCents: Cents) => negated(bankPayoutEntries(amountCents))

const negated = (entries: LedgerEntry[]): LedgerEntry[] => entries.map((entry) => ({ ...entry, amountCents: -entry.amountCents }))
