import { isDisputed } from '#src/money/payments/disputes/actions.ts'
import { readPendingRefunds } from '#src/money/payments/refundActions.ts'
import { lockAppointment } from '#src/orders/appointments/actions.ts'
import { cancelLocked, lockCancellable } from '#src/orders/bookings/cancelActions.ts'
import { type Canceller, cancelProblems } from '#src/orders/bookings/cancelRules.ts'
import { dropOpen } from '#src/orders/instalments/planActions.ts'
import { listOrders, withdrawOpen } from '#src/orders/supplements/store.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { refundBookingIn } from './actions.ts'
import { refundableCents } from './rules.ts'
import { lockPayoutOf } from './store.ts'

/**
 * `actor` as in the audit log. The reason of operator or company is mailed to both sides. `refundCents`: refund; everything left by
 * default.
 */
export type CancelOrder = { bookingId: string; by: Canceller; reason: string; actor: string; requestId: string; refundCents?: Cents }

/**
 * Cancels a booking: an unpaid one before its payment, a paid one with the refund of everything left, all in one transaction. Returns the
 * refund in cents, undefined if nothing was paid. Throws cancelProblems.
 */
export const cancelBooking = (app: App, order: CancelOrder) => app.db.transaction().execute((tx) => cancelBookingIn(app, tx, order))

/** Cancels a booking within the caller's transaction. */
export async function cancelBookingIn(app: App, tx: Transaction, order: CancelOrder) {
  const { bookingId, by, reason, actor, requestId } = order
  await lockAppointment(tx, bookingId)
  const booking = await lockCancellable(tx, bookingId)
  const { bookingStatus, paymentStatus } = booking
  const isUnpaid = booking.paidAt === null
  const refund = isUnpaid ? undefined : await refundLeft(app, tx, { order, booking })
  const isPaidOut = !isUnpaid && (await isSharePaidOut(tx, booking))
  const { retainedCents = 0, ...refunded } = refund ?? {}
  await cancelLocked(app, tx, { booking, by, reason, refundCents: refund?.amountCents, retainedCents, isPaidOut })
  const entry = { at: app.now(), actor, action: 'bookings.cancel', objectType: 'booking', objectId: bookingId, requestId }
  const before = { bookingStatus, ...(isUnpaid ? { paymentStatus } : {}) }
  const after = {
    bookingStatus: 'cancelled',
    ...(isUnpaid ? { paymentStatus: 'failed' } : {}),
    reason,
    ...refunded,
    ...(retainedCents > 0 ? { retainedCents } : {}),
  }
  await recordAudit(tx, { ...entry, before, after })
  if (booking.parentId === null) await cancelSupplements(app, tx, order)
  return { refundCents: refund?.amountCents }
}

/**
 * Cancels the supplements and instalments of a cancelled job: open ones are withdrawn or dropped, the orders of the others cancelled and
 * refunded in full, except disputed ones, whose money the bank decides about.
 */
async function cancelSupplements(app: App, tx: Transaction, { refundCents: _, ...order }: CancelOrder) {
  await withdrawOpen(tx, { bookingId: order.bookingId, now: app.now() })
  await dropOpen(app, tx, order.bookingId)
  for (const { id } of await listOrders(tx, order.bookingId)) {
    if (!(await isDisputed(tx, id))) await cancelBookingIn(app, tx, { ...order, bookingId: id })
  }
}

type Paid = Awaited<ReturnType<typeof lockCancellable>>

/** Refunds everything left, or the ordered part. If the share is in a payout, it becomes a debt of the company. */
async function refundLeft(app: App, tx: Transaction, { order, booking }: { order: CancelOrder; booking: Paid }) {
  if (await isDisputed(tx, booking.id)) throw cancelProblems.disputed()
  const leftCents = refundableCents(booking, await readPendingRefunds(tx, booking.id))
  const amountCents = Math.min(order.refundCents ?? leftCents, leftCents)
  const retainedCents = leftCents - amountCents
  if (amountCents === 0) return { amountCents, retainedCents }
  return { ...(await refundBookingIn(app, tx, { ...order, amountCents })), retainedCents }
}

/** True if the share of a locked booking is in a payout, even a pending one. */
export const isSharePaidOut = async (tx: Transaction, { id, payoutProcessedAt }: Pick<Paid, 'id' | 'payoutProcessedAt'>) =>
  payoutProcessedAt !== null || (await lockPayoutOf(tx, id)) !== undefined
