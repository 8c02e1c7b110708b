import { lockCancellable, tellOfCancellation } from '#src/bookings/cancelActions.ts'
import { cancelProblems } from '#src/bookings/cancelRules.ts'
import { customerCancelProblems, customerCancelReason, freeCancellationEnd } from '#src/bookings/customerCancelRules.ts'
import { openWithKey } from '#src/bookings/keyActions.ts'
import type { BookingKey } from '#src/bookings/keyRules.ts'
import { readReceipt } from '#src/bookings/receiptActions.ts'
import { bookingProblems } from '#src/bookings/rules.ts'
import { Problem } from '#src/kit/problems.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { type CancelOrder, cancelBookingIn } from './cancelActions.ts'
import { refundBookingIn } from './refundActions.ts'
import { refundProblems } from './refundRules.ts'

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
    await cancelBookingIn(app, tx, order).catch((error: unknown) => {
      if (isProblem(error, cancelProblems.paidOut())) return giveBack(app, tx, { booking, order })
      throw error
    })
  })
  return readReceipt(app, key)
}

type Booking = Awaited<ReturnType<typeof lockCancellable>>

/**
 * A payout has taken the share already, and it needs the booking confirmed (see cancelBookingIn). That is no fault of the customer: the
 * money goes back all the same, the provider owes it, and both learn that the appointment does not take place.
 */
async function giveBack(app: App, tx: Transaction, { booking, order }: { booking: Booking; order: CancelOrder }) {
  const { amountCents } = await refundBookingIn(app, tx, order).catch((error: unknown) => {
    throw isProblem(error, refundProblems.nothingLeft()) ? cancelProblems.alreadyCancelled() : error
  })
  await tellOfCancellation(app, tx, { booking, by: order.by, reason: order.reason, refundCents: amountCents, isPaidOut: true })
}

const isProblem = (error: unknown, { code }: Problem) => error instanceof Problem && error.code === code
