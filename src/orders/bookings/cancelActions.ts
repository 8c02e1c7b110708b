import { cancelAppointment } from '#src/orders/appointments/actions.ts'
import { findAppointment } from '#src/orders/appointments/store.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { findCompanyForBooking } from '#src/supply/companies/store.ts'
import { cancelledCompanyMail, cancelledCustomerMail } from './cancelMails.ts'
import { type Canceller, cancelProblems } from './cancelRules.ts'
import { markCancelled } from './cancelStore.ts'
import { issueBookingLinks } from './links/actions.ts'
import { lockBooking } from './store.ts'

/** Locks a booking that may be cancelled against payment, refund and payout. Throws cancelProblems. */
export async function lockCancellable(tx: Transaction, bookingId: string) {
  const booking = await lockBooking(tx, bookingId)
  if (!booking) throw cancelProblems.bookingUnknown()
  if (booking.bookingStatus === 'cancelled') throw cancelProblems.alreadyCancelled()
  return booking
}
type Cancellable = Awaited<ReturnType<typeof lockCancellable>>
/**
 * Cancellation, amounts in cents. `retainedCents` stays with the company; `isPaidOut`: the share is in a payout, even one still under way.
 */
type Cancelled = {
  booking: Cancellable
  by: Canceller
  reason: string
  refundCents: Cents | undefined
  retainedCents: Cents
  isPaidOut: boolean
}

/**
 * Cancels a locked booking for good and mails customer and company. The calling function makes the refund; `refundCents` is its amount. A
 * job closes the checkout of an unpaid booking at the PSP afterwards; a payment that arrives before that is refunded in full.
 */
export async function cancelLocked(app: App, tx: Transaction, cancelled: Cancelled) {
  const { booking, by, reason, retainedCents } = cancelled
  const { id, companyId, paidAt } = booking
  const paymentStatus = paidAt === null ? 'failed' : booking.paymentStatus
  const marked = await markCancelled(tx, { id, paymentStatus, by, reason, now: app.now() })
  if (!marked) throw new Error(`booking ${id} is gone`)
  const appointment = await findAppointment(tx, id)
  if (appointment) await cancelAppointment(tx, { appointment, actor: by === 'withdrawal' ? 'customer' : by, retainedCents, now: app.now() })
  if (paidAt === null) await enqueue(tx, { name: 'bookings.withdraw', payload: { bookingId: id }, key: `withdraw:${id}` })
  await announce(tx, { companyId, kind: 'booking', id })
  await notifyOfCancellation(app, tx, { ...cancelled, appointment })
}

type Notified = Cancelled & { appointment: Awaited<ReturnType<typeof findAppointment>> }

/** Mails the cancellation to customer and company, with a file that removes the appointment from their calendars. */
async function notifyOfCancellation(app: App, tx: Transaction, { isPaidOut, appointment, ...cancelled }: Notified) {
  const { booking } = cancelled
  const company = await findCompanyForBooking(tx, booking.companyId)
  if (!company) throw new Error(`the company of booking ${booking.id} is gone`)
  const links = await issueBookingLinks(app, tx, booking)
  // Cancelling raises the appointment's sequence by one (markAppointment); the file of a booking without an appointment was mailed with 0.
  const { endsAt, parts, sequence = 0 } = appointment ?? {}
  const entry = booking.paidAt === null ? undefined : { endsAt, parts, sequence: sequence + 1, at: app.now() }
  const facts = { ...cancelled, company, entry, publicUrl: app.config.publicUrl }
  await enqueueEncryptedMail(app, tx, cancelledCustomerMail({ ...facts, links }))
  await enqueueMail(tx, cancelledCompanyMail({ ...facts, isPaidOut }))
}
