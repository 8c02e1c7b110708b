import { countObjections } from '#src/orders/refunds/objectionStore.ts'
import { countRequested } from '#src/orders/requests/operatorStore.ts'
import { addDays, berlinDay, berlinInstant, isoWeek, mondayOf } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { readVersions } from '#src/platform/server/health.ts'
import { describeError } from '#src/platform/server/log.ts'
import { readJobHealth } from '#src/platform/server/workers/queue.ts'
import { feedLimits } from '#src/supply/calendars/feeds/rules.ts'
import { countFailingFeeds } from '#src/supply/calendars/feeds/store.ts'
import { overviewLimits, statsTexts } from './rules.ts'
import {
  countBookings,
  countCompanies,
  countOpenDiscrepancies,
  countUsers,
  findEventCursor,
  findLastAudit,
  findWaitingEvents,
  listRevenueWeeks,
  sumOpenPayments,
  sumRevenue,
} from './store.ts'
import { listWaiting } from './waitingStore.ts'

/** Reads the four figures above the areas. Each source is read separately: a failed one is null and named in `errors`. */
export async function readStats(app: App) {
  const [companies, bookings, transactions, waiting] = await Promise.all([
    unlessItFails(app, 'companies', () => countCompanies(app.db)),
    unlessItFails(app, 'bookings', () => countBookings(app.db, thisWeek(app))),
    unlessItFails(app, 'transactions', () => Promise.all([sumRevenue(app.db), sumOpenPayments(app.db)])),
    unlessItFails(app, 'waiting', () => listWaiting(app.db, app.now())),
  ])
  const [revenue, open] = transactions ?? []
  return {
    companies: companies ? { total: companies.total, premium: companies.premium, basic: companies.total - companies.premium } : null,
    bookings: bookings ? { total: bookings.total, thisWeek: bookings.recent } : null,
    revenue: revenue ? { totalCents: revenue.bookingCents } : null,
    openPayments: open ? { totalCents: open.cents, bookings: open.bookings } : null,
    waiting: waiting ?? null,
    errors: [
      ...(companies ? [] : [statsTexts.companies]),
      ...(bookings ? [] : [statsTexts.bookings]),
      ...(transactions ? [] : [statsTexts.transactions]),
    ],
  }
}

async function unlessItFails<Value>(app: App, source: string, read: () => Promise<Value>) {
  try {
    return await read()
  } catch (error) {
    app.log.error({ source, error: describeError(error) }, 'statistics failed to load')
    return undefined
  }
}

const thisWeek = (app: App) => berlinInstant(mondayOf(berlinDay(app.now())), '00:00')

/** Reads counters, revenue, and revenue of the last weeks. */
export async function readOverview(app: App) {
  const current = mondayOf(berlinDay(app.now()))
  const mondays = Array.from({ length: overviewLimits.weeks }, (_week, place) => addDays(current, -7 * (overviewLimits.weeks - 1 - place)))
  const [companies, bookings, users, revenue, weeks, objections, requests, feeds, waiting] = await Promise.all([
    countCompanies(app.db),
    countBookings(app.db, thisWeek(app)),
    countUsers(app.db),
    sumRevenue(app.db),
    listRevenueWeeks(app.db, mondays[0] ?? current),
    countObjections(app.db, { state: 'open' }),
    countRequested(app.db, { filter: { state: 'overdue' }, now: app.now() }),
    countFailingFeeds(app.db, feedLimits.failuresToNotify),
    listWaiting(app.db, app.now()),
  ])
  const { feeCents, subscriptionCents } = revenue
  return {
    overdue: waiting.filter((one) => one.overdue > 0),
    openObjections: objections.total,
    overdueRequests: requests.total,
    failingFeeds: feeds.total,
    companies,
    bookings,
    users,
    totalRevenueCents: revenue.bookingCents,
    platformRevenue: { totalCents: feeCents + subscriptionCents, feesCents: feeCents, subscriptionsCents: subscriptionCents },
    weeks: mondays.map((monday) => ({
      monday,
      week: isoWeek(monday),
      revenueCents: weeks.find((one) => one.monday === monday)?.cents ?? 0,
      isCurrent: monday === current,
    })),
  }
}

/** Reads the system's health: job queue, PSP events, open discrepancies, last audit, versions. */
export async function readHealth(app: App) {
  const [jobs, events, cursor, breaks, audit, versions] = await Promise.all([
    readJobHealth(app),
    findWaitingEvents(app.db),
    findEventCursor(app.db),
    countOpenDiscrepancies(app.db),
    findLastAudit(app.db),
    readVersions(app),
  ])
  return {
    jobs,
    events: { ...events, askedAt: cursor?.movedAt ?? null },
    openBreaks: breaks.open,
    lastAudit: audit ?? null,
    versions,
    now: app.now(),
  }
}
