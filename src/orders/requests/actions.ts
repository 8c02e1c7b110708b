import { type Appointment, changeAppointment, free, lockAppointment } from '#src/orders/appointments/actions.ts'
import { appointmentProblems } from '#src/orders/appointments/actRules.ts'
import type { Booking } from '#src/orders/appointments/enterActions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { markCancelled } from '#src/orders/bookings/cancelStore.ts'
import { findEstimate } from '#src/orders/bookings/estimateStore.ts'
import { listItems } from '#src/orders/bookings/itemStore.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { lockBooking, markExpired } from '#src/orders/bookings/store.ts'
import { readReceipt } from '#src/orders/receipts/actions.ts'
import type { App, HeldCheckout } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueBothMails, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { deleteOccupancies, markOccupancies } from '#src/supply/calendars/occupancyStore.ts'
import { findCompanyForBooking } from '#src/supply/companies/store.ts'
import { lapsedMails, requestedMails, withdrawnMail } from './mails.ts'
import { answerDeadline, withdrawnReason } from './rules.ts'
import { deleteCounterTimes, markRequested } from './store.ts'

export type Asked = { appointment: Appointment; booking: Booking }

/**
 * Hook in the transaction that settles the checkout: the payment is authorized, so the company is asked. Returns false if the request is no
 * longer open; the authorization is released then (docs/spec.md#requests).
 */
export async function receiveRequest(app: App, tx: Transaction, { bookingId, heldUntil }: HeldCheckout) {
  const appointment = await lockAppointment(tx, bookingId)
  const booking = await lockBooking(tx, bookingId)
  const company = booking && (await findCompanyForBooking(tx, booking.companyId))
  const now = app.now()
  if (!appointment || !booking || !company?.isListed) return false
  const { answerHours } = (await readSettings(tx)).appointments
  const deadlineAt = answerDeadline({ startsAt: appointment.startsAt, heldUntil, answerHours }, now)
  if (appointment.status !== 'held' || booking.bookingStatus !== 'pending' || deadlineAt <= now) return false
  await markRequested(tx, { bookingId, now })
  await changeAppointment(tx, { appointment, to: 'requested', actor: 'customer', act: 'requested', deadlineAt, now })
  await markOccupancies(tx, { bookingId, kind: 'request' })
  await announce(tx, { companyId: company.id, kind: 'booking', id: bookingId })
  const items = await listItems(tx, bookingId)
  const links = await issueBookingLinks(app, tx, booking)
  const { publicUrl } = app.config
  const estimate = await findEstimate(tx, bookingId)
  await enqueueBothMails(app, tx, requestedMails({ booking, company, items, estimate, until: deadlineAt, links, publicUrl }))
  return true
}

/** Accepts a request for both sides. A job captures the payment, which makes the appointment agreed. */
export async function acceptRequest(app: App, tx: Transaction, { appointment, booking, actor }: Asked & { actor: 'customer' | 'company' }) {
  const { bookingId, companyId } = appointment
  await changeAppointment(tx, { appointment, to: 'accepting', actor, act: 'accepted', now: app.now() })
  await captureSoon(tx, bookingId)
  await announce(tx, { companyId, kind: 'booking', id: booking.id })
}

/** Enqueues the capture of an accepted request; at most one such job waits per booking. */
export const captureSoon = (tx: Transaction | App['db'], bookingId: string) =>
  enqueue(tx, { name: 'bookings.capture', payload: { bookingId }, key: `capture:${bookingId}` })

type Ending = Asked & { to: 'declined' | 'withdrawn'; by: 'customer' | 'company'; reason: string }

/** Ends a request by an act of either side: its times become free, and a job releases the authorization. */
export async function endRequest(app: App, tx: Transaction, { appointment, booking, to, by, reason }: Ending) {
  const { bookingId, companyId } = appointment
  const now = app.now()
  await deleteCounterTimes(tx, bookingId)
  await free(tx, { appointment, to, actor: by, act: to, now, detail: { reason } })
  const paymentStatus = booking.paidAt === null ? 'failed' : booking.paymentStatus
  await markCancelled(tx, { id: booking.id, paymentStatus, by, reason, now })
  await enqueue(tx, { name: 'bookings.withdraw', payload: { bookingId }, key: `withdraw:${bookingId}` })
  await announce(tx, { companyId, kind: 'booking', id: bookingId })
}

/** Withdraws a customer's request before it is accepted. Returns the booking. Throws as openWithKey, appointmentProblems.over. */
export async function withdrawRequest(app: App, { key }: { key: HeldKey }) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    if (!appointment || !booking || !openStatuses.includes(appointment.status)) throw appointmentProblems.over()
    await endRequest(app, tx, { appointment, booking, to: 'withdrawn', by: 'customer', reason: withdrawnReason })
    await enqueueMail(tx, withdrawnMail({ booking, company: await companyOf(tx, booking.companyId), publicUrl: app.config.publicUrl }))
  })
  return readReceipt(app, key)
}
const openStatuses: readonly Appointment['status'][] = ['requested', 'countered']

/** Ends a request that was not answered in time; does nothing if it was answered in the meantime. */
export const lapseRequest = (app: App, bookingId: string) =>
  app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    const now = app.now()
    if (!appointment || !booking || !openStatuses.includes(appointment.status)) return
    if (appointment.deadlineAt !== null && now < appointment.deadlineAt) return
    await lapseLocked(app, tx, { appointment, booking })
    await enqueue(tx, { name: 'bookings.withdraw', payload: { bookingId }, key: `withdraw:${bookingId}` })
  })

/** Ends a locked request that was not answered in time, or whose authorization expired or was released at the PSP. */
export async function lapseLocked(app: App, tx: Transaction, { appointment, booking }: Asked) {
  const { bookingId, companyId, status } = appointment
  const now = app.now()
  await deleteCounterTimes(tx, bookingId)
  await deleteOccupancies(tx, bookingId)
  await changeAppointment(tx, { appointment, to: 'lapsed', actor: 'system', act: 'lapsed', now })
  await markExpired(tx, { id: bookingId, now })
  await announce(tx, { companyId, kind: 'booking', id: bookingId })
  const company = await companyOf(tx, companyId)
  const links = await issueBookingLinks(app, tx, booking)
  const estimate = await findEstimate(tx, bookingId)
  const wasPriced = estimate !== undefined && estimate.priceCents !== null && estimate.priceCents > estimate.ceilingCents
  const missing = status !== 'countered' ? 'answer' : wasPriced ? 'priceAnswer' : 'timeChoice'
  const mails = lapsedMails({ booking, company, links, publicUrl: app.config.publicUrl, missing })
  await enqueueBothMails(app, tx, mails)
}
