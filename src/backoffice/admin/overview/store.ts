import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'

/** Number of companies that are not archived, by plan. */
export const countCompanies = (db: Database) =>
  db
    .selectFrom('companies')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('total'),
      fn
        .countAll<number>()
        .filterWhere(eb.or([eb('premium', '=', true), eb('plan', '=', 'premium')]))
        .as('premium'),
      fn.countAll<number>().filterWhere('isListed', '=', true).as('listed'),
    ])
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()

/** Number of all bookings, of those since a moment, and of those paid and not refunded. */
export const countBookings = (db: Database, since: Date) =>
  db
    .selectFrom('bookings')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('createdAt', '>=', since).as('recent'),
      fn.countAll<number>().filterWhere('paymentStatus', 'in', ['paid', 'completed']).as('paid'),
    ])
    .executeTakeFirstOrThrow()

/** Sums the bookings with a payment that is outstanding and still possible. */
export const sumOpenPayments = (db: Database) =>
  db
    .selectFrom('bookings')
    .select(({ fn }) => [fn.countAll<number>().as('bookings'), fn.coalesce(fn.sum<number>('amountCents'), sql<number>`0`).as('cents')])
    .where('bookingStatus', '=', 'pending')
    .where('paymentStatus', '=', 'pending')
    .executeTakeFirstOrThrow()

/** Sums from the ledger: bookings less refunds, the operator's fees, and subscriptions. */
export const sumRevenue = (db: Database) =>
  db
    .selectFrom('revenueLines')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('bookingCents'), sql<number>`0`).as('bookingCents'),
      fn.coalesce(fn.sum<number>('feeCents'), sql<number>`0`).as('feeCents'),
      fn.coalesce(fn.sum<number>('subscriptionCents'), sql<number>`0`).as('subscriptionCents'),
    ])
    .executeTakeFirstOrThrow()

/** Lists the revenue from bookings by week since a day; a week is named by its Monday. */
export async function listRevenueWeeks(db: Database, since: string) {
  const { rows } = await sql<{ monday: string; cents: number }>`
    select
      date_trunc('week', on_day)::date as monday,
      sum(booking_cents)::bigint as cents
    from revenue_lines
    where on_day >= ${since}
    group by 1
    order by 1`.execute(db)
  return rows
}

export const countUsers = (db: Database) =>
  db
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('confirmedAt', 'is not', null).as('confirmed'),
    ])
    .executeTakeFirstOrThrow()

/** Number of received, unprocessed events, and the time of the oldest. */
export const findWaitingEvents = (db: Database) =>
  db
    .selectFrom('paymentEvents')
    .select(({ fn }) => [fn.countAll<number>().as('unprocessed'), fn.min('receivedAt').as('oldestAt')])
    .where('processedAt', 'is', null)
    .executeTakeFirstOrThrow()

/** Time of the last request for undelivered events to the PSP. */
export const findEventCursor = (db: Database) =>
  db.selectFrom('pspCursor').select('movedAt').where('name', '=', 'undeliveredEvents').executeTakeFirst()

export const countOpenDiscrepancies = (db: Database) =>
  db
    .selectFrom('reconciliationBreaks')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('closedAt', 'is', null)
    .executeTakeFirstOrThrow()

export const findLastAudit = (db: Database) =>
  db
    .selectFrom('selfAudits')
    .select(['finishedAt', 'isClean', 'violations'])
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
