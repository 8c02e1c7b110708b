import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import type { ObjectionFilter, ObjectionSort } from './objectionRules.ts'
import { matchesBooking } from './searchStore.ts'

const states: Record<NonNullable<ObjectionFilter['state']>, RawBuilder<SqlBool>> = {
  open: sql<SqlBool>`appointment.status = 'contested'`,
  decided: sql<SqlBool>`appointment.status <> 'contested'`,
}

const objections = (db: Database) =>
  db
    .selectFrom('appointmentEvents as objected')
    .innerJoin('appointments as appointment', 'appointment.bookingId', 'objected.bookingId')
    .innerJoin('bookings as booking', 'booking.id', 'objected.bookingId')
    .innerJoin('companies as company', 'company.id', 'booking.companyId')
    .where('objected.act', '=', 'objected')

function matching(db: Database, { search, state }: ObjectionFilter) {
  let query = objections(db)
  if (state) query = query.where(states[state])
  return search ? query.where(matchesBooking(search)) : query
}

const columns = [
  'booking.id',
  'booking.serviceTitle',
  'booking.customerName',
  'company.companyName',
  'appointment.startsAt',
  'appointment.status',
  'objected.at as objectedAt',
] as const

type Page = { filter: ObjectionFilter; sort: ObjectionSort; limit: number; offset: number }

export function listObjections(db: Database, { filter, sort, limit, offset }: Page) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return matching(db, filter)
    .select(columns)
    .orderBy('objected.at', direction)
    .orderBy('objected.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countObjections = (db: Database, filter: ObjectionFilter) =>
  matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()

/** Finds an objection with the statements of both sides and the decision. */
export const findObjection = (db: Database, bookingId: string) =>
  objections(db)
    .leftJoinLateral(
      (row) =>
        row
          .selectFrom('appointmentEvents')
          .select('at as missedAt')
          .whereRef('bookingId', '=', 'objected.bookingId')
          .where('act', '=', 'missed')
          .orderBy('id', 'desc')
          .limit(1)
          .as('missed'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (row) =>
        row
          .selectFrom('appointmentEvents')
          .select(['at as decidedAt', sql<string | null>`after ->> 'reason'`.as('reasonSaid')])
          .whereRef('bookingId', '=', 'objected.bookingId')
          .whereRef('id', '>', 'objected.id')
          .where('act', 'in', ['decided', 'cancelled'])
          .orderBy('id')
          .limit(1)
          .as('decided'),
      (join) => join.onTrue(),
    )
    .select(columns)
    .select(['appointment.endsAt', 'appointment.policy', 'missed.missedAt', 'decided.decidedAt', 'company.email as companyEmail'])
    .select(['booking.companyId', 'booking.customerEmail', 'booking.customerPhone', 'booking.amountCents', 'booking.refundedCents'])
    .select([
      sql<string>`coalesce(objected.after ->> 'reason', '')`.as('reason'),
      sql<string | null>`case when decided_at is not null then coalesce(reason_said, booking.cancel_reason) end`.as('decisionReason'),
    ])
    .where('objected.bookingId', '=', bookingId)
    .orderBy('objected.id', 'desc')
    .executeTakeFirst()
