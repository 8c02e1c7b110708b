import type { App } from '#src/server/app.ts'
import { recordAudit } from '#src/server/audit.ts'
import type { Transaction } from '#src/server/db.ts'
import { type PageAsked, readPage } from '#src/server/pages.ts'
import { type AdminReview, type ReviewCounts, type ReviewFilter, type ReviewSort, reviewProblems } from './listRules.ts'
import { ratingScale } from './rules.ts'
import { countByStars, countReviews, deleteReview, findRating, listReviews, type ReviewRow } from './store.ts'

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
  const byStars = ratingScale.map((stars) => ({ stars, count: found.find((one) => one.stars === stars)?.count ?? 0 }))
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
  created_at: row.createdAt.toISOString(),
})

type Deletion = { reviewId: string; reason: string; actor: string; requestId: string }

/**
 * Deletes a review for good: nothing its author wrote is kept. The audit log holds why, how it rated whom, and what the company's rating
 * was before and is now, which visitors see at once because it is always read from the reviews. Throws reviewProblems.unknown.
 */
export const removeReview = (app: App, deletion: Deletion) => app.db.transaction().execute((tx) => removeReviewIn(app, tx, deletion))

/** The same in the caller's transaction. */
export async function removeReviewIn(app: App, tx: Transaction, { reviewId, reason, actor, requestId }: Deletion) {
  const gone = await deleteReview(tx, reviewId)
  if (!gone) throw reviewProblems.unknown()
  const { rating, companyId, bookingId, isFromBooking, createdAt, publishedAt } = gone
  const before = { rating, companyId, bookingId, isFromBooking, createdAt, publishedAt }
  const left = await findRating(tx, companyId)
  const after = { reason, companyRating: left?.rating ?? null, companyReviews: left?.reviews ?? 0 }
  const entry = { at: app.now(), actor, action: 'reviews.delete', objectType: 'review', objectId: reviewId, requestId }
  await recordAudit(tx, { ...entry, before, after })
}
