import { z } from 'zod'
import { lifetimes } from '#src/foundation/accounts/rules.ts'
import { stepUpTexts } from '#src/foundation/accounts/stepUp/rules.ts'
import { companyBookingView } from '#src/orders/companyBookings/rules.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { ownCompany } from '#src/supply/companies/ownCompany.ts'

export const dashboardProblems = problemsOf('dashboard', {
  // Not 401, which would mean that the session has ended.
  codeWrong: [403, stepUpTexts.wrong],
})

/** Validity of a mailed code in minutes. */
export const { codeMinutes } = lifetimes

/** Code of exactly six digits; the address in the request is ignored in favour of the session's. */
export const codeAttempt = z.object({
  email: z.string().optional(),
  code: z.string(stepUpTexts.wrong).regex(/^\d{6}$/, stepUpTexts.wrong),
})

/** Maximum of companies and bookings in the overview, and of months in its chart (docs/spec.md#dashboard-limits). */
export const overviewLimits = { companies: 10, bookings: 10, months: 12 } as const

/**
 * Maximum of parallel event streams per session; further dashboards poll. Over HTTP/1.1 a browser has six connections to a server, and
 * each stream occupies one.
 */
export const streamsPerSession = 3

/** States of an account. A suspension by the operator has priority over all others. */
export const accountStatuses = ['active', 'past_due', 'unpaid', 'canceled', 'incomplete', 'suspended'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** Returns the state of a company's account. */
export const accountStatusOf = (company: {
  subscriptionStatus: Exclude<AccountStatus, 'suspended'>
  suspendedAt: Date | null
}): AccountStatus => (company.suspendedAt ? 'suspended' : company.subscriptionStatus)

/** Kinds of urgent notices to the company; `notListed`: visitors do not see the company. */
export const noticeKinds = ['suspended', 'notListed', 'pastDue', 'payoutHold'] as const
/** `reason`: the operator's reason of a suspension, written for the company. */
export type Notice = { kind: (typeof noticeKinds)[number]; since: Date | null; reason: string | null }

/** Revenue of a Berlin month ('2026-11') from the ledger: payments less refunds, and the company's share of it. */
export const monthRevenue = z.object({ month: z.string(), revenueCents: z.number(), shareCents: z.number() })
export type MonthRevenue = Wire<z.infer<typeof monthRevenue>>

/** All data of the overview. Revenue is gross, less refunds (docs/spec.md#revenue-figures). */
export const dashboardData = z.object({
  companies: z.array(ownCompany),
  company: z.uuid().nullable(),
  bookings: z.array(companyBookingView),
  stats: z.object({
    totalBookings: z.number(),
    paidBookings: z.number(),
    totalRevenueCents: z.number(),
    companyShareCents: z.number(),
    accountStatus: z.enum(accountStatuses),
  }),
  /** Number of threads with messages that the company has not read. */
  unreadThreads: z.number(),
  revenueByMonth: z.array(monthRevenue),
  notices: z.array(z.object({ kind: z.enum(noticeKinds), since: z.date().nullable(), reason: z.string().nullable() })),
})
export type DashboardData = Wire<z.infer<typeof dashboardData>>

/** Returns the last months up to a Berlin day, oldest first. */
export function lastMonths(today: string, count: number = overviewLimits.months) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: count }, (_none, index) => {
    const at = new Date(Date.UTC(year, month - count + index, 1))
    return at.toISOString().slice(0, 7)
  })
}
