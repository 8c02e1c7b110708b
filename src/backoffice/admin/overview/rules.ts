import { z } from 'zod'
import { plural } from '#src/platform/kit/text.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { waitingView } from './waitingRules.ts'

/** Texts of the four figures above every area; each source may fail alone (docs/spec.md#operator). */
export const statsTexts = {
  failed: 'Fehler beim Laden der Statistiken',
  retry: 'Erneut versuchen',
  companies: 'Fehler beim Laden der Unternehmen',
  bookings: 'Fehler beim Laden der Buchungen',
  transactions: 'Fehler beim Laden der Transaktionen',
} as const

/** Figures are fresh for 15 s and cached for 60 s; a failed read is retried twice after 500 ms (docs/spec.md#polling). */
export const statsReads = { freshMs: 15_000, cacheMs: 60_000, retries: 2, retryDelayMs: () => 500 } as const

/** A source that failed is null, with its text in `errors`. */
export const statsView = z.object({
  companies: z.object({ total: z.number(), premium: z.number(), basic: z.number() }).nullable(),
  bookings: z.object({ total: z.number(), thisWeek: z.number() }).nullable(),
  /** Payments less refunds. */
  revenue: z.object({ totalCents: z.number() }).nullable(),
  /** Bookings with a payment that is outstanding and still possible. */
  openPayments: z.object({ totalCents: z.number(), bookings: z.number() }).nullable(),
  /** Used by the navigation only: tasks in each area; null hides the numbers. */
  waiting: z.array(waitingView).nullable(),
  errors: z.array(z.enum([statsTexts.companies, statsTexts.bookings, statsTexts.transactions])),
})
export type StatsView = Wire<z.infer<typeof statsView>>

/** Polling intervals (docs/spec.md#polling). */
export const overviewPolling = { countersMs: 30_000, payoutsMs: 60_000, healthMs: 30_000 } as const

/** Number of weeks in the chart, and of payouts in the list. */
export const overviewLimits = { weeks: 6, payouts: 5 } as const

export const overviewView = z.object({
  /** Areas with overdue tasks, oldest first. */
  overdue: z.array(waitingView),
  /** Objections that await the operator's decision. */
  openObjections: z.number(),
  /** Requests that are overdue, or whose authorization was not captured. */
  overdueRequests: z.number(),
  /** External calendars that can no longer be read. */
  failingFeeds: z.number(),
  /** `total`: companies that are not archived. */
  companies: z.object({ listed: z.number(), total: z.number() }),
  bookings: z.object({ total: z.number(), paid: z.number() }),
  users: z.object({ total: z.number(), confirmed: z.number() }),
  totalRevenueCents: z.number(),
  platformRevenue: z.object({ totalCents: z.number(), feesCents: z.number(), subscriptionsCents: z.number() }),
  /** Weeks from Monday, oldest first; the last one is the current week. */
  weeks: z.array(z.object({ monday: z.string(), week: z.number(), revenueCents: z.number(), isCurrent: z.boolean() })),
})
export type OverviewView = Wire<z.infer<typeof overviewView>>

export const healthView = z.object({
  jobs: z.object({
    waiting: z.number(),
    running: z.number(),
    failed: z.number(),
    oldestAt: z.date().nullable(),
    failures: z.array(z.object({ job: z.string(), attempts: z.number() })),
    workers: z.number(),
  }),
  /** PSP events that are received but not processed; `askedAt`: last request for undelivered ones to the PSP. */
  events: z.object({ unprocessed: z.number(), oldestAt: z.date().nullable(), askedAt: z.date().nullable() }),
  openBreaks: z.number(),
  lastAudit: z.object({ finishedAt: z.date(), isClean: z.boolean(), violations: z.number() }).nullable(),
  versions: z.object({
    app: z.string(),
    node: z.string(),
    postgres: z.string(),
    migrations: z.number(),
    newestMigration: z.string(),
  }),
  /** The server's time, as the reference for the others. */
  now: z.date(),
})
export type HealthView = Wire<z.infer<typeof healthView>>

/** Problems of the system that need the operator's attention. */
export function troublesOf({ jobs, events, open_breaks, last_audit, now }: HealthView) {
  const isLate = (at: string | null) => at !== null && Date.parse(now) - Date.parse(at) > lateMs
  return [
    jobs.workers === 0 && 'Kein Prozess arbeitet Aufträge ab',
    isLate(jobs.oldest_at) && 'Aufträge warten länger als fünf Minuten',
    jobs.failed > 0 &&
      `${plural(jobs.failed, 'Auftrag ist', 'Aufträge sind')} fehlgeschlagen und ${jobs.failed === 1 ? 'wird' : 'werden'} wiederholt`,
    isLate(events.oldest_at) && 'Ereignisse des Zahlungsdienstes bleiben unverarbeitet',
    open_breaks > 0 && `${plural(open_breaks, 'Abweichung ist', 'Abweichungen sind')} offen`,
    last_audit?.is_clean === false && 'Die letzte Selbstprüfung hat Fehler gefunden',
  ].filter((one) => one !== false)
}
const lateMs = 5 * 60_000
