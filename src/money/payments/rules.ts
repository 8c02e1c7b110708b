import { type Cents, shareOf, vatInside } from '#src/platform/kit/money.ts'

/** The accounts of the double-entry ledger (docs/spec.md#ledger). Debits are positive, credits negative; each transaction sums to zero. */
export const ledgerAccounts = [
  'psp_balance',
  'bank',
  'company_payable',
  'company_receivable',
  'payout_transit_transfer',
  'payout_transit_sepa',
  'dispute_hold',
  'customer_owed',
  'psp_reserve',
  'opening',
  'tips',
  'tips_passed_on',
  'fee_revenue',
  'subscription_revenue',
  'vat_payable',
  'psp_cost',
  'bank_cost',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]
export type LedgerEntry = { account: LedgerAccount; amountCents: Cents; companyId?: string }

/** Splits a booking's money into the platform's fee (with the VAT inside it) and the company's share, in cents. */
export function splitAmount({ amountCents, commissionBasisPoints, vatBasisPoints }: SplitInput) {
  const feeCents = shareOf(amountCents, commissionBasisPoints)
  const vatCents = vatInside(feeCents, vatBasisPoints)
  return { feeCents, vatCents, shareCents: amountCents - feeCents }
}

/** Commission of a tip in basis points: the company gets it in full. */
export const tipCommissionBasisPoints = 0

type SplitInput = { amountCents: Cents; commissionBasisPoints: number; vatBasisPoints: number }
export type Split = ReturnType<typeof splitAmount>

/** Entries of a customer's payment: the PSP holds it, the company is owed its share, the rest is the platform's fee and its tax. */
export const chargeEntries = (amountCents: Cents, split: Split, companyId: string) =>
  withoutZeros([
    { account: 'psp_balance', amountCents },
    { account: 'company_payable', amountCents: -split.shareCents, companyId },
    { account: 'fee_revenue', amountCents: -(split.feeCents - split.vatCents) },
    { account: 'vat_payable', amountCents: -split.vatCents },
  ])

/**
 * Entries of a tip beside those of its payment: what customers gave to companies, as a credit, and the same passed on to the debt to the
 * company, as a debit (docs/spec.md#tips). Negative when it goes back.
 */
export const tipEntries = (amountCents: Cents) =>
  withoutZeros([
    { account: 'tips', amountCents: -amountCents },
    { account: 'tips_passed_on', amountCents },
  ])

/** Entries of a paid subscription invoice: the platform's revenue and the tax inside it. */
export function subscriptionEntries(amountCents: Cents, vatBasisPoints: number) {
  const vatCents = vatInside(amountCents, vatBasisPoints)
  return withoutZeros([
    { account: 'psp_balance', amountCents },
    { account: 'subscription_revenue', amountCents: -(amountCents - vatCents) },
    { account: 'vat_payable', amountCents: -vatCents },
  ])
}

/** Drops entries of zero cents, which the ledger does not store. */
export const withoutZeros = (entries: LedgerEntry[]) => entries.filter((entry) => entry.amountCents !== 0)

/** Allowed status changes (docs/spec.md#payments). The database holds the same rows and refuses all other changes. */
export const moneyGraphs = {
  checkout: {
    starting: ['open', 'authorised', 'paid', 'expired', 'failed', 'broken'],
    open: ['authorised', 'paid', 'expired', 'failed', 'broken'],
    // An authorization is captured or released.
    authorised: ['paid', 'released'],
    released: [],
    // A late payment overrides the end.
    expired: ['paid'],
    failed: ['paid'],
    broken: ['paid'],
    paid: [],
  },
  // A bank may return a refund days after it succeeded.
  refund: { pending: ['succeeded', 'failed'], succeeded: ['failed'], failed: [] },
  dispute: { inquiry: ['open', 'won', 'lost'], open: ['won', 'lost'], won: [], lost: ['won'] },
} as const

