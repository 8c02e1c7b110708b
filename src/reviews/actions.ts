import type { App } from '#src/server/app.ts'
import { type PageAsked, readPage } from '#src/server/pages.ts'
import type { AdminReview, ReviewCounts, ReviewFilter, ReviewSort } from './listRules.ts'
import { ratingDistribution } from './rules.ts'
import { countByStars, countReviews, listReviews, type ReviewRow } from './store.ts'

/** A page of all reviews, how many match, and how many there are of each kind, whatever the filter. */
export async function readReviews(app: App, { page, pageSize, sort, ...filter }: PageAsked & ReviewFilter & { sort: ReviewSort }) {
  const [{ rows, ...place }, found] = await Promise.all([
    readPage(
      { page, pageSize },
      { list: (part) => listReviews(app.db, { filter, sort, ...part }), count: () => countReviews(app.db, filter) },
    ),
    countByStars(app.db),
  ])
  return { rows: rows.map(showReview), ...place, counts: summarise(found) }
}

function summarise(found: readonly { stars: number; count: number }[]): ReviewCounts {
  const byStars = ratingDistribution(found)
  const sum = (from: number, to: number) =>
    byStars.filter(({ stars }) => stars >= from && stars <= to).reduce((total, { count }) => total + count, 0)
  return { total: sum(1, 5), positive: sum(4, 5), neutral: sum(3, 3), negative: sum(1, 2), by_stars: byStars }
}

const showReview = (row: ReviewRow): AdminReview => ({
  id: row.id,
  company_id: row.companyId,
  company_name: row.companyName,
  category: row.category,
  customer_name: row.customerName,
  customer_email: row.customerEmail,
  rating: row.rating,
  comment: row.comment,
  provider_reply: row.providerReply,
  is_from_booking: row.isFromBooking,
  booking_id: row.bookingId,
  is_published: row.publishedAt !== null,
  objection: objectionOf(row),
  created_at: row.createdAt.toISOString(),
})

const objectionOf = ({ objection, objectedAt, objectionAnswer: answer }: ReviewRow) =>
  objection === null || objectedAt === null ? null : { reason: objection, objected_at: objectedAt.toISOString(), answer }
