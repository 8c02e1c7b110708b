import { type SqlBool, sql } from 'kysely'
import { countRows, type Database } from '#src/platform/server/db.ts'
import type { QuoteRequestFilter, QuoteRequestSort } from './rules.ts'

function matching(db: Database, { search, state, category }: QuoteRequestFilter) {
  let query = db.selectFrom('quoteRequests as request')
  if (state) query = query.where('request.status', '=', state)
  if (category) query = query.where('request.category', '=', category)
  if (!search) return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return query.where(
    sql<SqlBool>`(
      request.title ilike ${pattern}
      or request.customer_name ilike ${pattern}
      or right(request.id::text, 8) = lower(${search})
      or exists (
        select
        from quotes
        join companies on companies.id = quotes.company_id
        where quotes.request_id = request.id and companies.company_name ilike ${pattern}
      )
    )`,
  )
}

type Page = { filter: QuoteRequestFilter; sort: QuoteRequestSort; limit: number; offset: number }

export function listQuoteRequests(db: Database, { filter, sort, limit, offset }: Page) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return matching(db, filter)
    .leftJoinLateral(
      (row) =>
        row
          .selectFrom('quotes')
          .select(({ fn }) => [
            fn.countAll<number>().as('asked'),
            fn.count<number>('offeredAt').as('offered'),
            sql<number | null>`max(total_cents) filter (where status = 'accepted')`.as('totalCents'),
          ])
          .whereRef('quotes.requestId', '=', 'request.id')
          .as('answers'),
      (join) => join.onTrue(),
    )
    .select([
      'request.id',
      'request.title',
      'request.description',
      'request.category',
      'request.postcode',
      'request.customerName',
      'request.status',
    ])
    .select(['request.createdAt', 'answers.totalCents'])
    .select(sql<number>`coalesce(answers.asked, 0)::integer`.as('asked'))
    .select(sql<number>`coalesce(answers.offered, 0)::integer`.as('offered'))
    .select(sql<string | null>`case when request.status = 'accepted' then request.booking_id end`.as('bookingId'))
    .orderBy('request.createdAt', direction)
    .orderBy('request.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countQuoteRequests = (db: Database, filter: QuoteRequestFilter) => countRows(matching(db, filter))
