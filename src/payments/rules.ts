import { type Cents, shareOf, vatInside } from '#src/kit/money.ts'

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
  'fee_revenue',
  'subscription_revenue',
  'vat_payable',
  'psp_cost',
  'bank_cost',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]
export type LedgerEntry = { account: LedgerAccount; amountCents: Cents; companyId?: string }

/** What a booking's money splits into: the platform's fee (with the VAT inside it) and the company's share, in cents. */
export function splitAmount({ amountCents, commissionBasisPoints, vatBasisPoints }: SplitInput) {
  const feeCents = shareOf(amountCents, commissionBasisPoints)
  const vatCents = vatInside(feeCents, vatBasisPoints)
  return { feeCents, vatCents, shareCents: amountCents - feeCents }
}
type SplitInput = { amountCents: Cents; commissionBasisPoints: number; vatBasisPoints: number }
export type Split = ReturnType<typeof splitAmount>

/** The entries of a customer's payment: the processor holds it, we owe the company its share, the rest is our fee and its tax. */
export const chargeEntries = (amountCents: Cents, split: Split, companyId: string) =>
  withoutZeros([
    { account: 'psp_balance', amountCents },
    { account: 'company_payable', amountCents: -split.shareCents, companyId },
    { account: 'fee_revenue', amountCents: -(split.feeCents - split.vatCents) },
    { account: 'vat_payable', amountCents: -split.vatCents },
  ])

/** The entries of a paid subscription invoice: our revenue and the tax inside it. */
export function subscriptionEntries(amountCents: Cents, vatBasisPoints: number) {
  const vatCents = vatInside(amountCents, vatBasisPoints)
  return withoutZeros([
    { account: 'psp_balance', amountCents },
    { account: 'subscription_revenue', amountCents: -(amountCents - vatCents) },
    { account: 'vat_payable', amountCents: -vatCents },
  ])
}

/** The ledger has no lines of zero. */
export const withoutZeros = (entries: LedgerEntry[]) => entries.filter((entry) => entry.amountCents !== 0)

/** From each status to those it may change to (docs/spec.md#payments); the database has the same rows and refuses all others. */
export const moneyGraphs = {
  checkout: {
    starting: ['open', 'authorised', 'paid', 'expired', 'failed', 'broken'],
    open: ['authorised', 'paid', 'expired', 'failed', 'broken'],
    // A card's promise is taken or let go.
    authorised: ['paid', 'released'],
    released: [],
    // Money that arrives late wins.
    expired: ['paid'],
    failed: ['paid'],
    broken: ['paid'],
    paid: [],
  },
  // A bank may send a refund back days after it succeeded.
  refund: { pending: ['succeeded', 'failed'], succeeded: ['failed'], failed: [] },
  dispute: { inquiry: ['open', 'won', 'lost'], open: ['won', 'lost'], won: [], lost: ['won'] },
} as const

/** What may not match at the PSP, with the words the operator reads. */
export const breakKinds = {
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
  documentFault: 'Ein Beleg oder seine Datei stimmt nicht, oder ein Umsatz hat keinen Beleg',
  subscriptionMissing: 'Der Zahlungsdienst kennt ein laufendes Abonnement nicht',
} as const
export type BreakKind = keyof typeof breakKinds

/**
 * Unsettled checkouts are looked up at the PSP this often, so that a lost payment is settled within a minute (docs/spec.md#reconciliation).
 */
export const reconcileSeconds = 20
/** How many rows are read at a time, how many sessions are asked for side by side, and when a run leaves the rest to the next. */
export const reconcileBatch = 100
export const reconcileLanes = 5
export const reconcileBudgetSeconds = 15
/** How long a session that expired unpaid is still checked: money on its way may arrive after the end, and its event may be lost. */
export const lateMoneySeconds = 60

/** Who ended an expired session: we, through the PSP, or its time limit. */
export type SessionEnd = { isByUs: boolean }
export const endedByUs: SessionEnd = { isByUs: true }
export const endedByItself: SessionEnd = { isByUs: false }

/** Whether an expired session of a booking or a subscription needs no more checks: no money can follow its end. */
export const mayBeClosed = ({ isByUs, settledAt }: SessionEnd & { settledAt: Date | null }, now: Date) =>
  isByUs || (settledAt !== null && settledAt.getTime() <= now.getTime() - lateMoneySeconds * 1000)
/** A card's promise of money is looked up this often: it may end without us. */
export const promisePatienceSeconds = 300
/** A refund that is pending for longer than this is looked up. */
export const refundPatienceSeconds = 60
/** An undecided dispute is looked up this often. */
export const disputePatienceSeconds = 300

/** The PSP's books are read this often, and the events it could not deliver asked for. */
export const booksSeconds = 300
/** How long one reading may take; the rest follows with the next. */
export const booksBudgetSeconds = 60
/** A transaction that matches nothing for so long is a break; so is one of ours that the PSP does not have. */
export const breakAfterMinutes = { unmatched: 10, missing: 60 } as const
/** Undelivered events are asked for since the last time, and a little before. */
export const eventOverlapMinutes = 10
export const firstEventsHours = 24
/** The nightly comparison begins at this hour in Berlin and goes back this many days, in windows of a day. */
export const nightlyHour = 3
export const nightlyWindowDays = 3
/** How long events that were dealt with are remembered, in days: longer than the PSP repeats them. */
export const eventsKeptDays = 90
/** How many transactions without a counterpart one run checks. */
export const unmatchedBatch = 1_000
/** How often the balance is read again because something moved meanwhile. */
export const balanceTries = 5
/** How many violations an audit keeps, of however many it counts. */
export const keptFindings = 100

/** The PSP's objects that something of ours depends on; events about others (the charge behind a session) say nothing new. */
export const convergedObjects = [
  'checkout.session',
  'refund',
  'dispute',
  'payout',
  'transfer',
  'subscription',
  'invoice',
  'account',
] as const
export type ConvergedObject = (typeof convergedObjects)[number]
