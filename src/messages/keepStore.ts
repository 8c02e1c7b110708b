import { sql } from 'kysely'
import type { Database } from '#src/server/db.ts'

/** Deletes threads whose last message is too old: of bookings that were paid, and of all others. */
export const deleteOldThreads = (db: Database, { bookedUntil, unbookedUntil }: { bookedUntil: Date; unbookedUntil: Date }) =>
  sql`
    delete from threads
    using bookings
    where bookings.id = threads.booking_id
      and threads.last_at < case when bookings.paid_at is null then ${unbookedUntil}::timestamptz else ${bookedUntil}::timestamptz end`.execute(
    db,
  )

/** What was written about the bookings of an address, for the export of its owner's data. Paid ones only, as with the bookings. */
export const listMessagesForExport = (db: Database, customerEmail: string) =>
  db
    .selectFrom('messages')
    .innerJoin('threads', 'threads.id', 'messages.threadId')
    .innerJoin('bookings', 'bookings.id', 'threads.bookingId')
    .innerJoin('companies', 'companies.id', 'threads.companyId')
    .select(['threads.bookingId', 'companies.companyName', 'messages.side', 'messages.body', 'messages.sentAt', 'messages.readAt'])
    .where('bookings.customerEmail', '=', customerEmail)
    .where('bookings.paidAt', 'is not', null)
    .orderBy('messages.sentAt')
    .orderBy('messages.id')
    .execute()
