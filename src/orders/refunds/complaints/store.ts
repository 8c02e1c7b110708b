import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import { matchesBooking } from '../searchStore.ts'
import type { ComplaintFilter, ComplaintSort } from './rules.ts'

/** Lists the bookings of open complaints whose deadline has passed, oldest first. */
export const listOverdue = (db: Database, now: Date) =>
  db.selectFrom('complaints').select('bookingId').where('deadlineAt', '<=', now).orderBy('deadlineAt').limit(100).execute()

export const findBookingOf = (db: Database, id: string) =>
  db.selectFrom('complaints').select('bookingId').where('id', '=', id).executeTakeFirst()

const complaints = (db: Database) =>
  db
    .selectFrom('complaints as complaint')
    .innerJoin('bookings as booking', 'booking.id', 'complaint.bookingId')
    .innerJoin('companies as company', 'company.id', 'booking.companyId')

function matching(db: Database, { search, state }: ComplaintFilter) {
  let query = complaints(db)
  if (state) query = query.where('complaint.status', '=', state)
  return search ? query.where(matchesBooking(search)) : query
}

const columns = [
  'complaint.id',
  'complaint.bookingId',
  'complaint.status',
  'complaint.reason',
  'complaint.reportedAt',
  'booking.serviceTitle',
  'booking.customerName',
  'company.companyName',
] as const

type Page = { filter: ComplaintFilter; sort: ComplaintSort; limit: number; offset: number }

export function listComplaints(db: Database, { filter, sort, limit, offset }: Page) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return matching(db, filter)
    .select(columns)
    .orderBy('complaint.reportedAt', direction)
    .orderBy('complaint.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countComplaints = (db: Database, filter: ComplaintFilter) =>
  matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()

/** Finds a complaint with the statements of both sides and the amount of its booking that can still be refunded. */
export const findComplaint = (db: Database, id: string) =>
  complaints(db)
    .selectAll('complaint')
    .select(columns)
    .select(['booking.bookingDate', 'booking.bookingTime', 'booking.customerEmail', 'booking.customerPhone', 'booking.companyId'])
    .select(['booking.amountCents', 'booking.refundedCents', 'company.email as companyEmail'])
    .select([
      sql<boolean>`(
        booking.payout_processed_at is not null
        or exists (
          select
          from payout_items
          where booking_id = booking.id and released_at is null
        )
      )`.as('isPaidOut'),
      sql<number>`(
        booking.amount_cents - booking.refunded_cents - (
          select coalesce(sum(amount_cents - owed_cents), 0)::integer
          from refunds
          where booking_id = booking.id and status = 'pending'
        )
      )`.as('refundableCents'),
    ])
    .where('complaint.id', '=', id)
    .executeTakeFirst()

export const listComplaintsForExport = (db: Database, customerEmail: string) =>
  complaints(db)
    .select(['complaint.bookingId', 'company.companyName', 'complaint.status', 'complaint.reason', 'complaint.words', 'complaint.request'])
    .select(['complaint.reportedAt', 'complaint.answer', 'complaint.answeredAt', 'complaint.refundCents', 'complaint.rejection'])
    .select(['complaint.decision', 'complaint.decisionReason', 'complaint.decidedCents', 'complaint.closedAt'])
    .where('booking.customerEmail', '=', customerEmail)
    .orderBy('complaint.reportedAt')
    .execute()
