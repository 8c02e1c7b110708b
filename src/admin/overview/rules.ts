import { z } from 'zod'
import { plural } from '#src/kit/text.ts'
import type { Wire } from '#src/kit/wire.ts'
import { shownWaiting } from './waitingRules.ts'

/** The four figures above every area; each source may fail alone (docs/spec.md#operator). */
export const statsTexts = {
  failed: 'Fehler beim Laden der Statistiken',
  retry: 'Erneut versuchen',
  companies: 'Fehler beim Laden der Unternehmen',
  bookings: 'Fehler beim Laden der Buchungen',
  transactions: 'Fehler beim Laden der Transaktionen',
} as const

/** The figures are fresh for 15 s and kept for 60 s; a failed read is repeated twice, 500 ms later (docs/spec.md#polling). */
export const statsReads = { freshMs: 15_000, keptMs: 60_000, retries: 2, retryDelayMs: () => 500 } as const

/** A source that failed is null, with its sentence in `errors`. */
export const shownStats = z.object({
  companies: z.object({ total: z.number(), premium: z.number(), basic: z.number() }).nullable(),
  bookings: z.object({ total: z.number(), thisWeek: z.number() }).nullable(),
  /** What customers paid less what went back. */
  revenue: z.object({ totalCents: z.number() }).nullable(),
  /** Bookings whose payment has not come yet, and may still. */
  openPayments: z.object({ totalCents: z.number(), bookings: z.number() }).nullable(),
  /** Used by the rail only: what waits in each area; when null, the rail shows no numbers. */
  waiting: z.array(shownWaiting).nullable(),
  errors: z.array(z.enum([statsTexts.companies, statsTexts.bookings, statsTexts.transactions])),
})
export type ShownStats = Wire<z.infer<typeof shownStats>>

/** How often it is read again (docs/spec.md#polling). */
export const overviewPolling = { countersMs: 30_000, payoutsMs: 60_000, healthMs: 30_000 } as const

export const overviewLimits = { weeks: 6, payouts: 5 } as const

export const shownOverview = z.object({
  /** Areas in which something waits longer than it should, the oldest first. */
  overdue: z.array(shownWaiting),
  /** Objections that wait for the operator's decision. */
  openObjections: z.number(),
  /** Requests that nobody ended in time, or whose money is still not taken. */
  overdueRequests: z.number(),
  /** Calendars elsewhere that cannot be read any more. */
  failingFeeds: z.number(),
  /** Listed companies, and all that are not closed. */
  companies: z.object({ listed: z.number(), total: z.number() }),
  bookings: z.object({ total: z.number(), paid: z.number() }),
  users: z.object({ total: z.number(), confirmed: z.number() }),
  totalRevenueCents: z.number(),
  platformRevenue: z.object({ totalCents: z.number(), feesCents: z.number(), subscriptionsCents: z.number() }),
  /** Weeks from Monday, the oldest first, the last one still running. */
  weeks: z.array(z.object({ monday: z.string(), week: z.number(), revenueCents: z.number(), isCurrent: z.boolean() })),
})
export type ShownOverview = Wire<z.infer<typeof shownOverview>>

export const shownHealth = z.object({
  jobs: z.object({
    waiting: z.number(),
    running: z.number(),
    failed: z.number(),
    oldestAt: z.date().nullable(),
    failures: z.array(z.object({ job: z.string(), attempts: z.number() })),
    workers: z.number(),
  }),
  /** PSP events that are received but not processed, and when we last asked the PSP for undelivered ones. */
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
  /** The server's time, to compare the other times with. */
  now: z.date(),
})
export type ShownHealth = Wire<z.infer<typeof shownHealth>>

/** What needs the operator's attention. */
export function troublesOf({ jobs, events, open_breaks, last_audit, now }: ShownHealth) {
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
