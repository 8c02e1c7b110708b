import { z } from 'zod'
import { lifetimes } from '#src/accounts/rules.ts'
import { stepUpTexts } from '#src/accounts/stepUp/rules.ts'
import { fieldNames, shownSchemasOf } from '#src/companies/fields/fields.ts'
import { problemsOf } from '#src/kit/problems.ts'
import type { Wire } from '#src/kit/wire.ts'
import { shownBooking } from './bookings/rules.ts'

export const dashboardProblems = problemsOf('dashboard', {
  // 401 would say that the session has ended.
  codeWrong: [403, stepUpTexts.wrong],
})

/** How long a mailed code is valid. */
export const { codeMinutes } = lifetimes

/** A code of exactly six digits; the address that the call names is ignored, the session's counts. */
export const codeAttempt = z.object({
  email: z.string().optional(),
  code: z.string(stepUpTexts.wrong).regex(/^\d{6}$/, stepUpTexts.wrong),
})

/** How many companies and bookings the overview carries, and how many months its chart looks back (docs/spec.md#dashboard-limits). */
export const overviewLimits = { companies: 10, bookings: 10, months: 12 } as const

/**
 * The most parallel event streams of one session; further dashboards poll instead. Over HTTP/1.1 a browser has six connections to a
 * server, and each stream occupies one of them.
 */
export const streamsPerSession = 3

/** The states of an account; the screen has the words. A suspension by the operator has priority over all others. */
export const accountStatuses = ['active', 'past_due', 'unpaid', 'canceled', 'incomplete', 'suspended'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** The status of a company's account. */
export const accountStatusOf = (company: {
  subscriptionStatus: Exclude<AccountStatus, 'suspended'>
  suspendedAt: Date | null
}): AccountStatus => (company.suspendedAt ? 'suspended' : company.subscriptionStatus)

/** What the company has to know before anything else; `notListed`: visitors do not see the company. */
export const noticeKinds = ['suspended', 'notListed', 'pastDue', 'payoutHold'] as const
/** `reason`: of a suspension, as the operator wrote it for the company. */
export type Notice = { kind: (typeof noticeKinds)[number]; since: Date | null; reason: string | null }

/** A company as its owner sees it: own fields, never bank data nor what the PSP calls it (docs/spec.md#company-fields). */
export const ownCompany = z.object({
  id: z.uuid(),
  ...shownSchemasOf(fieldNames),
  plan: z.enum(['basic', 'premium']),
  premium: z.boolean(),
  verified: z.boolean(),
  logoUrl: z.string().nullable(),
  galleryImages: z.array(z.string()),
  rating: z.number().nullable(),
  reviews: z.number(),
  subscriptionStatus: z.enum(['incomplete', 'active', 'past_due', 'unpaid', 'canceled']),
  isListed: z.boolean(),
  emailProven: z.boolean(),
  createdAt: z.date(),
})
export type OwnCompany = Wire<z.infer<typeof ownCompany>>

/** Revenue of a Berlin month ('2026-11'), from the ledger: payments less refunds, and the company's share of it. */
export const monthRevenue = z.object({ month: z.string(), revenueCents: z.number(), shareCents: z.number() })
export type MonthRevenue = Wire<z.infer<typeof monthRevenue>>

/** Everything the overview shows of one company. Revenue gross, less refunds (docs/spec.md#revenue-figures). */
export const dashboardData = z.object({
  companies: z.array(ownCompany),
  company: z.uuid().nullable(),
  bookings: z.array(shownBooking),
  stats: z.object({
    totalBookings: z.number(),
    paidBookings: z.number(),
    totalRevenueCents: z.number(),
    companyShareCents: z.number(),
    accountStatus: z.enum(accountStatuses),
  }),
  /** How many threads hold something that nobody of the company has read. */
  unreadThreads: z.number(),
  revenueByMonth: z.array(monthRevenue),
  notices: z.array(z.object({ kind: z.enum(noticeKinds), since: z.date().nullable(), reason: z.string().nullable() })),
})
export type DashboardData = Wire<z.infer<typeof dashboardData>>

/** The last months up to a Berlin day, the oldest first. */
export function lastMonths(today: string, count: number = overviewLimits.months) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: count }, (_none, index) => {
    const at = new Date(Date.UTC(year, month - count + index, 1))
    return at.toISOString().slice(0, 7)
  })
}
