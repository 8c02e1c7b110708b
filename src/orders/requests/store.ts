import { sql } from 'kysely'
import { heldSeats } from '#src/orders/appointments/proposalRules.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'
import { remindMs } from './rules.ts'

/** Records the moment of the authorization. */
export const markRequested = (tx: Transaction, { bookingId, now }: { bookingId: string; now: Date }) =>
  tx.updateTable('appointments').set({ requestedAt: now }).where('bookingId', '=', bookingId).execute()

/** Sets the moment until which a booking whose bank refused the payment can still be paid. */
export const markPayableUntil = (tx: Transaction, { id, expiresAt }: { id: string; expiresAt: Date }) =>
  tx.updateTable('bookings').set({ expiresAt }).where('id', '=', id).execute()

type CounterTime = { bookingId: string; startsAt: Date; endsAt: Date; during: Span; seats: readonly object[] }

export const insertCounterTime = (tx: Transaction, { during: { from, to }, seats, ...time }: CounterTime) =>
  tx
    .insertInto('counterTimes')
    .values({ ...time, during: sql<string>`tstzrange(${new Date(from)}, ${new Date(to)})`, seats: JSON.stringify(seats) })
    .execute()

/** Times of a company's counter-proposal, in order. */
export async function listCounterTimes(db: Database | Transaction, bookingId: string) {
  const rows = await db
    .selectFrom('counterTimes')
    .select(['id', 'startsAt', 'endsAt', 'seats'])
    .select([sql<Date>`lower(during)`.as('takenFrom'), sql<Date>`upper(during)`.as('takenTo')])
    .where('bookingId', '=', bookingId)
    .orderBy('startsAt')
    .execute()
  return rows.map((row) => ({ ...row, seats: heldSeats.parse(row.seats) }))
}

export const deleteCounterTimes = (tx: Transaction, bookingId: string) =>
  tx.deleteFrom('counterTimes').where('bookingId', '=', bookingId).execute()

/** Requests and counter-proposals that were not answered in time. */
export const listOverdue = (db: Database, now: Date) =>
  db
    .selectFrom('appointments')
    .select('bookingId')
    .where('status', 'in', ['requested', 'countered'])
    .where('deadlineAt', '<=', now)
    .orderBy('deadlineAt')
    .limit(100)
    .execute()

/** Accepted requests whose capture has been pending since before a moment. */
export const listAccepting = (db: Database, before: Date) =>
  db
    .selectFrom('appointments')
    .select('bookingId')
    .where('status', '=', 'accepting')
    .where('updatedAt', '<=', before)
    .orderBy('updatedAt')
    .limit(100)
    .execute()

/** Requests whose answer is due soon, if the company was not reminded and had longer than that. */
export async function listDueSoon(db: Database, now: Date) {
  const soon = new Date(now.getTime() + remindMs)
  const { rows } = await sql<{ bookingId: string }>`
    select booking_id
    from appointments
    where status = 'requested'
      and deadline_at > ${now}
      and deadline_at <= ${soon}
      and deadline_at - requested_at > ${remindMs} * interval '1 millisecond'
      and not exists (
        select
        from appointment_reminders as sent
        where sent.booking_id = appointments.booking_id
          and sent.occasion = 'answerDue'
          and sent.starts_at = appointments.starts_at
      )
    order by deadline_at
    limit 100`.execute(db)
  return rows
}

/** Requests that wait for a company's answer, the most urgent first. */
export const listOpenRequests = (db: Database, { companyId, now, limit }: { companyId: string; now: Date; limit: number }) =>
  db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'appointments.bookingId')
    .select([
      'bookings.id',
      'bookings.serviceTitle',
      'bookings.customerName',
      'bookings.location',
      'bookings.bookingDate',
      'bookings.bookingTime',
      'bookings.amountCents',
    ])
    .leftJoin('bookingEstimates', 'bookingEstimates.bookingId', 'bookings.id')
    .select((row) => row.ref('appointments.deadlineAt').$notNull().as('until'))
    .select(sql<boolean>`booking_estimates.booking_id is not null`.as('isEstimate'))
    .where('appointments.companyId', '=', companyId)
    .where('appointments.status', '=', 'requested')
    .where('appointments.deadlineAt', '>', now)
    .orderBy('appointments.deadlineAt')
    .orderBy('bookings.id')
    .limit(limit)
    .execute()
