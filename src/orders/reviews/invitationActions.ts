import { issueBookingToken, openBookingLink } from '#src/orders/bookings/links/actions.ts'
import { readTip } from '#src/orders/tips/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { keyedHash } from '#src/platform/server/secrets.ts'
import { invitationTimes, invitedDays } from './invitationRules.ts'
import { claimInvitations, findCompanyName, findReviewOptOut, insertReviewOptOut } from './invitationStore.ts'
import { invitationMail } from './mails.ts'
import { openReviewableBooking } from './writingActions.ts'
import { findReviewOfBooking } from './writingStore.ts'

/** Mails customers after the service an invitation to review it, once per booking; its link contains the booking's token. */
export async function inviteCustomers(app: App) {
  const now = app.now()
  for (;;) {
    const invited = await app.db.transaction().execute(async (tx) => {
      const claimed = await claimInvitations(tx, { ...invitedDays(now), now, limit: invitationTimes.batch })
      for (const booking of claimed) await inviteFor(app, tx, booking)
      return claimed.length
    })
    if (invited < invitationTimes.batch) return
  }
}

async function inviteFor(app: App, tx: Transaction, booking: Awaited<ReturnType<typeof claimInvitations>>[number]) {
  if (await findReviewOptOut(tx, addressHashOf(app, booking.customerEmail))) return
  const token = await issueBookingToken(app, tx, booking)
  await enqueueEncryptedMail(app, tx, invitationMail({ booking, token, publicUrl: app.config.publicUrl }))
}

/** Returns what the holder of a booking's token may review. Throws bookingLinkProblems, writingProblems.notPaid. */
export async function readInvitation(app: App, token: string) {
  const booking = await openReviewableBooking(app, token)
  const [company, review] = await Promise.all([findCompanyName(app.db, booking.companyId), findReviewOfBooking(app.db, booking.id)])
  const tip = await readTip(app.db, { bookingId: booking.id, now: app.now() })
  return { ...booking, companyName: company.companyName, isReviewed: review !== undefined, mayTip: tip !== null && tip.givenAt === null }
}

/** Unsubscribes the booking's customer from invitations. Idempotent. Throws bookingLinkProblems. */
export async function declineInvitations(app: App, token: string) {
  const booking = await openBookingLink(app, token)
  await insertReviewOptOut(app.db, { addressHash: addressHashOf(app, booking.customerEmail), now: app.now() })
}

const addressHashOf = (app: App, email: string) => keyedHash(app, 'reviews.invitations', email)
