import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'

/**
 * Deletes threads whose last message is older than the retention period of paid or of other bookings. Threads of requests are deleted with
 * the request.
 */
export const deleteOldThreads = (db: Database, { bookedUntil, unbookedUntil }: { bookedUntil: Date; unbookedUntil: Date }) =>
  sql`
    delete from threads
    using bookings
    where bookings.id = threads.booking_id
      and threads.last_at < case when bookings.paid_at is null then ${unbookedUntil}::timestamptz else ${bookedUntil}::timestamptz end`.execute(
    db,
  )

/** Lists the messages about the bookings and requests of an address, for the export of its owner's data; of bookings only paid ones. */
export const listMessagesForExport = (db: Database, customerEmail: string) =>
  db
    .selectFrom('messages')
    .innerJoin('threads', 'threads.id', 'messages.threadId')
    .leftJoin('bookings', 'bookings.id', 'threads.bookingId')
    .leftJoin('quotes', 'quotes.id', 'threads.quoteId')
    .leftJoin('quoteRequests', 'quoteRequests.id', 'quotes.requestId')
    .innerJoin('companies', 'companies.id', 'threads.companyId')
    .select([
      'threads.bookingId',
      'threads.quoteId',
      'companies.companyName',
      'messages.side',
      'messages.body',
      'messages.sentAt',
      'messages.readAt',
    ])
    .where((where) =>
      where.or([
        where.and([where('bookings.customerEmail', '=', customerEmail), where('bookings.paidAt', 'is not', null)]),
        where.and([where('threads.bookingId', 'is', null), where('quoteRequests.customerEmail', '=', customerEmail)]),
      ]),
    )
    .orderBy('messages.sentAt')
    .orderBy('messages.id')
    .execute()
