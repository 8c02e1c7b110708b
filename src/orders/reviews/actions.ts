import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { type ReviewList, reviewProblems } from './listRules.ts'
import { deletedAuthorMail, deletedCompanyMail, rejectedAuthorMail, rejectedCompanyMail } from './mails.ts'
import { ratingDistribution } from './rules.ts'
import {
  countByStars,
  countReviews,
  deleteReview,
  findRating,
  listReviews,
  lockReview,
  markObjectionRejected,
  type ReviewRow,
} from './store.ts'
import { markAuthorArrived } from './writingStore.ts'

/** Returns one page of all reviews, the number that match, and the unfiltered number for each kind. */
export async function readReviews(app: App, asked: ListRequest<ReviewList>) {
  const [{ rows, ...place }, found] = await Promise.all([
    readListPage(app.db, asked, { list: listReviews, count: countReviews }),
    countByStars(app.db),
  ])
  return { rows: rows.map(showReview), ...place, counts: summarise(found) }
}

function summarise(found: readonly { stars: number; count: number }[]) {
  const byStars = ratingDistribution(found)
  const sum = (from: number, to: number) =>
    byStars.filter(({ stars }) => stars >= from && stars <= to).reduce((total, { count }) => total + count, 0)
  return { total: sum(1, 5), positive: sum(4, 5), neutral: sum(3, 3), negative: sum(1, 2), byStars }
}

const showReview = (row: ReviewRow) => ({ ...row, isPublished: row.publishedAt !== null, objection: objectionOf(row) })

const objectionOf = ({ objection: reason, objectedAt, objectionAnswer: answer }: ReviewRow) =>
  reason === null || objectedAt === null ? null : { reason, objectedAt, answer }

type Decision = { reviewId: string; reason: string; caller: OperatorAct }

/** Deletes a review; the author of a published one is notified of the reason. Throws reviewProblems.unknown. */
export const removeReview = (app: App, decision: Decision) =>
  app.db.transaction().execute(async (tx) => {
    const { reviewId, reason } = decision
    const review = await lockReview(tx, reviewId)
    await removeReviewIn(app, tx, decision)
    if (!review?.publishedAt || !review.customerEmail) return
    await enqueueMail(tx, deletedAuthorMail({ to: review.customerEmail, reviewId, companyName: review.companyName, reason }))
  })

/**
 * Deletes a review within the caller's transaction; the caller notifies the author. The text is not retained. The audit log keeps the
 * reason, the stars, the company and its new rating. The public rating is always computed from the reviews, so it changes at once. A
 * company with an open objection is notified of the reason. The author's quota remains used. Throws reviewProblems.unknown.
 */
export async function removeReviewIn(app: App, tx: Transaction, { reviewId, reason, caller }: Decision) {
  const review = await lockReview(tx, reviewId)
  const gone = await deleteReview(tx, reviewId)
  if (!review || !gone) throw reviewProblems.unknown()
  const { rating, companyId, bookingId, isFromBooking, createdAt, publishedAt } = gone
  await markAuthorArrived(tx, reviewId)
  const left = await findRating(tx, companyId)
  const before = { rating, companyId, bookingId, isFromBooking, createdAt, publishedAt, wasObjectedTo: review.objection !== null }
  const after = { reason, companyRating: left?.rating ?? null, companyReviews: left?.reviews ?? 0 }
  await recordOperatorAct(app, tx, { caller, action: 'reviews.delete', objectType: 'review', objectId: reviewId, before, after })
  const { companyName, companyEmail: to } = review
  if (isOpen(review)) await enqueueMail(tx, deletedCompanyMail({ to, reviewId, companyName, reason }))
}

/** Rejects a company's objection: the review stays; both sides are notified of the reason. Throws reviewProblems. */
export const rejectObjection = (app: App, { reviewId, reason, caller }: Decision) =>
  app.db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, reviewId)
    if (!review) throw reviewProblems.unknown()
    if (!isOpen(review) || !(await markObjectionRejected(tx, { id: reviewId, answer: reason, now: app.now() })))
      throw reviewProblems.noObjection()
    await recordOperatorAct(app, tx, { caller, action: 'reviews.keep', objectType: 'review', objectId: reviewId, after: { reason } })
    const facts = { reviewId, companyName: review.companyName, reason }
    await enqueueMail(tx, rejectedCompanyMail({ ...facts, to: review.companyEmail }))
    if (review.customerEmail) await enqueueMail(tx, rejectedAuthorMail({ ...facts, to: review.customerEmail }))
  })

const isOpen = ({ objection, objectionAnswer }: { objection: string | null; objectionAnswer: string | null }) =>
  objection !== null && objectionAnswer === null
