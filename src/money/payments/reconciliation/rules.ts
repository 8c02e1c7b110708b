import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { type PspObject, type PspTransaction, pspObjects } from '#src/platform/kit/psp.ts'
import type { DiscrepancyKind } from '../rules.ts'

type Facts = Pick<PspTransaction, 'kind' | 'id' | 'sourceId' | 'ownId'>

/** The ledger transaction that a movement of the PSP's balance must match; undefined if the movement alone does not identify it. */
export function expectedOf({ kind, id, sourceId, ownId }: Facts): { ledgerKind: string; ledgerReference: string } | undefined {
  const byOwn = (ledgerKind: string) => (ownId ? { ledgerKind, ledgerReference: ownId } : undefined)
  const bySource = (ledgerKind: string) => (sourceId ? { ledgerKind, ledgerReference: sourceId } : undefined)
  switch (kind) {
    case 'charge':
      return byOwn('charge')
    case 'refund':
      return byOwn('refund')
    case 'refundFailure':
      return byOwn('refundReturned')
    case 'transfer':
      return byOwn('payoutDone')
    case 'transferReversal':
      return byOwn('transferReversal')
    case 'dispute':
      return bySource('disputeOpened')
    case 'disputeReversal':
      return bySource('disputeWon')
    case 'bankPayout':
      return bySource('bankPayout')
    case 'bankPayoutReversal':
      return bySource('bankPayoutFailed')
    case 'fee':
      return { ledgerKind: 'pspFee', ledgerReference: id }
    case 'topUp':
    case 'adjustment':
    case 'reserve':
      return { ledgerKind: kind, ledgerReference: id }
    case 'other':
      return undefined
  }
}

/** The object to check when a movement has no counterpart yet: its webhook may be lost. */
export function causeOf({ kind, sourceId, transferId }: Pick<PspTransaction, 'sourceId' | 'transferId'> & { kind: string }) {
  const object = (objectType: PspObject, objectId: string | null) => (objectId ? { objectType, objectId } : undefined)
  if (kind === 'refund' || kind === 'refundFailure') return object('refund', sourceId)
  if (kind === 'transferReversal') return object('transfer', transferId)
  if (kind === 'dispute' || kind === 'disputeReversal') return object('dispute', sourceId)
  if (kind === 'bankPayout' || kind === 'bankPayoutReversal') return object('bankPayout', sourceId)
  return undefined
}

export const reconciliationProblems = problemsOf('payments', {
  breakUnknown: [404, 'Diese Abweichung ist unbekannt.'],
  breakClosed: [409, 'Diese Abweichung ist schon geschlossen.'],
  breakPersists: [
    409,
    'Diese Abweichung besteht noch: Der nächste Abgleich fände sie wieder. Sie schließt sich von selbst, sobald sie aufgeklärt ist.',
  ],
})

/** Kinds that reconciliation closes by itself, and records again as long as the cause persists. The operator must resolve all others. */
export const selfClosingKinds: readonly DiscrepancyKind[] = ['unmatchedTransaction', 'missingAtPsp', 'balanceDiffers']

export const discrepancyStates = ['open', 'closed', 'all'] as const
export type DiscrepancyState = (typeof discrepancyStates)[number]

/** Query of a page of discrepancies; the open ones by default. */
export const discrepancyPage = z.object({
  page: z.number().int().min(1).max(100_000).default(1),
  pageSize: z.number().int().min(1).max(100).default(25),
  state: z.enum(discrepancyStates).default('open'),
})

export const closingReasonLength = { min: 3, max: 500 } as const
const closingReasonText = `Bitte geben Sie einen Grund mit ${closingReasonLength.min} bis ${closingReasonLength.max} Zeichen an.`
export const discrepancyClosing = z.object({
  breakId: z.uuid(),
  reason: z
    .string(closingReasonText)
    .trim()
    .min(closingReasonLength.min, closingReasonText)
    .max(closingReasonLength.max, closingReasonText),
})

