import { type SqlBool, sql } from 'kysely'
import { standingStatuses } from '#src/money/payments/bookingStates.ts'
import { type PlaceInSeries, type RequestStatus, requestStatuses } from '#src/orders/appointments/states.ts'
import type { Database } from '#src/platform/server/db.ts'
import type { BoughtItem } from '#src/supply/services/pricing.ts'
import type { BookingFilter } from './listRules.ts'
import type { BookingSort } from './rules.ts'

/** Selects the bookings of one company that match a filter. */
function matching(db: Database, companyId: string, { status, payment, search, from, to }: BookingFilter) {
  let query = db.selectFrom('bookings').where('companyId', '=', companyId)
  if (status) query = query.where('bookingStatus', '=', status)
  if (payment) query = query.where('paymentStatus', '=', payment)
  if (from) query = query.where('bookingDate', '>=', from)
  if (to) query = query.where('bookingDate', '<=', to)
  return search ? query.where(contains(search)) : query
}

/** Searches the customer's address only where the company may see it; otherwise the search would reveal it. */
function contains(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(
    fold_text(customer_name) like fold_text(${pattern})
    or id::text ilike ${pattern}
    or (booking_status = any(${standingStatuses}) and customer_email ilike ${pattern})
  )`
}

const columns = [
  'id',
  'serviceTitle',
  'customerName',
  'customerEmail',
  'customerPhone',
  'location',
  'bookingDate',
  'bookingTime',
  'amountCents',
  'refundedCents',
  'feeCents',
  'bookingStatus',
  'paymentStatus',
  'payoutProcessedAt',
  'createdAt',
] as const

/** State of a request that is not agreed yet. */
const requestStatus = sql<RequestStatus | null>`(
  select status
  from appointments
  where booking_id = bookings.id and status in (${sql.join(requestStatuses)})
)`.as('requestStatus')
const series = sql<PlaceInSeries | null>`place_in_series(bookings)`.as('series')
/** Part of a job that a booking is; null for a job itself. */
const part = sql<'supplement' | 'instalment' | 'tip' | null>`(
  case
    when bookings.parent_id is null then null
    when exists (select from tips where tips.order_id = bookings.id) then 'tip'
    when exists (select from instalments where instalments.order_id = bookings.id) then 'instalment'
    else 'supplement'
  end
)`.as('part')
const hasComplaint = sql<boolean>`exists (
  select
  from complaints
  where complaints.booking_id = bookings.id and complaints.closed_at is null
)`.as('hasComplaint')

const orders = {
  newest: ['createdAt', 'desc'],
  oldest: ['createdAt', 'asc'],
  dateDesc: ['bookingDate', 'desc'],
  dateAsc: ['bookingDate', 'asc'],
  amountDesc: ['amountCents', 'desc'],
  amountAsc: ['amountCents', 'asc'],
} as const

type Page = { companyId: string; filter: BookingFilter; sort: BookingSort; limit: number; offset: number }

export const listBookings = (db: Database, { companyId, filter, sort, limit, offset }: Page) => {
  const [column, direction] = orders[sort]
  return matching(db, companyId, filter)
    .select([...columns, requestStatus, series, hasComplaint])
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}
export type BookingRow = Omit<Awaited<ReturnType<typeof listBookings>>[number], 'requestStatus' | 'series' | 'hasComplaint'>

export const countMatching = (db: Database, { companyId, filter }: { companyId: string; filter: BookingFilter }) =>
  matching(db, companyId, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()

type Batch = { companyId: string; filter: BookingFilter; before: string | undefined; limit: number }

/** Keyset pagination, newest first, after the booking of this id: each page costs the same, no matter how many rows there are. */
export const listBookingsBefore = (db: Database, { companyId, filter, before, limit }: Batch) =>
  matching(db, companyId, filter)
    .select([...columns, part, 'agreedWith'])
    .select(sql<BoughtItem[]>`bought_items(bookings)`.as('items'))
    .$if(before !== undefined, (some) =>
      some.where(sql<SqlBool>`(created_at, id) < ((select created_at from bookings where id = ${before}), ${before})`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export type ExportedRow = Awaited<ReturnType<typeof listBookingsBefore>>[number]

export const findBooking = (db: Database, { companyId, bookingId }: { companyId: string; bookingId: string }) =>
  db
    .selectFrom('bookings')
    .select([...columns, requestStatus, series, hasComplaint, 'description', 'paidAt', 'agreedWith', 'parentId'])
    .select(sql<BoughtItem[]>`bought_items(bookings)`.as('items'))
    .select(
      sql<number>`(
        amount_cents - refunded_cents - (
          select coalesce(sum(refunds.amount_cents - refunds.owed_cents), 0)::integer
          from refunds
          where refunds.booking_id = bookings.id and refunds.status = 'pending'
        )
      )`.as('refundableCents'),
    )
    .where('companyId', '=', companyId)
    .where('id', '=', bookingId)
    .executeTakeFirst()

/** Finds a file of a confirmed booking of this company, or of a request that it has to answer. */
export const findAttachment = (db: Database, { companyId, attachmentId }: { companyId: string; attachmentId: string }) =>
  db
    .selectFrom('attachments')
    .innerJoin('bookings', 'bookings.id', 'attachments.bookingId')
    .select(['attachments.name', 'attachments.contentType', 'attachments.storageKey'])
    .where('attachments.id', '=', attachmentId)
    .where('bookings.companyId', '=', companyId)
    .leftJoin('appointments', 'appointments.bookingId', 'bookings.id')
    .where((row) =>
      row.or([
        row('bookings.bookingStatus', 'in', standingStatuses),
        row('appointments.status', 'in', ['requested', 'countered', 'accepting']),
      ]),
    )
    .executeTakeFirst()
