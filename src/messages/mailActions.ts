import { issueBookingLinks } from '#src/bookings/links/actions.ts'
import type { App } from '#src/server/app.ts'
import { enqueueMail, enqueueSecretMail } from '#src/server/mail/mail.ts'
import { withFiles } from './actions.ts'
import { claimToMail, listToMail } from './mailStore.ts'
import { unreadCompanyMail, unreadCustomerMail } from './mails.ts'
import { mailAfterMs, type Side } from './rules.ts'
import { findPlace, lockThread } from './store.ts'

/**
 * Tells each side by one mail what it has not read, three minutes after the last of it. Found from rows, so a dead process loses none;
 * marked in the transaction of the mail and under the lock of writing, so none is mailed twice, and none that was read meanwhile.
 */
export async function mailUnread(app: App) {
  const sentUntil = new Date(app.now().getTime() - mailAfterMs)
  for (const { bookingId, side } of await listToMail(app.db, sentUntil)) await mailOne(app, { bookingId, side, sentUntil })
}

const mailOne = (app: App, { bookingId, side, sentUntil }: { bookingId: string; side: Side; sentUntil: Date }) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const place = await findPlace(tx, bookingId)
    if (!place) return
    const thread = await lockThread(tx, { ...place, now })
    const unread = await withFiles(tx, await claimToMail(tx, { threadId: thread.id, side, sentUntil, now }))
    if (unread.length === 0) return
    if (side === 'customer') {
      const threadUrl = `${app.config.publicUrl}/dashboard/nachrichten?${new URLSearchParams({ buchung: bookingId })}`
      return enqueueMail(tx, unreadCompanyMail({ place, unread, threadUrl }))
    }
    const links = await issueBookingLinks(app, tx, { id: bookingId, bookingDate: place.bookingDate })
    await enqueueSecretMail(app, tx, unreadCustomerMail({ place, unread, isConfirmed: thread.customerConfirmedAt !== null, links }))
  })
