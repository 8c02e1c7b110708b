import { type RawBuilder, sql } from 'kysely'
import { type RequestStatus, requestStatuses } from '#src/orders/appointments/states.ts'
import { foldDigraphs, foldText } from '#src/platform/kit/text.ts'
import type { Database } from '#src/platform/server/db.ts'
import type { BoughtItem } from '#src/supply/services/pricing.ts'
import type { BookingFilter, BookingSort } from './listRules.ts'
import type { ListedBooking } from './rules.ts'

/** Row of the list, and the fee, which only the file contains. */
type ListedRow = ListedBooking & { feeCents: number | null }

/** Row of the file, with the booked items. */
export type ExportedRow = Omit<ListedRow, 'requestStatus' | 'series'> & { agreedWith: string | null; items: BoughtItem[] }

const columns = sql`
  b.id,
  b.company_id,
  company.company_name,
  b.service_title,
  b.customer_name,
  b.customer_email,
  b.booking_date,
  left(b.booking_time::text, 5) as booking_time,
  b.amount_cents,
  b.refunded_cents,
  b.fee_cents,
  b.booking_status,
  b.payment_status,
  b.payout_processed_at is not null as payout_processed,
  b.insider,
  b.created_at`

export const requestStatus = sql<RequestStatus | null>`(
  select status
  from appointments
  where booking_id = b.id and status in (${sql.join(requestStatuses)})
)`

/** Every order is served by an index, in either direction. */
const orders: Record<BookingSort, RawBuilder<unknown>> = {
  newest: sql`b.created_at desc, b.id desc`,
  oldest: sql`b.created_at, b.id`,
  dateDesc: sql`b.booking_date desc, b.booking_time desc, b.id desc`,
  dateAsc: sql`b.booking_date, b.booking_time, b.id`,
  amountDesc: sql`b.amount_cents desc, b.id desc`,
  amountAsc: sql`b.amount_cents, b.id`,
  nameAsc: sql`b.customer_name collate "de-x-icu", b.id`,
  nameDesc: sql`b.customer_name collate "de-x-icu" desc, b.id desc`,
}

/** SQL conditions of a filter; `b` is the alias of bookings. */
function matching({ status, payment, dispute, insider, search, from, to }: BookingFilter) {
  const conditions = [
    ...(status ? [sql`b.booking_status = ${status}`] : []),
    ...(payment ? [sql`b.payment_status = ${payment}`] : []),
    ...(dispute ? [sql`b.id in (select booking_id from disputes where (closed_at is null) = ${dispute === 'open'})`] : []),
    ...(insider ? [sql`b.insider = ${insider}`] : []),
    ...(from ? [sql`b.booking_date >= ${from}`] : []),
    ...(to ? [sql`b.booking_date <= ${to}`] : []),
    ...(search ? [found(search)] : []),
  ]
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`
}

/**
 * Searches customer name and address, phone, service, end of the number, and company name; a whole number or an id of the PSP finds its
 * booking. The matching ids are a subquery that is hashed once: as a join, a word that occurs in half of the rows would cost seconds.
 */
function found(typed: string) {
  const search = typed.replace(/^#\s*/, '')
  if (isId(search)) return sql`b.id = ${search}`
  if (isPspId(search)) return foundAtPsp(search)
  const folded = [...new Set([foldText(search), foldDigraphs(search), search.toLowerCase()])]
  const patterns = folded.map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`)
  const phone = isPhone(search) ? search : null
  return sql`(
    b.id in (
      select booking_id
      from booking_texts
      where search_text like any(${patterns}::text[] || ('%' || phone_digits(${phone}) || '%'))
    )
    or b.company_id in (
      select id
      from companies
      where name_text like any(${patterns}::text[])
    )
  )`
}

/** 'pi_3Pq…', 'cs_test_…': a type of two to five letters, an underscore, the id. */
const isPspId = (text: string) => /^[a-z]{2,5}_\w{6,}$/i.test(text)
/** At least six digits, so that few phone numbers match. */
const isPhone = (text: string) => /^[+\d\s()/.–-]+$/.test(text) && text.replace(/\D/g, '').length >= 6

/** Condition: the booking has this id of a checkout session, payment, refund, dispute or transaction. */
const foundAtPsp = (id: string) => sql`b.id in (
  select booking_id from checkouts where session_id = ${id} or payment_id = ${id}
  union
  select booking_id from refunds where psp_refund_id = ${id}
  union
  select booking_id from disputes where id = ${id}
  union
  select payments.booking_id
  from psp_transactions as moved
  join payment_transactions as payments on payments.payment_id = moved.payment_id
  where moved.id = ${id} or moved.source_id = ${id}
)`

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

type Page = { filter: BookingFilter; sort: BookingSort; limit: number; offset: number }

/** Lists one page of bookings. Selects the ids first, so that the skipped rows are read from the index only. */
export async function listBookings(db: Database, { filter, sort, limit, offset }: Page) {
  const { rows } = await sql<ListedRow>`
    select ${columns}, ${requestStatus} as request_status, place_in_series(b) as series
    from (
      select b.id
      from bookings as b
      where ${matching(filter)}
      order by ${orders[sort]}
      limit ${limit}
      offset ${offset}
    ) as page
    join bookings as b on b.id = page.id
    join companies as company on company.id = b.company_id
    order by ${orders[sort]}`.execute(db)
  return rows
}

export async function countBookings(db: Database, filter: BookingFilter) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total
    from bookings as b
    where ${matching(filter)}`.execute(db)
  return { total: rows[0]?.total ?? 0 }
}

type Batch = { filter: BookingFilter; before: string | undefined; limit: number }

/** Keyset pagination, newest first, after the booking of this id: each batch costs the same, no matter how many rows there are. */
export async function listBookingsBefore(db: Database, { filter, before, limit }: Batch) {
  const isNext = before ? sql`(b.created_at, b.id) < ((select created_at from bookings where id = ${before}), ${before})` : sql`true`
  const { rows } = await sql<ExportedRow>`
    select ${columns}, b.agreed_with, bought_items(b) as items
    from bookings as b
    join companies as company on company.id = b.company_id
    where ${matching(filter)} and ${isNext}
    order by b.created_at desc, b.id desc
    limit ${limit}`.execute(db)
  return rows
}
