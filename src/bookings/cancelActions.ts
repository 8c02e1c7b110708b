import { lookUpCompany } from '#src/companies/actions.ts'
import type { Cents } from '#src/kit/money.ts'
import { withdrawCheckout } from '#src/payments/actions.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueue } from '#src/server/jobs.ts'
import { announce } from '#src/server/live.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { cancelledCustomerMail, cancelledProviderMail } from './cancelMails.ts'
import { cancelProblems } from './cancelRules.ts'
import { markCancelled } from './cancelStore.ts'
import { lockBooking } from './store.ts'

/** A booking that may be cancelled, locked against payment, refund and payout. Throws cancelProblems. */
export async function lockCancellable(tx: Transaction, bookingId: string) {
  const booking = await lockBooking(tx, bookingId)
  if (!booking) throw cancelProblems.bookingUnknown()
  if (booking.bookingStatus === 'cancelled') throw cancelProblems.alreadyCancelled()
  return booking
}
type Cancellable = Awaited<ReturnType<typeof lockCancellable>>

/**
 * Cancels a locked booking for the operator and tells customer and provider why. What becomes of its money is the caller's: `refundCents`
 * is what goes back. An unpaid one has its checkout ended at the payment provider afterwards; a payment that is quicker is refunded in full.
 */
export async function cancelLocked(
  app: App,
  tx: Transaction,
  { booking, reason, refundCents }: { booking: Cancellable; reason: string; refundCents: Cents | undefined },
) {
  const { id, companyId, paidAt } = booking
  const paymentStatus = paidAt === null ? 'failed' : booking.paymentStatus
  const marked = await markCancelled(tx, { id, paymentStatus, by: 'operator', reason, now: app.now() })
  const company = await lookUpCompany(app, companyId, tx)
  if (!marked || !company) throw new Error(`booking ${id} or its company is gone`)
  if (paidAt === null) await enqueue(tx, { name: 'bookings.withdraw', payload: { bookingId: id }, key: `withdraw:${id}` })
  await announce(tx, { companyId, kind: 'booking', id })
  await enqueueMail(tx, cancelledCustomerMail({ booking, company, reason, refundCents }))
  await enqueueMail(tx, cancelledProviderMail({ booking, company, reason, refundCents }))
}

/** Ends the checkout of a booking that was cancelled, so that nobody pays for it any more. Throws PaymentsUnavailable to be tried again. */
export const withdrawCancelled = (app: App, bookingId: string) => withdrawCheckout(app, bookingId)
