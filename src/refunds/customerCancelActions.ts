import { lockCancellable } from '#src/bookings/cancelActions.ts'
import { customerCancelProblems, customerCancelReason, freeCancellationEnd } from '#src/bookings/customerCancelRules.ts'
import { openWithKey } from '#src/bookings/links/keyActions.ts'
import type { BookingKey } from '#src/bookings/links/keyRules.ts'
import { readReceipt } from '#src/bookings/receipts/actions.ts'
import { bookingProblems } from '#src/bookings/rules.ts'
import type { App } from '#src/server/app.ts'
import { cancelBookingIn } from './cancelActions.ts'

/**
 * A customer takes a paid booking back, free of charge until the rules' moment: cancelled, everything on its way back, both sides told, in
 * one transaction. Answers the booking as it stands then. Throws as readReceipt, customerCancelProblems and cancelProblems.
 */
export async function cancelOwnBooking(app: App, { key, requestId }: { key: BookingKey; requestId: string }) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const booking = await lockCancellable(tx, bookingId)
    if (booking.paidAt === null) throw bookingProblems.notFound()
    if (app.now() > freeCancellationEnd(booking)) throw customerCancelProblems.tooLate()
    const order = { bookingId, by: 'customer' as const, reason: customerCancelReason, actor: 'customer', requestId }
    await cancelBookingIn(app, tx, order)
  })
  return readReceipt(app, key)
}
