import { readPendingRefunds } from '#src/money/payments/refundActions.ts'
import { type Appointment, lockAppointment } from '#src/orders/appointments/actions.ts'
import { appointmentProblems } from '#src/orders/appointments/actRules.ts'
import { refundAt, withdrawalUntilOf } from '#src/orders/appointments/refundRules.ts'
import { lockCancellable } from '#src/orders/bookings/cancelActions.ts'
import {
  customerCancelProblems,
  customerCancelReason,
  freeCancellationEnd,
  refundDiffers,
} from '#src/orders/bookings/customerCancelRules.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { readReceipt } from '#src/orders/receipts/actions.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import { cancelBookingIn } from './cancelActions.ts'
import { refundableCents } from './rules.ts'

type Order = { key: HeldKey; expectedRefundCents?: Cents | undefined; requestId: string }

/**
 * Cancels a paid booking on behalf of its customer: cancellation, refund by the current rules, and mails to both sides in one transaction.
 * `expectedRefundCents` is the refund that the customer was shown; if it differs from the current one, refundDiffers is thrown and nothing
 * changes. Without it a full refund is expected. Returns the updated booking. Throws as readReceipt, customerCancelProblems,
 * refundDiffers, appointmentProblems and cancelProblems.
 */
export async function cancelAsCustomer(app: App, { key, expectedRefundCents, requestId }: Order) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockCancellable(tx, bookingId)
    if (booking.paidAt === null) throw bookingProblems.notFound()
    const leftCents = refundableCents(booking, await readPendingRefunds(tx, bookingId))
    const refundCents = refundOf(app, { booking, appointment, leftCents })
    if (refundCents !== (expectedRefundCents ?? leftCents)) throw refundDiffers(refundCents)
    const order = { bookingId, by: 'customer' as const, reason: customerCancelReason, actor: 'customer', requestId, refundCents }
    await cancelBookingIn(app, tx, order)
  })
  return readReceipt(app, key)
}

type Params = { booking: Awaited<ReturnType<typeof lockCancellable>>; appointment: Appointment | undefined; leftCents: Cents }

/** Returns the refund in cents as of now. Without a calendar the default rule applies: everything, until the end of free cancellation. */
function refundOf(app: App, { booking, appointment, leftCents }: Params) {
  const now = app.now()
  if (!appointment) {
    if (now > freeCancellationEnd(booking)) throw customerCancelProblems.tooLate()
    return leftCents
  }
  if (appointment.status !== 'agreed' || now >= appointment.startsAt) throw appointmentProblems.over()
  const refund = refundAt({ ...appointment, withdrawalUntil: withdrawalUntilOf(booking) }, leftCents, now)
  if (!refund) throw customerCancelProblems.tooLate()
  return refund.refundCents
}