export const discrepancyView = z.object({
  id: z.string(),
  kind: z.string(),
  text: z.string(),
  reference: z.string(),
  bookingId: z.string().nullable(),
  foundAt: z.date(),
  closedAt: z.date().nullable(),
  /** Set if the operator closed it. */
  closedReason: z.string().nullable(),
  closesItself: z.boolean(),
  details: z.unknown(),
})

/** Invariants by their names in the view `invariant_violations`, with the German texts for the operator. */
export const invariantTexts = {
  ledgerTxSumsToZero: 'Jede Buchung im Hauptbuch geht auf',
  ledgerSumsToZero: 'Das Hauptbuch geht auf',
  pspBalanceMatches: 'Das Guthaben im Hauptbuch ist das beim Zahlungsdienst',
  paidOutWithinShare: 'Je Buchung wird höchstens der Anteil ausgezahlt',
  refundsWithinAmount: 'Je Buchung wird höchstens das Bezahlte erstattet',
  feeFollowsTheRate: 'Die Provision folgt ihrem Satz',
  paidBookingHasItsCharge: 'Jede bezahlte Buchung steht im Hauptbuch',
  companyPayable: 'Je Firma: offen − Forderungen = Anteile − Auszahlungen + Rückholungen',
  noAccountBelowZero: 'Niemandem wird weniger als nichts geschuldet',
  transitIsPendingPayouts: 'Unterwegs ist, was ausstehende Auszahlungen sagen',
  customerOwedCameBack: 'Kunden wird geschuldet, was von Erstattungen zurückkam',
  disputeHoldIsOpenDisputes: 'Einbehalten ist, was offene Anfechtungen sagen',
  revenueFollowsTheLedger: 'Der Umsatz ist, was das Hauptbuch sagt',
  itemsSumToAmount: 'Je Buchung ergeben die gekauften Posten den Betrag',
  documentNumbers: 'Kein Beleg fehlt in seinem Nummernkreis',
  documentChain: 'Kein gestellter Beleg wurde verändert',
  documentsFollowTheLedger: 'Unsere Belege sagen, was das Hauptbuch sagt',
  customerDocumentsFollowTheLedger: 'Belege an Kunden sagen, was bezahlt und erstattet wurde',
  documentLinesSum: 'Je Beleg ergeben die Zeilen den Betrag',
  givenTipIsPaid: 'Jedes gegebene Trinkgeld ist bezahlt',
  tipIsInItsAccount: 'Trinkgelder stehen auf ihrem Konto, ohne Provision',
  openProposalIsHeld: 'Für jeden offenen Terminvorschlag ist seine Zeit frei gehalten',
  partsAreTaken: 'Ein Termin in mehreren Teilen belegt diese Zeiten im Kalender',
  heldProposalIsOpen: 'Nur für offene Terminvorschläge ist Zeit frei gehalten',
} as const

export const violation = z.object({ invariant: z.string(), subject: z.string(), foundCents: z.number(), expectedCents: z.number() })
export type Violation = z.infer<typeof violation>

export const auditView = z.object({
  id: z.string(),
  trigger: z.enum(['nightly', 'manual']),
  startedAt: z.date(),
  finishedAt: z.date(),
  isClean: z.boolean(),
  pspCents: z.number().nullable(),
  ledgerCents: z.number(),
  violations: z.number(),
  openBreaks: z.number(),
  findings: z.array(violation.extend({ text: z.string() })),
})

/** Names in jobs that a server of an earlier version enqueued and that wait while it is upgraded. */
const formerNames: ReadonlyMap<unknown, PspObject> = new Map([
  ['checkout.session', 'checkout'],
  ['payout', 'bankPayout'],
  ['account', 'payoutAccount'],
])
/** Object of the job that applies its state. */
export const convergedObject = z.preprocess((name) => formerNames.get(name) ?? name, z.enum(pspObjects))
