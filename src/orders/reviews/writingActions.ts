import { isStanding } from '#src/money/payments/bookingStates.ts'
import { openBookingLink } from '#src/orders/bookings/links/actions.ts'
import { bookingLinkProblems } from '#src/orders/bookings/links/rules.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import type { Caller, CountCreated } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, keyedHash, newToken } from '#src/platform/server/secrets.ts'
import { isOwnAddress, isOwnSession } from '#src/supply/companies/insiders.ts'
import { alreadyReviewedMail, confirmReviewMail } from './mails.ts'
import { reviewLimits } from './rules.ts'
import { type ReviewRequest, writingProblems } from './writingRules.ts'
import {
  deleteAddress,
  deleteAwaitingOf,
  deleteOldReviewTraces,
  findAwaitingReview,
  findEndedBooking,
  findReviewedCompany,
  findReviewOfBooking,
  holdBooking,
  insertAwaitingReview,
  insertProvenReview,
  insertReviewLink,
  listReviewsForExport,
  lockOpenBooking,
  noteAuthor,
} from './writingStore.ts'

type Company = NonNullable<Awaited<ReturnType<typeof findReviewedCompany>>>
type Author = { company: Company; request: ReviewRequest; email: string }

const daysLater = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000)

type Writing = { request: ReviewRequest; caller: Caller; countCreated: CountCreated }

/**
 * Stores a review (docs/spec.md#reviews). With a booking's token, or the confirmed address of a session with a paid booking, it is
 * published at once; otherwise its author has to open a mailed link. The response is the same for every address, and the outcome is
 * mailed, so that callers cannot probe addresses. Throws writingProblems, bookingLinkProblems.
 */
export async function writeReview(app: App, { request, caller, countCreated }: Writing) {
  if (request.bookingToken !== undefined) return writeFromBooking(app, { request, token: request.bookingToken, caller })
  const company = await findReviewedCompany(app.db, request.company_id)
  if (!company?.isListed) throw writingProblems.companyUnknown()
  if (isOwnSession(company, caller.session)) throw writingProblems.ownCompany()
  const { session } = caller
  const isKnown = session?.isConfirmed === true
  const email = isKnown ? session.email : request.customer_email
  if (isOwnAddress(company, email)) return
  const author = { company, request, email }
  await app.db.transaction().execute(async (tx) => {
    await countCreated(tx)
    if (!(isKnown && (await publishProven(app, tx, author)))) await requestConfirmation(app, tx, author)
  })
}

async function writeFromBooking(app: App, { request, token, caller }: { request: ReviewRequest; token: string; caller: Caller }) {
  const booking = await openReviewableBooking(app, token)
  const company = await findReviewedCompany(app.db, booking.companyId)
  if (!company || company.id !== request.company_id) throw bookingLinkProblems.linkUnknown()
  if (isOwnSession(company, caller.session) || isOwnAddress(company, booking.customerEmail)) throw writingProblems.ownCompany()
  // The token was mailed to the booking's address, so this address counts, not the typed one.
  const author = { company, request, email: booking.customerEmail }
  await app.db.transaction().execute(async (tx) => {
    await holdBooking(tx, booking.id)
    await publishFor(app, tx, { ...author, bookingId: booking.id })
  })
}

/** Finds the booking of a token if it may be reviewed. Throws bookingLinkProblems, writingProblems.notPaid, notOver. */
export async function openReviewableBooking(app: App, token: string) {
  const booking = await openBookingLink(app, token)
  const isPaid = isStanding(booking.bookingStatus) && ['paid', 'completed'].includes(booking.paymentStatus)
  if (!isPaid) throw writingProblems.notPaid()
  if (!(await findEndedBooking(app.db, { id: booking.id, now: app.now() }))) throw writingProblems.notOver()
  return booking
}

/** Publishes the review if the author has an unreviewed booking. Returns whether it did. */
async function publishProven(app: App, tx: Transaction, author: Author) {
  const booking = await lockUnreviewedBooking(tx, { companyId: author.company.id, email: author.email, now: app.now() })
  if (booking) await publishFor(app, tx, { ...author, bookingId: booking.id })
  return booking !== undefined
}

/** Locks a booking that proves a review of this address. Checks again under the lock: it may have been reviewed meanwhile. */
export async function lockUnreviewedBooking(tx: Transaction, whose: { companyId: string; email: string; now: Date }) {
  const booking = await lockOpenBooking(tx, whose)
  if (!booking || (await findReviewOfBooking(tx, booking.id))) return undefined
  return booking
}

async function publishFor(app: App, tx: Transaction, author: Author & { bookingId: string }) {
  const review = await insertProvenReview(tx, { ...wordsOf(app, author), bookingId: author.bookingId })
  if (review) await noteAuthor(tx, { ...turnOf(app, author), reviewId: review.id })
}

/**
 * Stores the review until its author opens the mailed link. If the author's quota is used, a mail explains that; if the author's review
 * still awaits confirmation, a new link is sent.
 */
async function requestConfirmation(app: App, tx: Transaction, author: Author) {
  const { company, email } = author
  const turn = { ...turnOf(app, author), now: app.now() }
  const hasOpenBooking = (await lockUnreviewedBooking(tx, { companyId: company.id, email, now: app.now() })) !== undefined
  const review =
    (await insertAwaitingReview(tx, { ...turn, hasOpenBooking, review: wordsOf(app, author) })) ?? (await findAwaitingReview(tx, turn))
  if (review) return sendLink(app, tx, { reviewId: review.id, to: email, companyName: company.companyName })
  const day = berlinDay(app.now())
  await enqueueMail(
    tx,
    alreadyReviewedMail({ to: email, companyName: company.companyName, key: `${company.id}:${turn.authorHash}:${day}` }),
  )
}

async function sendLink(app: App, tx: Transaction, { reviewId, to, companyName }: { reviewId: string; to: string; companyName: string }) {
  const [now, token] = [app.now(), newToken(app)]
  const tokenHash = hashToken(token)
  await insertReviewLink(tx, { tokenHash, reviewId, createdAt: now, expiresAt: daysLater(now, reviewLimits.linkDays) })
  await enqueueEncryptedMail(app, tx, confirmReviewMail({ to, companyName, key: tokenHash, token, publicUrl: app.config.publicUrl }))
}

const wordsOf = (app: App, { company, request, email }: Author) => ({
  companyId: company.id,
  customerName: request.customer_name,
  customerEmail: email,
  rating: request.rating,
  comment: request.comment,
  createdAt: app.now(),
})

const turnOf = (app: App, { company, email }: Author) => ({
  companyId: company.id,
  authorHash: keyedHash(app, 'reviews.author', email),
  blockedUntil: daysLater(app.now(), reviewLimits.authorDays),
})

/** Deletes reviews that were not confirmed in time, and expired quota entries. */
export const sweepReviews = (app: App) => {
  const now = app.now()
  return app.db.transaction().execute((tx) => deleteOldReviewTraces(tx, { awaitingBefore: daysLater(now, -reviewLimits.linkDays), now }))
}

/** Returns the reviews written with a person's confirmed address, for the export of personal data. */
export const exportReviews = (app: App, { email }: Person) => listReviewsForExport(app.db, email)

/** Deletes an account's unconfirmed reviews, and its address from the published ones. */
export async function deleteAuthor(_app: App, tx: Transaction, { email }: Person) {
  await deleteAwaitingOf(tx, email)
  await deleteAddress(tx, email)
}
