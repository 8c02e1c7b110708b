import { type RawBuilder, sql } from 'kysely'
import { foldDigraphs, foldText } from '#src/platform/kit/text.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { ListedReview, ReviewFilter, ReviewSort } from './listRules.ts'

export type ReviewRow = Omit<ListedReview, 'isPublished' | 'objection'> & {
  objection: string | null
  objectedAt: Date | null
  objectionAnswer: string | null
  publishedAt: Date | null
}

const columns = sql`
  review.id,
  review.company_id,
  company.company_name,
  company.category,
  review.booking_id,
  review.customer_name,
  review.customer_email,
  review.rating,
  review.comment,
  review.company_reply,
  review.objection,
  review.objected_at,
  review.objection_answer,
  review.is_from_booking,
  review.created_at,
  review.published_at`

const orders: Record<ReviewSort, RawBuilder<unknown>> = {
  newest: sql`review.created_at desc, review.id desc`,
  oldest: sql`review.created_at, review.id`,
  starsDesc: sql`review.rating desc, review.created_at desc, review.id desc`,
  starsAsc: sql`review.rating, review.created_at, review.id`,
}

/** Conditions of a filter; `review` is the table alias. */
function matching({ search, stars, objection }: ReviewFilter) {
  const conditions = [
    ...(stars ? [sql`review.rating = ${Number(stars)}`] : []),
    ...(objection ? [sql`review.objection is not null and (review.objection_answer is null) = ${objection === 'open'}`] : []),
    ...(search ? [found(search)] : []),
  ]
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`
}

/** Condition: customer's name, company's name or comment contain the text; case and spelling of umlauts are ignored. */
function found(search: string) {
  const folded = [...new Set([foldText(search), foldDigraphs(search)])]
  const patterns = folded.map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`)
  return sql`(
    review.search_text like any(${patterns}::text[])
    or review.company_id in (
      select id
      from companies
      where name_text like any(${patterns}::text[])
    )
  )`
}

type Page = { filter: ReviewFilter; sort: ReviewSort; limit: number; offset: number }

/** Lists one page of reviews. Selects their ids first, so that skipped rows are read from the index only. */
export async function listReviews(db: Database, { filter, sort, limit, offset }: Page) {
  const { rows } = await sql<ReviewRow>`
    select ${columns}
    from (
      select review.id
      from reviews as review
      where ${matching(filter)}
      order by ${orders[sort]}
      limit ${limit}
      offset ${offset}
    ) as page
    join reviews as review on review.id = page.id
    join companies as company on company.id = review.company_id
    order by ${orders[sort]}`.execute(db)
  return rows
}

export async function countReviews(db: Database, filter: ReviewFilter) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total
    from reviews as review
    where ${matching(filter)}`.execute(db)
  return { total: rows[0]?.total ?? 0 }
}

/** Number of reviews for each number of stars, without zeros. */
export async function countByStars(db: Database) {
  const { rows } = await sql<{ stars: number; count: number }>`
    select rating as stars, count(*) as count
    from reviews
    group by rating`.execute(db)
  return rows
}

type Batch = { filter: ReviewFilter; before: string | undefined; limit: number }

/** Lists the next batch of reviews, newest first, after the given id. */
export async function listReviewsBefore(db: Database, { filter, before, limit }: Batch) {
  const isNext = before
    ? sql`(review.created_at, review.id) < ((select created_at from reviews where id = ${before}), ${before})`
    : sql`true`
  const { rows } = await sql<ReviewRow>`
    select ${columns}
    from reviews as review
    join companies as company on company.id = review.company_id
    where ${matching(filter)} and ${isNext}
    order by review.created_at desc, review.id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Locks a review against a concurrent decision; returns it with the people to notify. */
export const lockReview = (tx: Transaction, id: string) =>
  tx
    .selectFrom('reviews')
    .innerJoin('companies', 'companies.id', 'reviews.companyId')
    .select(['reviews.id', 'reviews.customerEmail', 'reviews.publishedAt', 'reviews.objection', 'reviews.objectionAnswer'])
    .select(['companies.companyName', sql<string>`company_mailbox(companies)`.as('companyEmail')])
    .where('reviews.id', '=', id)
    .forUpdate('reviews')
    .executeTakeFirst()

/** Stores the rejection of an objection; undefined if it was decided before. */
export const markObjectionRejected = (tx: Transaction, { id, answer, now }: { id: string; answer: string; now: Date }) =>
  tx
    .updateTable('reviews')
    .set({ objectionAnswer: answer, objectionDecidedAt: now })
    .where('id', '=', id)
    .where('objection', 'is not', null)
    .where('objectionAnswer', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Deletes a review. Returns its row without the author's personal data, to the first caller only. */
export const deleteReview = (tx: Transaction, id: string) =>
  tx
    .deleteFrom('reviews')
    .where('id', '=', id)
    .returning(['id', 'companyId', 'bookingId', 'rating', 'isFromBooking', 'createdAt', 'publishedAt'])
    .executeTakeFirst()

/** Computes the company's public rating from its published reviews. */
export async function findRating(tx: Transaction, companyId: string) {
  const { rows } = await sql<{ rating: number | null; reviews: number }>`
    select round(avg(rating), 1)::float8 as rating, count(*) as reviews
    from reviews
    where company_id = ${companyId} and published_at is not null`.execute(tx)
  return rows[0]
}
