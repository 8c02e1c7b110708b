import { randomUUID } from 'node:crypto'
import { findKnownByNumber } from '#src/orders/receipts/store.ts'
import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import type { App } from '#src/platform/server/app.ts'
import type { CountCreated } from '#src/platform/server/calls/endpoint.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import { newLinkMail } from '../mails.ts'
import type { NewLinkRequest } from './newLinkRules.ts'
import { bookingLinkDays, bookingLinkProblems, bookingPage } from './rules.ts'
import { deleteExpiredBookingLinks, findBookingByLink, insertBookingLink } from './store.ts'

/**
 * Creates a token of 43 characters for a mail to the customer. Its holder may see the booking, cancel it, withdraw from it and review it
 * (docs/spec.md#booking-access). The mail must be sent with `enqueueEncryptedMail`.
 */
export async function issueBookingToken(app: App, tx: Transaction, booking: { id: string; bookingDate: string }) {
  const [now, token] = [app.now(), newToken(app)]
  const afterSending = new Date(now.getTime() + bookingLinkDays * 86_400_000)
  const afterService = berlinInstant(addDays(booking.bookingDate, bookingLinkDays), '00:00')
  const expiresAt = afterSending > afterService ? afterSending : afterService
  await insertBookingLink(tx, { tokenHash: hashToken(token), bookingId: booking.id, createdAt: now, expiresAt })
  return token
}

/** URL of the booking's own page with such a token. */
export const bookingPageUrl = (app: App, token: string) => `${app.config.publicUrl}${bookingPage}?token=${token}`

/** Links of a mail to the customer, with one new token: the booking's page and the withdrawal from the contract. */
export async function issueBookingLinks(app: App, tx: Transaction, booking: { id: string; bookingDate: string }) {
  const token = await issueBookingToken(app, tx, booking)
  return { page: bookingPageUrl(app, token), withdrawal: `${app.config.publicUrl}${legalPages.withdrawal.path}?token=${token}` }
}

/** Returns the booking that a mailed token opens. Throws bookingLinkProblems. */
export async function openBookingLink(app: App, token: string, db: Database | Transaction = app.db) {
  if (token === '') throw bookingLinkProblems.linkMissing()
  const booking = await findBookingByLink(db, { tokenHash: hashToken(token), now: app.now() })
  if (!booking) throw bookingLinkProblems.linkUnknown()
  return booking
}

/** Requests a new link. Only the job looks up the booking, so neither the response nor its duration reveals whether it exists. */
export const requestNewLink = (app: App, { request, countCreated }: { request: NewLinkRequest; countCreated: CountCreated }) =>
  app.db.transaction().execute(async (tx) => {
    await countCreated(tx)
    await enqueue(tx, { name: 'bookings.sendLink', payload: { ...request, requestId: randomUUID() } })
  })

/** Job that mails a new link to the booking's own address, and nothing to strangers. Idempotent. */
export const sendNewLink = (app: App, { requestId, ...request }: NewLinkRequest & { requestId: string }) =>
  app.db.transaction().execute(async (tx) => {
    for (const booking of await findKnownByNumber(tx, request)) {
      const links = await issueBookingLinks(app, tx, booking)
      await enqueueEncryptedMail(app, tx, newLinkMail({ booking, requestId, links }))
    }
  })

/** Deletes expired links. */
export const sweepBookingLinks = (app: App) => deleteExpiredBookingLinks(app.db, app.now())
