import type { App } from '#src/server/app.ts'
import { recordAudit } from '#src/server/audit.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { reviewProblems } from './listRules.ts'
import { deletedAuthorMail, deletedProviderMail, keptAuthorMail, keptProviderMail } from './mails.ts'
import { deleteReview, findRating, lockReview, markKept } from './store.ts'
import { markAuthorArrived } from './writingStore.ts'

type Decision = { reviewId: string; reason: string; actor: string; requestId: string }

/** Deletes a review for good, in a transaction of its own. Throws reviewProblems.unknown. */
export const removeReview = (app: App, decision: Decision) => app.db.transaction().execute((tx) => removeReviewIn(app, tx, decision))

/**
 * Deletes a review for good: nothing its author wrote is kept. The audit log holds why, how it rated whom, and what the company's rating
 * was before and is now, which visitors see at once because it is always read from the reviews. The author of a published one is told the
 * reason, and so is a provider who objected. Their turn stays used up. Throws reviewProblems.unknown.
 */
export async function removeReviewIn(app: App, tx: Transaction, { reviewId, reason, actor, requestId }: Decision) {
  const review = await lockReview(tx, reviewId)
  const gone = await deleteReview(tx, reviewId)
  if (!review || !gone) throw reviewProblems.unknown()
  const { rating, companyId, bookingId, isFromBooking, createdAt, publishedAt } = gone
  await markAuthorArrived(tx, reviewId)
  const left = await findRating(tx, companyId)
  const before = { rating, companyId, bookingId, isFromBooking, createdAt, publishedAt, wasObjectedTo: review.objection !== null }
  const after = { reason, companyRating: left?.rating ?? null, companyReviews: left?.reviews ?? 0 }
  const entry = { at: app.now(), actor, action: 'reviews.delete', objectType: 'review', objectId: reviewId, requestId }
  await recordAudit(tx, { ...entry, before, after })
  const facts = { reviewId, companyName: review.companyName, reason }
  if (review.publishedAt) await enqueueMail(tx, deletedAuthorMail({ ...facts, to: review.customerEmail }))
  if (isOpen(review)) await enqueueMail(tx, deletedProviderMail({ ...facts, to: review.companyEmail }))
}

/** Lets a review stay that its provider objected to; both sides are told why. Throws reviewProblems. */
export const keepReview = (app: App, { reviewId, reason, actor, requestId }: Decision) =>
  app.db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, reviewId)
    if (!review) throw reviewProblems.unknown()
    if (!isOpen(review) || !(await markKept(tx, { id: reviewId, answer: reason, now: app.now() }))) throw reviewProblems.noObjection()
    const entry = { at: app.now(), actor, action: 'reviews.keep', objectType: 'review', objectId: reviewId, requestId }
    await recordAudit(tx, { ...entry, after: { reason } })
    const facts = { reviewId, companyName: review.companyName, reason }
    await enqueueMail(tx, keptProviderMail({ ...facts, to: review.companyEmail }))
    await enqueueMail(tx, keptAuthorMail({ ...facts, to: review.customerEmail }))
  })

const isOpen = ({ objection, objectionAnswer }: { objection: string | null; objectionAnswer: string | null }) =>
  objection !== null && objectionAnswer === null
