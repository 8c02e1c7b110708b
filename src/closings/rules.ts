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

/** How many bookings one run of the job cancels, and how often an unfinished closing is checked again. */
export const closingLimits = { batch: 200, sweepSeconds: 600 } as const

export const closingKinds = ['deletion', 'archive'] as const
export type ClosingKind = (typeof closingKinds)[number]

/** The consequences of deleting a company. */
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

/** A deletion names the kind that its dialog announced. If it is no longer right, the call is refused. */
export const deletionRequest = z.object({ companyId: z.uuid(), expects: z.enum(closingKinds) })

/** The facts that decide how a company is closed. Money in cents. */
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
  /** Money moved, or the ledger names the company, without a paid booking. */
  isInBooks: boolean
}

/**
 * A company without any payment is deleted; every other one is kept in the books and archived (docs/spec.md#company-deletion).
 */
export const closingKindOf = ({ paidBookings, hasSubscription, isInBooks }: ClosingFacts): ClosingKind =>
  paidBookings > 0 || hasSubscription || isInBooks ? 'archive' : 'deletion'

const hasMoneyOnTheWay = (facts: ClosingFacts) =>
  facts.pendingPayouts + facts.pendingRefunds + facts.pendingReversals + facts.openDisputes > 0

/** Money that keeps an account with a company from being deleted (docs/spec.md#account-deletion). */
export const hasOpenMoney = (facts: ClosingFacts) =>
  facts.futureBookings > 0 || facts.payableCents > 0 || facts.receivableCents > 0 || hasMoneyOnTheWay(facts)

/** How long a bank may return a transfer. */
export const returnableDays = 14

/** Whether nothing is open any more: nobody has to be paid or notified. The company's own debts stay in the books without its name. */
export const isOver = (facts: ClosingFacts) =>
  facts.futureBookings === 0 &&
  facts.openCheckouts + facts.openPlanCheckouts === 0 &&
  facts.payableCents <= 0 &&
  facts.returnablePayouts === 0 &&
  !facts.isSubscribed &&
  !hasMoneyOnTheWay(facts)

/** What is still owed to the company after its future bookings are cancelled, in cents. */
export const owedCents = ({ payableCents, futureShareCents }: ClosingFacts) => Math.max(0, payableCents - futureShareCents)
