import { captureCheckout, openCheckout, prepareCheckout } from '#src/money/payments/actions.ts'
import { findCheckoutOfBooking } from '#src/money/payments/store.ts'
import { changeAppointment, lockAppointment } from '#src/orders/appointments/actions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { insertReminder } from '#src/orders/appointments/reminderStore.ts'
import { findAppointment } from '#src/orders/appointments/store.ts'
import { findEstimate } from '#src/orders/bookings/estimateStore.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { offerOf } from '#src/orders/bookings/orderActions.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { type Asked, captureSoon, lapseRequest } from './actions.ts'
import { answerDueMail, captureRefusedMail, payNewPriceMail } from './mails.ts'
import { isWaitingFor, payAgainMs } from './rules.ts'
import { listAccepting, listDueSoon, listOverdue, markPayableUntil } from './store.ts'

/** Captures the payment of an accepted request, unless it was cancelled in the meantime. Idempotent. */
export async function captureBooking(app: App, { bookingId }: { bookingId: string }) {
  const appointment = await findAppointment(app.db, bookingId)
  if (appointment?.status === 'accepting') await captureCheckout(app, bookingId)
}

/**
 * Handles the end of an accepted request's authorization: the bank refused the capture, or the customer accepted a price above the ceiling.
 * The time stays reserved for a while, in which the customer may pay in another way.
 */
export async function allowPayAgain(app: App, tx: Transaction, { appointment, booking }: Asked) {
  const { bookingId, companyId } = appointment
  const now = app.now()
  const expiresAt = new Date(now.getTime() + payAgainMs)
  const { attempt = 0 } = (await findCheckoutOfBooking(tx, bookingId)) ?? {}
  await changeAppointment(tx, { appointment, to: 'held', actor: 'system', act: 'captureRefused', deadlineAt: expiresAt, now })
  await markPayableUntil(tx, { id: bookingId, expiresAt })
  const isBusiness = booking.customerKind === 'business'
  const { amountCents } = booking
  await prepareCheckout(app, tx, { bookingId, amountCents, isHeld: false, isBusiness, attempt: attempt + 1, expiresAt })
  await enqueue(tx, { name: 'bookings.payAgain', payload: { bookingId }, key: `payAgain:${bookingId}` })
  await announce(tx, { companyId, kind: 'booking', id: bookingId })
  const links = await issueBookingLinks(app, tx, booking)
  const estimate = await findEstimate(tx, bookingId)
  const mail = estimate?.acceptedAt ? payNewPriceMail : captureRefusedMail
  await enqueueEncryptedMail(app, tx, mail({ booking, company: await companyOf(tx, companyId), until: expiresAt, links }))
}

/** Opens a checkout in which the customer pays in another way; the booking's page links to it. Throws PaymentsUnavailable. */
export async function openPayAgain(app: App, { bookingId }: { bookingId: string }) {
  const { booking, company } = await app.db.transaction().execute(async (tx) => {
    const found = await lockBooking(tx, bookingId)
    if (!found) throw new Error(`booking ${bookingId} is gone`)
    return { booking: found, company: await companyOf(tx, found.companyId) }
  })
  if (booking.bookingStatus !== 'pending') return
  await openCheckout(app, { bookingId, offer: offerOf(app, { booking, company }), isPatient: true })
}

/**
 * Ends requests that were not answered in time, reminds companies before, and retries captures. All are found from rows, so an outage loses
 * none.
 */
export async function lapseRequests(app: App) {
  const now = app.now()
  for (const { bookingId } of await listOverdue(app.db, now)) await lapseRequest(app, bookingId)
  for (const { bookingId } of await listDueSoon(app.db, now)) await remindCompany(app, bookingId)
  for (const { bookingId } of await listAccepting(app.db, new Date(now.getTime() - captureRetryMs))) await captureSoon(app.db, bookingId)
}

/** Time after which an unfinished capture is retried. */
const captureRetryMs = 2 * 60_000

const remindCompany = (app: App, bookingId: string) =>
  app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    const now = app.now()
    if (!appointment?.deadlineAt || !booking || !isWaitingFor('requested', appointment, now)) return
    const { startsAt, companyId, deadlineAt: until } = appointment
    if (!(await insertReminder(tx, { bookingId, occasion: 'answerDue', startsAt, now }))) return
    await enqueueMail(tx, answerDueMail({ booking, company: await companyOf(tx, companyId), until, publicUrl: app.config.publicUrl }))
  })
