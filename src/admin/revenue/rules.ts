import { z } from 'zod'
import { isCalendarDay } from '#src/kit/dates.ts'
import { emptyListOf, type ListOf, type ListSpec } from '#src/kit/listAddress.ts'
import type { Wire } from '#src/kit/wire.ts'

export const revenuePeriods = ['month', 'lastMonth', 'year'] as const
export const revenueGrains = ['week', 'month'] as const
export type RevenueGrain = (typeof revenueGrains)[number]

/** The orders of the list of companies; a company without revenue has no rate and comes last. */
export const revenueSorts = [
  'grossDesc',
  'grossAsc',
  'feeDesc',
  'feeAsc',
  'shareDesc',
  'shareAsc',
  'bookingsDesc',
  'bookingsAsc',
  'rateDesc',
  'rateAsc',
  'nameAsc',
  'nameDesc',
] as const
export type RevenueSort = (typeof revenueSorts)[number]

const searchLength = 100
const day = z.string('Ungültiges Datum').refine(isCalendarDay, 'Ungültiges Datum').optional()

/** A period in words, or days in Berlin, both included; days win over words. */
export const revenuePeriod = z.object({ period: z.enum(revenuePeriods, 'Unbekannter Zeitraum').optional(), from: day, to: day })
export type RevenuePeriod = z.infer<typeof revenuePeriod>

export const revenueFilter = revenuePeriod.extend({
  search: z.string('Ungültige Suche').trim().max(searchLength, `Höchstens ${searchLength} Zeichen`).optional(),
})
export type RevenueFilter = z.infer<typeof revenueFilter>
export const revenueSort = z.enum(revenueSorts, 'Unbekannte Sortierung').default('grossDesc')

/** Figures of a period; fees and subscriptions with the VAT inside them. */
export const revenueSummary = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Fees and subscriptions. */
  platformRevenueCents: z.number(),
  feesCents: z.number(),
  subscriptionsCents: z.number(),
  vatCents: z.number(),
  /** What customers paid less what went back. */
  bookingRevenueCents: z.number(),
  paidCents: z.number(),
  refundedCents: z.number(),
  bookings: z.number().int(),
  activeCompanies: z.number().int(),
  listedCompanies: z.number().int(),
  /** In percent of the booking revenue; null without any. */
  commissionRate: z.number().nullable(),
  grain: z.enum(revenueGrains),
  /** At most the last twelve weeks or months of the period; the first and the last end where the period does. */
  series: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      platformRevenueCents: z.number(),
      bookingRevenueCents: z.number(),
      feesCents: z.number(),
      subscriptionsCents: z.number(),
      isCurrent: z.boolean(),
    }),
  ),
})
export type RevenueSummary = Wire<z.infer<typeof revenueSummary>>
export type RevenueStep = RevenueSummary['series'][number]

/** A company's figures of a period. */
export const companyRevenue = z.object({
  companyId: z.uuid(),
  companyName: z.string(),
  bookings: z.number().int(),
  grossCents: z.number(),
  feeCents: z.number(),
  shareCents: z.number(),
  commissionRate: z.number().nullable(),
})
export type CompanyRevenue = Wire<z.infer<typeof companyRevenue>>

/** The checks of the figures: each compares two ways to calculate the same sum. */
export const revenueChecks = ['ledger', 'charges', 'chargeFees', 'refunds', 'fees', 'subscriptions', 'vat'] as const
export const revenueCheck = z.object({
  ledgerTransactions: z.number().int(),
  ledgerEntries: z.number().int(),
  oldestAt: z.date().nullable(),
  newestAt: z.date().nullable(),
  paymentTransactions: z.number().int(),
  openPayments: z.number().int(),
  openPaymentsAmountCents: z.number(),
  checks: z.array(z.object({ name: z.enum(revenueChecks), foundCents: z.number(), expectedCents: z.number(), isEqual: z.boolean() })),
})
export type RevenueCheck = Wire<z.infer<typeof revenueCheck>>

/** The parts of the list's state that are kept in the URL. */
export const revenueList = {
  sorts: revenueSorts,
  choices: { period: revenuePeriods },
  days: ['from', 'to'],
  searchLength,
} as const satisfies ListSpec
export type RevenueList = ListOf<typeof revenueList>
export const emptyRevenueList = emptyListOf(revenueList)

/** A period is chosen by name or by days; the last change wins. */
export function withOnePeriod(next: RevenueList, last: RevenueList): RevenueList {
  if (next.period !== '' && next.period !== last.period) return { ...next, from: '', to: '' }
  return next.from || next.to ? { ...next, period: '' } : next
}

/** Fees in percent of the revenue, with two decimals. */
export const rateOf = ({ feeCents, grossCents }: { feeCents: number; grossCents: number }) =>
  grossCents > 0 ? Math.round((10_000 * feeCents) / grossCents) / 100 : null
