import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'

export const closingProblems = problemsOf('companies', {
  changed: [409, 'Inzwischen hat sich etwas geändert. Bitte prüfen Sie, was jetzt geschehen wird.'],
  stillPaying: [409, 'Für diesen Anbieter läuft gerade noch eine Zahlung. Bitte versuchen Sie es in einer Minute noch einmal.'],
  unavailable: [503, 'Der Zahlungsdienst ist gerade nicht erreichbar. Es wurde nichts gelöscht.'],
})

/** Reason shown to customers and company when a company leaves the marketplace. */
export const closingReason = 'Der Anbieter ist nicht mehr auf unserem Marktplatz.'

/** Bookings cancelled per run of the job, and interval in seconds at which unfinished closings are checked. */
export const closingLimits = { batch: 200, sweepSeconds: 600 } as const

export const closingKinds = ['deletion', 'archive'] as const
export type ClosingKind = (typeof closingKinds)[number]

/** Consequences of deleting a company. */
export const deletionPreview = z.object({
  kind: z.enum(closingKinds),
  bookings: z.number(),
  paidBookings: z.number(),
  reviews: z.number(),
  futureBookings: z.number(),
  refundCents: z.number(),
  owedCents: z.number(),
  hasSubscription: z.boolean(),
  hasAccount: z.boolean(),
})
export type DeletionPreview = Wire<z.infer<typeof deletionPreview>>

/** Request to delete a company with the kind that its dialog announced. Refused if another kind applies by now. */
export const deletionRequest = z.object({ companyId: z.uuid(), expects: z.enum(closingKinds) })

/** Facts that decide how a company is closed. Money in cents. */
export type ClosingFacts = {
  bookings: number
  paidBookings: number
  reviews: number
  /** Confirmed and paid bookings with a future appointment, the sum to refund, and the company's share of it. */
  futureBookings: number
  refundCents: number
  futureShareCents: number
  /** Checkouts of bookings and of the plan that can still be paid. */
  openCheckouts: number
  openPlanCheckouts: number
  payableCents: number
  receivableCents: number
  pendingPayouts: number
  /** Payouts by bank file that the bank may still return. */
  returnablePayouts: number
  pendingRefunds: number
  pendingReversals: number
  openDisputes: number
  hasSubscription: boolean
  isSubscribed: boolean
  /** True if money moved, or the ledger names the company, without a paid booking. */
  isInBooks: boolean
}

/** A company without any payment is deleted; any other is archived, because the ledger needs it (docs/spec.md#company-deletion). */
export const closingKindOf = ({ paidBookings, hasSubscription, isInBooks }: ClosingFacts): ClosingKind =>
  paidBookings > 0 || hasSubscription || isInBooks ? 'archive' : 'deletion'

const hasMoneyOnTheWay = (facts: ClosingFacts) =>
  facts.pendingPayouts + facts.pendingRefunds + facts.pendingReversals + facts.openDisputes > 0

/** True if open money prevents the deletion of the company's account (docs/spec.md#account-deletion). */
export const hasOpenMoney = (facts: ClosingFacts) =>
  facts.futureBookings > 0 || facts.payableCents > 0 || facts.receivableCents > 0 || hasMoneyOnTheWay(facts)

/** Days within which a bank may return a transfer. */
export const returnableDays = 14

/** True if nothing is open: no payment or notice is outstanding. The company's own debts remain in the ledger, without its name. */
export const isOver = (facts: ClosingFacts) =>
  facts.futureBookings === 0 &&
  facts.openCheckouts + facts.openPlanCheckouts === 0 &&
  facts.payableCents <= 0 &&
  facts.returnablePayouts === 0 &&
  !facts.isSubscribed &&
  !hasMoneyOnTheWay(facts)

/** Amount owed to the company after its future bookings are cancelled, in cents. */
export const owedCents = ({ payableCents, futureShareCents }: ClosingFacts) => Math.max(0, payableCents - futureShareCents)
