import { type SqlBool, sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'

type Db = Database

/** Selects an address's paid or requested bookings: before that a stranger may have typed the address. */
const ownOf = (db: Db, email: string) =>
  db
    .selectFrom('bookings')
    .leftJoin('appointments', 'appointments.bookingId', 'bookings.id')
    .where('bookings.customerEmail', '=', email)
    // Supplements are on the page of their job.
    .where('bookings.parentId', 'is', null)
    .where((where) => where.or([where('bookings.paidAt', 'is not', null), where('appointments.requestedAt', 'is not', null)]))

const shownOf = (db: Db, email: string, now: Date) =>
  ownOf(db, email)
    .innerJoin('companies', 'companies.id', 'bookings.companyId')
    .leftJoin('moveProposals', (join) =>
      join
        .onRef('moveProposals.bookingId', '=', 'bookings.id')
        .on('moveProposals.status', '=', 'open')
        .on('moveProposals.proposedBy', '=', 'company')
        .on('moveProposals.until', '>', now),
    )
    .leftJoin('seriesDates', 'seriesDates.bookingId', 'bookings.id')
    .leftJoin('bookingSeries', 'bookingSeries.id', 'seriesDates.seriesId')
    .leftJoin('services', (join) => join.onRef('services.id', '=', 'bookings.serviceId').on('services.hiddenAt', 'is', null))
    .select([
      'bookings.id',
      'bookings.companyId',
      'companies.companyName',
      'companies.contactPerson',
      sql<boolean>`takes_bookings(companies)`.as('isBookable'),
      'bookings.serviceTitle',
      'bookings.location',
      'bookings.bookingDate',
      'bookings.bookingTime',
      'bookings.amountCents',
      'bookings.refundedCents',
      'bookings.bookingStatus',
      'bookings.paymentStatus',
      'appointments.status as appointmentStatus',
      'appointments.endsAt',
      'appointments.deadlineAt',
      'moveProposals.startsAt as proposedAt',
      'seriesDates.position as seriesPosition',
      'seriesDates.dueAt',
      'seriesDates.until',
      'bookingSeries.dates as seriesLength',
      'bookingSeries.status as seriesStatus',
      'services.id as serviceId',
      sql<number>`(
        select count(*)::integer
        from threads
        join messages on messages.thread_id = threads.id
        where threads.booking_id = bookings.id and messages.side = 'company' and messages.read_at is null
      )`.as('unread'),
      sql<{ id: string; number: string } | null>`(
        select jsonb_build_object('id', document.id, 'number', document.number)
        from documents as document
        where document.booking_id = bookings.id
          and document.kind = 'customerInvoice'
          and document.rendered_at is not null
          and not exists (
            select
            from documents as later
            where later.corrects_id = document.id and later.is_cancellation
          )
      )`.as('invoice'),
    ])

/** Condition: today or later, and not cancelled. */
const isAhead = (today: string) => sql<SqlBool>`(bookings.booking_date >= ${today} and bookings.booking_status <> 'cancelled')`

/** Condition: of a series' unpaid dates, only the first is listed; the series' page shows all. */
const isNext = (now: Date) => sql<SqlBool>`(
  series_dates.booking_id is null
  or bookings.booking_status <> 'pending'
  or series_dates.due_at <= ${now}
  or series_dates.position = (
    select min(other.position)
    from series_dates as other
    join bookings as waiting on waiting.id = other.booking_id
    where other.series_id = series_dates.series_id and waiting.booking_status = 'pending'
  )
)`

type Params = { email: string; today: string; now: Date; most: number }

export const listAhead = (db: Db, { email, today, now, most }: Params) =>
  shownOf(db, email, now)
    .where(isAhead(today))
    .where(isNext(now))
    .orderBy('bookings.bookingDate')
    .orderBy('bookings.bookingTime')
    .orderBy('bookings.id')
    .limit(most)
    .execute()

export const listPast = (db: Db, { email, today, now, most }: Params) =>
  shownOf(db, email, now)
    .where((where) => where.not(isAhead(today)))
    .orderBy('bookings.bookingDate', 'desc')
    .orderBy('bookings.bookingTime', 'desc')
    .orderBy('bookings.id', 'desc')
    .limit(most)
    .execute()

const detailsOf = (db: Db, email: string) =>
  ownOf(db, email).select(['bookings.customerName', 'bookings.customerPhone', 'bookings.location', 'bookings.description'])

/** Finds the customer's data in the newest booking of an address. */
export const findNewestDetails = (db: Db, email: string) =>
  detailsOf(db, email).orderBy('bookings.createdAt', 'desc').limit(1).executeTakeFirst()

/** Finds the customer's data in one of its bookings. */
export const findDetails = (db: Db, { email, id }: { email: string; id: string }) =>
  detailsOf(db, email).where('bookings.id', '=', id).executeTakeFirst()
