import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import { oursMs, type RequestFilter, type RequestSort, soonMs } from './operatorRules.ts'

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Literal states, as in the partial index: with parameters the planner would not use it. */
const waiting = sql<SqlBool>`(appointment.requested_at is not null and appointment.status in ('requested', 'countered', 'accepting', 'held'))`

/** Excludes dates of a series: they are requested together, and without a card. */
const isSingle = sql<SqlBool>`not exists (
  select
  from series_dates
  where series_dates.booking_id = appointment.booking_id
)`

/** A request was not ended in time, or its payment not captured: a failure of the platform. */
const overdueAt = (now: Date) => sql<boolean>`(${waiting} and case appointment.status
  when 'accepting' then appointment.updated_at <= ${before(now, oursMs)}
  when 'held' then appointment.deadline_at <= ${before(now, oursMs)}
  else appointment.deadline_at <= ${now}
end)`

const states: Record<NonNullable<RequestFilter['state']>, (now: Date) => RawBuilder<SqlBool>> = {
  open: () => waiting,
  soon: (now) => sql<SqlBool>`${waiting} and appointment.deadline_at > ${now} and appointment.deadline_at < ${before(now, -soonMs)}`,
  overdue: overdueAt,
  lapsed: () => sql<SqlBool>`appointment.status = 'lapsed'`,
  declined: () => sql<SqlBool>`appointment.status = 'declined'`,
}

type Params = { filter: RequestFilter; now: Date }

function matching(db: Database, { filter: { search, state }, now }: Params) {
  let query = db
    .selectFrom('appointments as appointment')
    .innerJoin('bookings as booking', 'booking.id', 'appointment.bookingId')
    .innerJoin('companies as company', 'company.id', 'appointment.companyId')
    .where('appointment.requestedAt', 'is not', null)
    .where(isSingle)
  if (state) query = query.where(states[state](now))
  if (!search) return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return query.where(
    sql<SqlBool>`(
      company.company_name ilike ${pattern}
      or booking.service_title ilike ${pattern}
      or booking.customer_name ilike ${pattern}
      or booking.customer_email ilike ${pattern}
      or right(booking.id::text, 8) = lower(${search})
    )`,
  )
}

/** A capture has no deadline: it sorts by the moment of the acceptance. Ended requests come last. */
const orders: Record<RequestSort, RawBuilder<unknown>> = {
  newest: sql`appointment.requested_at desc, appointment.booking_id desc`,
  oldest: sql`appointment.requested_at, appointment.booking_id`,
  urgent: sql`
    case when ${waiting} then coalesce(appointment.deadline_at, appointment.updated_at) end nulls last,
    appointment.requested_at desc,
    appointment.booking_id desc`,
}

type Page = Params & { sort: RequestSort; limit: number; offset: number }

/** Page of all requests that ever reached a company. */
export const listRequests = (db: Database, { sort, limit, offset, ...asked }: Page) =>
  matching(db, asked)
    .select(['booking.id', 'booking.serviceTitle', 'booking.customerName', 'booking.amountCents', 'company.companyName'])
    .select('appointment.status')
    .select((row) => row.ref('appointment.requestedAt').$notNull().as('requestedAt'))
    .select([sql<Date | null>`case when ${waiting} then appointment.deadline_at end`.as('until'), overdueAt(asked.now).as('isOverdue')])
    .orderBy(orders[sort])
    .limit(limit)
    .offset(offset)
    .execute()

export const countRequested = (db: Database, asked: Params) =>
  matching(db, asked)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
