import type { Insertable } from 'kysely'
import { standingStatuses } from '#src/money/payments/bookingStates.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { AppointmentEvents, Appointments } from '#src/platform/server/tables.d.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'
import type { AppointmentStatus } from './states.ts'

/** Start, end and working times of an appointment; one for work in one piece. */
export type Term = { startsAt: Date; endsAt: Date; parts: readonly Span[] }

/** Columns of a term. Only work in several parts stores them. */
export const termColumns = ({ startsAt, endsAt, parts }: Term) => ({
  startsAt,
  endsAt,
  parts: parts.length > 1 ? multirangeOf(parts) : null,
})

const multirangeOf = (parts: readonly Span[]) =>
  `{${parts.map(({ from, to }) => `[${new Date(from).toISOString()},${new Date(to).toISOString()})`).join()}}`

type NewAppointment = Omit<Insertable<Appointments>, keyof Term> & Term

export const insertAppointment = (tx: Transaction, { startsAt, endsAt, parts, ...appointment }: NewAppointment) =>
  tx
    .insertInto('appointments')
    .values({ ...appointment, ...termColumns({ startsAt, endsAt, parts }) })
    .execute()

/** Appointment of a booking; undefined if its company has no calendar. */
export const findAppointment = (db: Database | Transaction, bookingId: string) =>
  db.selectFrom('appointments').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()

/** Reads an appointment and locks its row: a company without a calendar has no resources whose lock would keep others out. */
export const readLocked = (tx: Transaction, bookingId: string) =>
  tx.selectFrom('appointments').selectAll().where('bookingId', '=', bookingId).forNoKeyUpdate().executeTakeFirst()

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
export const markMoved = (tx: Transaction, { bookingId, now, ...term }: Term & { bookingId: string; now: Date }) =>
  tx
    .updateTable('appointments')
    .set((row) => ({
      ...termColumns(term),
      sequence: row('sequence', '+', 1),
      moves: row('moves', '+', 1),
      updatedAt: now,
    }))
    .where('bookingId', '=', bookingId)
    .returning('sequence')
    .executeTakeFirstOrThrow()

/** Changes the times of an appointment that was not agreed before. */
export const markTerm = (tx: Transaction, { bookingId, startsAt, endsAt, parts }: Term & { bookingId: string }) =>
  tx.updateTable('appointments').set(termColumns({ startsAt, endsAt, parts })).where('bookingId', '=', bookingId).execute()

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

/**
 * Confirmed bookings of a company from a day on that have no appointment, the earliest first. `quantity`: of hours or units, in hundredths.
 */
export const listConfirmedFrom = (tx: Transaction, { companyId, day }: { companyId: string; day: string }) =>
  tx
    .selectFrom('bookings')
    .leftJoin('appointments', 'appointments.bookingId', 'bookings.id')
    .leftJoin('bookingItems', (join) =>
      join.onRef('bookingItems.bookingId', '=', 'bookings.id').on('bookingItems.position', '=', 0).on('bookingItems.unit', 'is not', null),
    )
    .select([
      'bookings.id',
      'bookings.serviceId',
      'bookings.bookingDate',
      'bookings.bookingTime',
      'bookings.location',
      'bookingItems.quantity',
    ])
    .where('bookings.companyId', '=', companyId)
    .where('bookings.bookingStatus', 'in', standingStatuses)
    .where('bookings.bookingDate', '>=', day)
    .where('bookings.parentId', 'is', null)
    .where('appointments.bookingId', 'is', null)
    .orderBy('bookings.bookingDate')
    .orderBy('bookings.bookingTime')
    .execute()
