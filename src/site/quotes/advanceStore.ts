import { type SqlBool, sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'

const isBeingPaid = sql<SqlBool>`exists (
  select
  from bookings
  join quote_bookings on quote_bookings.booking_id = bookings.id
  where bookings.id = quote_requests.booking_id and quote_bookings.quote_id = quotes.id and bookings.booking_status = 'pending'
)`

/** Lists quotes that were not made in time or are past their validity, except those with an open checkout. */
export const listLapsing = (db: Database, now: Date) =>
  db
    .selectFrom('quotes')
    .innerJoin('quoteRequests', 'quoteRequests.id', 'quotes.requestId')
    .select(['quotes.id', 'quotes.requestId', 'quotes.status'])
    .where((where) =>
      where.or([
        where.and([where('quotes.status', '=', 'open'), where('quotes.answerBy', '<=', now)]),
        where.and([where('quotes.status', '=', 'offered'), where('quotes.validUntil', '<=', now), sql<SqlBool>`not ${isBeingPaid}`]),
      ]),
    )
    .orderBy('quotes.id')
    .limit(500)
    .execute()

/** Lists open requests with neither an outstanding answer nor a valid quote. */
export const listUnanswered = (db: Database) =>
  db
    .selectFrom('quoteRequests')
    .selectAll()
    .where('status', '=', 'open')
    .where(
      sql<SqlBool>`not exists (
        select
        from quotes
        where request_id = quote_requests.id and status in ('open', 'offered')
      )`,
    )
    .orderBy('id')
    .limit(100)
    .execute()

type Until = { unconfirmedUntil: Date; filesUntil: Date; unbookedUntil: Date; bookedUntil: Date }
/** Deletes requests and files after their retention period; the sweep of attachments then deletes the orphaned files. */
export async function deleteOldRequests(db: Database, { unconfirmedUntil, filesUntil, unbookedUntil, bookedUntil }: Until) {
  await sql`
    delete from quote_files
    using quote_requests
    where quote_requests.id = quote_files.request_id and quote_requests.created_at <= ${filesUntil}`.execute(db)
  await sql`
    delete from quote_requests
    where (confirmed_at is null and created_at <= ${unconfirmedUntil})
      or (status in ('withdrawn', 'lapsed') and ended_at <= ${unbookedUntil})
      or (status = 'accepted' and ended_at <= ${bookedUntil})`.execute(db)
}

/** Lists an address's confirmed requests, for the export of its owner's data. */
export const listRequestsForExport = (db: Database, customerEmail: string) =>
  db
    .selectFrom('quoteRequests')
    .leftJoin('quotes', 'quotes.requestId', 'quoteRequests.id')
    .leftJoin('companies', 'companies.id', 'quotes.companyId')
    .select([
      'quoteRequests.id',
      'quoteRequests.title',
      'quoteRequests.description',
      'quoteRequests.postcode',
      'quoteRequests.customerName',
    ])
    .select(['quoteRequests.status', 'quoteRequests.createdAt', 'companies.companyName', 'quotes.status as answer'])
    .select(['quotes.offerTitle', 'quotes.offerText', 'quotes.totalCents'])
    .where('quoteRequests.customerEmail', '=', customerEmail)
    .where('quoteRequests.confirmedAt', 'is not', null)
    .orderBy('quoteRequests.createdAt')
    .orderBy('quotes.id')
    .execute()
