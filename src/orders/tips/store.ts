import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Tips } from '#src/platform/server/tables.d.ts'

type Db = Database | Transaction

/** Finds a job with the facts that decide about a tip, and the tip that was given for it. */
export const findTipJob = (db: Db, bookingId: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('companies', 'companies.id', 'bookings.companyId')
    .leftJoin('appointments', 'appointments.bookingId', 'bookings.id')
    .leftJoin('tips', (join) => join.onRef('tips.bookingId', '=', 'bookings.id').on('tips.givenAt', 'is not', null))
    .select([
      'bookings.parentId',
      'bookings.bookingStatus',
      'bookings.paidAt',
      'bookings.amountCents',
      'bookings.refundedCents',
      'appointments.status as appointmentStatus',
      'tips.amountCents as givenCents',
      'tips.givenAt',
    ])
    .select([
      sql<Date>`booking_ends_at(bookings)`.as('endsAt'),
      sql<boolean>`(
        exists (select from complaints where complaints.booking_id = bookings.id and complaints.closed_at is null)
        or exists (select from disputes where disputes.booking_id = bookings.id and disputes.status = 'open')
      )`.as('isHeld'),
      sql<boolean>`companies.archived_at is not null`.as('isClosed'),
    ])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst()

export const insertTip = (tx: Transaction, tip: Insertable<Tips>) => tx.insertInto('tips').values(tip).execute()

/** Unpaid orders of tips for a job. */
export const listWaitingTips = (tx: Transaction, bookingId: string) =>
  tx
    .selectFrom('tips')
    .innerJoin('bookings', 'bookings.id', 'tips.orderId')
    .select('tips.orderId')
    .where('tips.bookingId', '=', bookingId)
    .where('bookings.bookingStatus', '=', 'pending')
    .execute()

/** Finds the tip that a booking orders. */
export const findTipOfOrder = (db: Db, orderId: string) =>
  db.selectFrom('tips').select('bookingId').where('orderId', '=', orderId).executeTakeFirst()

/** Marks a tip as given, unless another one was given for its job, which is locked. */
export const markGiven = (tx: Transaction, { orderId, now }: { orderId: string; now: Date }) =>
  tx
    .updateTable('tips')
    .set({ givenAt: now })
    .where('orderId', '=', orderId)
    .where('givenAt', 'is', null)
    .where(sql<SqlBool>`not exists (
      select from tips as other
      where other.booking_id = tips.booking_id and other.given_at is not null
    )`)
    .returning('orderId')
    .executeTakeFirst()
