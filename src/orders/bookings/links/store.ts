import type { Database, Transaction } from '#src/platform/server/db.ts'

type Db = Database | Transaction

export const insertBookingLink = (db: Db, link: { tokenHash: string; bookingId: string; createdAt: Date; expiresAt: Date }) =>
  db.insertInto('bookingLinks').values(link).execute()

/** Booking that an unexpired link opens. */
export const findBookingByLink = (db: Db, { tokenHash, now }: { tokenHash: string; now: Date }) =>
  db
    .selectFrom('bookingLinks')
    .innerJoin('bookings', 'bookings.id', 'bookingLinks.bookingId')
    .selectAll('bookings')
    .where('bookingLinks.tokenHash', '=', tokenHash)
    .where('bookingLinks.expiresAt', '>', now)
    .executeTakeFirst()

export const deleteExpiredBookingLinks = (db: Db, now: Date) => db.deleteFrom('bookingLinks').where('expiresAt', '<=', now).execute()
