import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { withFiles } from './actions.ts'
import { claimToMail, listToMail } from './mailStore.ts'
import { unreadCompanyMail, unreadCustomerMail } from './mails.ts'
import { issueReplyAddress } from './replies/addressActions.ts'
import { mailAfterMs, otherSide, type Side, type Subject, subjectOf } from './rules.ts'
import { findPlace, lockThread, type PlaceRow } from './store.ts'

/**
 * Mails each side its unread messages, three minutes after the last one. Reads its work from the tables, so a crash loses none. Claims the
 * messages in the mail's transaction and under the thread's lock: none is mailed twice, or mailed after it was read.
 */
export async function mailUnread(app: App) {
  const sentUntil = new Date(app.now().getTime() - mailAfterMs)
  for (const { bookingId, quoteId, side } of await listToMail(app.db, sentUntil))
    await mailOne(app, { subject: subjectOf({ bookingId: bookingId ?? undefined, quoteId: quoteId ?? undefined }), side, sentUntil })
}

type Mailing = { subject: Subject; side: Side; sentUntil: Date }
const mailOne = (app: App, { subject, side, sentUntil }: Mailing) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const place = await findPlace(tx, subject)
    if (!place) return
    const thread = await lockThread(tx, { ...place, now })
    const unread = await withFiles(tx, await claimToMail(tx, { threadId: thread.id, side, sentUntil, now }))
    if (unread.length === 0) return
    const to = side === 'customer' ? place.companyEmail : place.customerEmail
    const replyTo = await issueReplyAddress(app, tx, { threadId: thread.id, side: otherSide(side), to })
    if (side === 'customer') {
      const threadUrl = `${app.config.publicUrl}/dashboard/nachrichten?${new URLSearchParams('bookingId' in subject ? { buchung: subject.bookingId } : { anfrage: subject.quoteId })}`
      return enqueueEncryptedMail(app, tx, unreadCompanyMail({ place, unread, threadUrl, replyTo }))
    }
    // A request for a quote is only sent by a customer who opened a mailed link or is signed in, so its address is confirmed.
    const isConfirmed = thread.customerConfirmedAt !== null || 'quoteId' in subject
    const links = await linksOf(app, tx, place)
    await enqueueEncryptedMail(app, tx, unreadCustomerMail({ place, unread, isConfirmed, links, replyTo }))
  })

const linksOf = async (app: App, tx: Transaction, { bookingId, bookingDate, quoteId }: PlaceRow) =>
  bookingId !== null && bookingDate !== null
    ? issueBookingLinks(app, tx, { id: bookingId, bookingDate })
    : { page: await app.hooks.issueQuotePage(app, tx, quoteId ?? ''), withdrawal: null }
