import { type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Side } from '../rules.ts'
import type { ThreadReportFilter, ThreadReportSort } from './rules.ts'

/** Inserts a report. Returns undefined if the side already has an open one. */
export const insertReport = (tx: Transaction, report: { threadId: string; side: Side; reason: string; reportedAt: Date }) =>
  tx
    .insertInto('threadReports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['threadId', 'side']).where('closedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Finds the open report of a side. */
export const findOpenReport = (db: Database, { threadId, side }: { threadId: string; side: Side }) =>
  db
    .selectFrom('threadReports')
    .select('id')
    .where('threadId', '=', threadId)
    .where('side', '=', side)
    .where('closedAt', 'is', null)
    .executeTakeFirst()

const reports = (db: Database | Transaction) =>
  db
    .selectFrom('threadReports as report')
    .innerJoin('threads as thread', 'thread.id', 'report.threadId')
    .leftJoin('bookings as booking', 'booking.id', 'thread.bookingId')
    .leftJoin('quotes as quote', 'quote.id', 'thread.quoteId')
    .leftJoin('quoteRequests as request', 'request.id', 'quote.requestId')
    .innerJoin('companies as company', 'company.id', 'thread.companyId')

const columns = [
  'report.id',
  'report.threadId',
  'report.side',
  'report.reason',
  'report.reportedAt',
  'report.closedAt',
  'report.outcome',
  'thread.bookingId',
  'thread.quoteId',
  'company.companyName',
  sql<string>`coalesce(booking.customer_name, request.customer_name)`.as('customerName'),
  sql<string>`coalesce(booking.service_title, request.title)`.as('serviceTitle'),
] as const

function matching(db: Database, { search, state }: ThreadReportFilter) {
  let query = reports(db)
  if (state) query = query.where('report.closedAt', state === 'open' ? 'is' : 'is not', null)
  if (!search) return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return query.where(
    sql<SqlBool>`(
      company.company_name ilike ${pattern}
      or coalesce(booking.customer_name, request.customer_name) ilike ${pattern}
      or right(coalesce(thread.booking_id, thread.quote_id)::text, 8) = lower(${search})
    )`,
  )
}

type Page = { filter: ThreadReportFilter; sort: ThreadReportSort; limit: number; offset: number }

export function listReports(db: Database, { filter, sort, limit, offset }: Page) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return matching(db, filter)
    .select(columns)
    .orderBy('report.reportedAt', direction)
    .orderBy('report.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countReports = (db: Database, filter: ThreadReportFilter) =>
  matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()

/** Locks a report, so that it is not closed while its thread is read. */
export const lockReport = (tx: Transaction, id: string) =>
  reports(tx).select(columns).where('report.id', '=', id).forNoKeyUpdate('report').executeTakeFirst()

export const markClosed = (tx: Transaction, { id, outcome, closedAt }: { id: string; outcome: string; closedAt: Date }) =>
  tx
    .updateTable('threadReports')
    .set({ outcome, closedAt })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
