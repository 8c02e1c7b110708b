import { z } from 'zod'
import { isCalendarDay } from '#src/platform/kit/dates.ts'
import { emptyListOf, type ListOf, type ListSpec } from '#src/platform/kit/listAddress.ts'
import type { Wire } from '#src/platform/kit/wire.ts'

export const revenuePeriods = ['month', 'lastMonth', 'year'] as const
export const revenueGrains = ['week', 'month'] as const
export type RevenueGrain = (typeof revenueGrains)[number]

/** Sort orders of the companies; a company without revenue has no rate and comes last. */
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

/** Named period, or days in Berlin, both inclusive; days have priority. */
export const revenuePeriod = z.object({ period: z.enum(revenuePeriods, 'Unbekannter Zeitraum').optional(), from: day, to: day })
export type RevenuePeriod = z.infer<typeof revenuePeriod>

export const revenueFilter = revenuePeriod.extend({
  search: z.string('Ungültige Suche').trim().max(searchLength, `Höchstens ${searchLength} Zeichen`).optional(),
})
export type RevenueFilter = z.infer<typeof revenueFilter>
export const revenueSort = z.enum(revenueSorts, 'Unbekannte Sortierung').default('grossDesc')

/** Figures of a period; fees and subscriptions include VAT. */
export const revenueSummary = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Fees and subscriptions. */
  platformRevenueCents: z.number(),
  feesCents: z.number(),
  subscriptionsCents: z.number(),
  vatCents: z.number(),
  /** Payments less refunds. */
  bookingRevenueCents: z.number(),
  paidCents: z.number(),
  refundedCents: z.number(),
  bookings: z.number().int(),
  activeCompanies: z.number().int(),
  listedCompanies: z.number().int(),
  /** Percent of the booking revenue; null without any. */
  commissionRate: z.number().nullable(),
  grain: z.enum(revenueGrains),
  /** At most the last twelve weeks or months of the period, clipped to it. */
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

/** Figures of one company in a period. */
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

/** Sorting and filters of the list, as encoded in the URL. */
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

/** Fees in percent of the revenue, with two decimals; null without revenue. */
export const rateOf = ({ feeCents, grossCents }: { feeCents: number; grossCents: number }) =>
  grossCents > 0 ? Math.round((10_000 * feeCents) / grossCents) / 100 : null
