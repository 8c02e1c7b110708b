import { type Cents, shareOf, vatInside } from '#src/kit/money.ts'

/** The accounts of the double-entry ledger (decisions 3). Debits are positive, credits negative; each transaction sums to zero. */
export const ledgerAccounts = [
  'psp_balance',
  'bank',
  'provider_payable',
  'provider_receivable',
  'payout_transit_transfer',
  'payout_transit_sepa',
  'dispute_hold',
  'fee_revenue',
  'subscription_revenue',
  'vat_payable',
  'psp_cost',
  'bank_cost',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]
export type LedgerEntry = { account: LedgerAccount; amountCents: Cents; companyId?: string }

/** What a booking's money splits into: the platform's fee (with the VAT inside it) and the provider's share, in cents. */
export function splitAmount({ amountCents, commissionBasisPoints, vatBasisPoints }: SplitInput) {
  const feeCents = shareOf(amountCents, commissionBasisPoints)
  const vatCents = vatInside(feeCents, vatBasisPoints)
  return { feeCents, vatCents, shareCents: amountCents - feeCents }
}
type SplitInput = { amountCents: Cents; commissionBasisPoints: number; vatBasisPoints: number }
type Split = ReturnType<typeof splitAmount>

/** The entries of a customer's payment: the processor holds it, we owe the provider its share, the rest is our fee and its tax. */
export const chargeEntries = (amountCents: Cents, split: Split, companyId: string) =>
  withoutZeros([
    { account: 'psp_balance', amountCents },
    { account: 'provider_payable', amountCents: -split.shareCents, companyId },
    { account: 'fee_revenue', amountCents: -(split.feeCents - split.vatCents) },
    { account: 'vat_payable', amountCents: -split.vatCents },
  ])

/** The entries of a refund before payout: what share, fee and tax shrink by (decisions 1, "money": the difference is the entry). */
export const refundEntries = ({ refundCents, before, after, companyId }: RefundInput) =>
  withoutZeros([
    { account: 'psp_balance', amountCents: -refundCents },
    { account: 'provider_payable', amountCents: before.shareCents - after.shareCents, companyId },
    { account: 'fee_revenue', amountCents: before.feeCents - before.vatCents - (after.feeCents - after.vatCents) },
    { account: 'vat_payable', amountCents: before.vatCents - after.vatCents },
  ])
type RefundInput = { refundCents: Cents; before: Split; after: Split; companyId: string }

/** The entries of a paid subscription invoice: our revenue and the tax inside it. */
export function subscriptionEntries(amountCents: Cents, vatBasisPoints: number) {
  const vatCents = vatInside(amountCents, vatBasisPoints)
  return withoutZeros([
    { account: 'psp_balance', amountCents },
    { account: 'subscription_revenue', amountCents: -(amountCents - vatCents) },
    { account: 'vat_payable', amountCents: -vatCents },
  ])
}

const withoutZeros = (entries: LedgerEntry[]) => entries.filter((entry) => entry.amountCents !== 0)

/** What may not match at the payment provider, with the words the operator reads. */
export const breakKinds = {
  amountDiffers: 'Betrag, Währung oder Buchung weichen ab',
  unknownSession: 'Die bezahlte Zahlungssitzung ist unbekannt',
  sessionMissing: 'Der Zahlungsdienst kennt die Zahlungssitzung nicht',
  refundFailed: 'Eine Erstattung ist gescheitert',
  unknownRefund: 'Eine Erstattung wurde nicht von hier veranlasst',
  secondSubscription: 'Eine Firma hat ein zweites Abonnement bezahlt; es wurde beendet, das Geld ist zu erstatten',
  unknownSubscription: 'Ein laufendes Abonnement gehört zu keiner zahlenden Firma',
  subscriptionMissing: 'Der Zahlungsdienst kennt ein laufendes Abonnement nicht',
} as const
export type BreakKind = keyof typeof breakKinds

/** Unsettled checkouts are looked up at the provider this often, so that a lost payment is settled within a minute (decisions 3). */
export const reconcileSeconds = 20
/** How many rows are read at a time, how many sessions are asked for side by side, and when a run leaves the rest to the next. */
export const reconcileBatch = 100
export const reconcileLanes = 5
export const reconcileBudgetSeconds = 15
/** A refund that is pending for longer than this is looked up. */
export const refundPatienceSeconds = 60
