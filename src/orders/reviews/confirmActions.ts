import type { App } from '#src/platform/server/app.ts'
import { hashToken } from '#src/platform/server/secrets.ts'
import { lockUnreviewedBooking } from './writingActions.ts'
import { writingProblems } from './writingRules.ts'
import { deleteAwaitingReview, findReviewByLink, lockReviewByLink, markAuthorArrived, markPublished } from './writingStore.ts'

const linkOf = (app: App, token: string) => {
  if (token === '') throw writingProblems.linkMissing()
  return { tokenHash: hashToken(token), now: app.now() }
}

/** Returns the review of a mailed link to its author before the confirmation. Throws writingProblems. */
export async function readWrittenReview(app: App, token: string) {
  const review = await findReviewByLink(app.db, linkOf(app, token))
  if (!review) throw writingProblems.linkUnknown()
  return { ...review, isPublished: review.publishedAt !== null }
}

/**
 * Publishes the review: the link proves the address. A paid booking of that address marks it as proven. Idempotent. Throws
 * writingProblems.
 */
export const confirmReview = (app: App, token: string) =>
  app.db.transaction().execute(async (tx) => {
    const link = linkOf(app, token)
    const review = await lockReviewByLink(tx, link)
    if (!review) throw writingProblems.linkUnknown()
    if (review.publishedAt) return
    const booking = await lockUnreviewedBooking(tx, { companyId: review.companyId, email: review.customerEmail, now: link.now })
    await markPublished(tx, { id: review.id, bookingId: booking?.id ?? null, now: link.now })
    await markAuthorArrived(tx, review.id)
  })

/** Deletes an unpublished review that another person wrote under this address. Throws writingProblems. */
export const discardReview = (app: App, token: string) =>
  app.db.transaction().execute(async (tx) => {
    const review = await lockReviewByLink(tx, linkOf(app, token))
    if (!review || review.publishedAt) throw writingProblems.linkUnknown()
    await deleteAwaitingReview(tx, review.id)
  })