/** Kinds of discrepancies with the PSP, with the German texts for the operator. */
export const discrepancyKinds = {
  amountDiffers: 'Betrag, Währung oder Buchung weichen ab',
  unknownSession: 'Die bezahlte Zahlungssitzung ist unbekannt',
  sessionMissing: 'Der Zahlungsdienst kennt die Zahlungssitzung nicht',
  refundFailed: 'Eine Erstattung ist gescheitert',
  unknownRefund: 'Eine Erstattung wurde nicht von hier veranlasst',
  secondSubscription: 'Eine Firma hat ein zweites Abonnement bezahlt; es wurde beendet, das Geld ist zu erstatten',
  unknownSubscription: 'Ein laufendes Abonnement gehört zu keiner zahlenden Firma',
  unmatchedTransaction: 'Eine Bewegung beim Zahlungsdienst hat keine Gegenbuchung im Hauptbuch',
  missingAtPsp: 'Eine Buchung im Hauptbuch hat keine Bewegung beim Zahlungsdienst',
  balanceDiffers: 'Das Guthaben beim Zahlungsdienst ist ein anderes als die Summe seiner Bewegungen',
  appealWon: 'Eine verlorene Anfechtung wurde doch gewonnen; das Geld ist wieder da, der Anteil der Firma ist zu klären',
  unknownDispute: 'Eine angefochtene Zahlung gehört zu keiner Buchung',
  subscriptionDispute: 'Eine Zahlung für ein Abonnement wurde angefochten oder zurückgebucht; die Firma erhält eine neue Rechnung',
  documentFault: 'Ein Beleg oder seine Datei stimmt nicht, oder ein Umsatz hat keinen Beleg',
  subscriptionMissing: 'Der Zahlungsdienst kennt ein laufendes Abonnement nicht',
} as const
export type DiscrepancyKind = keyof typeof discrepancyKinds

/**
 * Interval at which unsettled checkouts are looked up at the PSP, so that a lost payment is settled within a minute
 * (docs/spec.md#reconciliation).
 */
export const reconcileSeconds = 20
/** Rows read at a time, sessions looked up in parallel, and seconds after which a run leaves the rest to the next. */
export const reconcileBatch = 100
export const reconcileParallelism = 5
export const reconcileBudgetSeconds = 15
/**
 * Seconds for which an expired, unpaid session is still checked: a payment under way may arrive after the end, and its event may be lost.
 */
export const lateMoneySeconds = 60

/** Cause of a session's expiry: the platform, through the PSP, or the session's time limit. */
export type SessionEnd = { isByUs: boolean }
export const endedByUs: SessionEnd = { isByUs: true }
export const endedByItself: SessionEnd = { isByUs: false }

/** True if an expired session of a booking or a subscription needs no more checks, because no payment can follow. */
export const mayBeClosed = ({ isByUs, settledAt }: SessionEnd & { settledAt: Date | null }, now: Date) =>
  isByUs || (settledAt !== null && settledAt.getTime() <= now.getTime() - lateMoneySeconds * 1000)
/** Interval at which an authorization is looked up: it may end without a webhook. */
export const authorizationPollSeconds = 300
/**
 * Longest interval at which a payment under way is looked up, because its events may be lost. Before, it is looked up after each further
 * `share` of the time that it has been under way.
 */
export const processingPolls = { seconds: 300, share: 0.05 } as const
/** Age at which a pending refund is looked up. */
export const refundPollSeconds = 60
/** Interval at which an undecided dispute is looked up. */
export const disputePollSeconds = 300

/** Interval at which the PSP's approvals of payment methods are read. */
export const approvalsSeconds = 3_600
/** Interval at which the PSP's balance transactions and undelivered events are fetched. */
export const booksSeconds = 300
/** Time budget of one fetch; the next run continues. */
export const transactionsBudgetSeconds = 60
/** Age at which an unmatched movement, or a ledger transaction that the PSP does not have, becomes a discrepancy. */
export const discrepancyAfterMinutes = { unmatched: 10, missing: 60 } as const
/** Undelivered events are fetched since the last time, with this overlap; the first time for this many hours back. */
export const eventOverlapMinutes = 10
export const firstEventsHours = 24
/** The nightly comparison begins at this hour in Berlin and goes back this many days, in windows of a day. */
export const nightlyHour = 3
export const nightlyWindowDays = 3
/** Retention of processed events in days: longer than the PSP redelivers them. */
export const eventRetentionDays = 90
/** Number of unmatched transactions that one run checks. */
export const unmatchedBatch = 1_000
/** Number of attempts to read a balance that does not change during the read. */
export const balanceTries = 5
/** Number of violations that an audit stores; it counts all of them. */
export const maxFindings = 100
