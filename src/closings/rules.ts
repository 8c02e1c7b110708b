import { z } from 'zod'
import { problemsOf } from '#src/kit/problems.ts'
import type { Wire } from '#src/kit/wire.ts'

export const closingProblems = problemsOf('companies', {
  changed: [409, 'Inzwischen hat sich etwas geändert. Bitte prüfen Sie, was jetzt geschehen wird.'],
  stillPaying: [409, 'Für diesen Anbieter läuft gerade noch eine Zahlung. Bitte versuchen Sie es in einer Minute noch einmal.'],
  unavailable: [503, 'Der Zahlungsdienst ist gerade nicht erreichbar. Es wurde nichts gelöscht.'],
})

/** What customers and company read when a company leaves the marketplace. */
export const closingReason = 'Der Anbieter ist nicht mehr auf unserem Marktplatz.'

/** How many bookings a run of the job takes back, and how often what is not over yet is looked at again. */
export const closingLimits = { batch: 200, sweepSeconds: 600 } as const

export const closingKinds = ['deletion', 'archive'] as const
export type ClosingKind = (typeof closingKinds)[number]

/** What of a company will happen when it is deleted. */
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

/** A deletion names what its dialog said would happen; anything else has to be seen first. */
export const deletionRequest = z.object({ companyId: z.uuid(), expects: z.enum(closingKinds) })

/** What hangs on a company. Money in cents. */
export type ClosingFacts = {
  bookings: number
  paidBookings: number
  reviews: number
  /** Confirmed, paid, and the appointment lies ahead; what of it would go back, and the company's share of it. */
  futureBookings: number
  refundCents: number
  futureShareCents: number
  /** Of bookings and of the plan: somebody can still pay. */
  openCheckouts: number
  openPlanCheckouts: number
  payableCents: number
  receivableCents: number
  pendingPayouts: number
  /** Sent by bank file, so lately that the bank may still give it back. */
  returnablePayouts: number
  pendingRefunds: number
  pendingReversals: number
  openDisputes: number
  hasSubscription: boolean
  isSubscribed: boolean
  /** Money moved, or the books name it, without a booking that counts as paid. */
  isInBooks: boolean
}

/**
 * A company is deleted when nobody ever paid anything for it; every other one is kept in the books and archived
 * (docs/spec.md#company-deletion).
 */
export const closingKindOf = ({ paidBookings, hasSubscription, isInBooks }: ClosingFacts): ClosingKind =>
  paidBookings > 0 || hasSubscription || isInBooks ? 'archive' : 'deletion'

const hasMoneyOnTheWay = (facts: ClosingFacts) =>
  facts.pendingPayouts + facts.pendingRefunds + facts.pendingReversals + facts.openDisputes > 0

/** Money that keeps an account with a company from being deleted (docs/spec.md#account-deletion). */
export const hasOpenMoney = (facts: ClosingFacts) =>
  facts.futureBookings > 0 || facts.payableCents > 0 || facts.receivableCents > 0 || hasMoneyOnTheWay(facts)

/** For so long a bank may give back what it has transferred. */
export const returnableDays = 14

/** Nothing of an archived company is open any more: nobody has to be paid or told. What it owes stays in the books without its name. */
export const isOver = (facts: ClosingFacts) =>
  facts.futureBookings === 0 &&
  facts.openCheckouts + facts.openPlanCheckouts === 0 &&
  facts.payableCents <= 0 &&
  facts.returnablePayouts === 0 &&
  !facts.isSubscribed &&
  !hasMoneyOnTheWay(facts)

/** What is left for the company once the appointments that lie ahead are taken back, in cents. */
export const owedCents = ({ payableCents, futureShareCents }: ClosingFacts) => Math.max(0, payableCents - futureShareCents)
