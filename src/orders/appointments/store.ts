import type { Insertable } from 'kysely'
import { standingStatuses } from '#src/money/payments/bookingStates.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { AppointmentEvents, Appointments } from '#src/platform/server/tables.d.ts'
import type { AppointmentStatus } from './states.ts'

export const insertAppointment = (tx: Transaction, appointment: Insertable<Appointments>) =>
  tx.insertInto('appointments').values(appointment).execute()

/** Appointment of a booking; undefined if its company has no calendar. */
export const findAppointment = (db: Database | Transaction, bookingId: string) =>
  db.selectFrom('appointments').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()

/** Changes an appointment's state. The database refuses edges that are not in its graph. */
export const markAppointment = (
  tx: Transaction,
  one: { bookingId: string; status: AppointmentStatus; deadlineAt: Date | null; now: Date },
) =>
  tx
    .updateTable('appointments')
    .set((row) => ({ status: one.status, deadlineAt: one.deadlineAt, sequence: row('sequence', '+', 1), updatedAt: one.now }))
    .where('bookingId', '=', one.bookingId)
    .execute()

/** Moves an appointment to another time. Returns the sequence number of its calendar entry. */
export const markMoved = (tx: Transaction, one: { bookingId: string; startsAt: Date; endsAt: Date; now: Date }) =>
  tx
    .updateTable('appointments')
    .set((row) => ({
      startsAt: one.startsAt,
      endsAt: one.endsAt,
      sequence: row('sequence', '+', 1),
      moves: row('moves', '+', 1),
      updatedAt: one.now,
    }))
    .where('bookingId', '=', one.bookingId)
    .returning('sequence')
    .executeTakeFirstOrThrow()

/** Missed appointments whose time for an objection is over. */
export const listMissedUntil = (db: Database, now: Date) =>
  db
    .selectFrom('appointments')
    .select('bookingId')
    .where('status', '=', 'missed')
    .where('deadlineAt', '<=', now)
    .orderBy('deadlineAt')
    .limit(100)
    .execute()

/** Records the amount that the company keeps of a cancelled appointment, in cents. */
export const markRetained = (tx: Transaction, { bookingId, retainedCents }: { bookingId: string; retainedCents: number }) =>
  tx.updateTable('appointments').set({ retainedCents }).where('bookingId', '=', bookingId).execute()

/** Logs an act on an appointment; rows are never changed. */
export const insertAppointmentEvent = (tx: Transaction, event: Insertable<AppointmentEvents>) =>
  tx.insertInto('appointmentEvents').values(event).execute()

/** Confirmed bookings of a company from a day on that have no appointment, the earliest first. */
export const listConfirmedFrom = (tx: Transaction, { companyId, day }: { companyId: string; day: string }) =>
  tx
    .selectFrom('bookings')
    .leftJoin('appointments', 'appointments.bookingId', 'bookings.id')
    .select(['bookings.id', 'bookings.serviceId', 'bookings.bookingDate', 'bookings.bookingTime', 'bookings.location'])
    .where('bookings.companyId', '=', companyId)
    .where('bookings.bookingStatus', 'in', standingStatuses)
    .where('bookings.bookingDate', '>=', day)
    .where('bookings.parentId', 'is', null)
    .where('appointments.bookingId', 'is', null)
    .orderBy('bookings.bookingDate')
    .orderBy('bookings.bookingTime')
    .execute()
