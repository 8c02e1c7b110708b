import { lockBooking } from '#src/orders/bookings/store.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { findTipOfOrder, markGiven } from './store.ts'

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>
export type OrderedTip = { job: Booking; orderId: string }

/** Locks the job for which a booking is a tip, before the booking itself is locked. Undefined for every other booking. */
export async function lockTipped(tx: Transaction, orderId: string): Promise<OrderedTip | undefined> {
  const tip = await findTipOfOrder(tx, orderId)
  if (!tip) return undefined
  const job = await lockBooking(tx, tip.bookingId)
  if (!job) throw new Error(`the job ${tip.bookingId} of tip ${orderId} is gone`)
  return { job, orderId }
}

/**
 * Accepts a paid tip, in the transaction that settles its payment. Returns false if the job was cancelled meanwhile or has its tip already:
 * the payment is refunded then.
 */
export async function acceptTip(tx: Transaction, { job, orderId }: OrderedTip, now: Date) {
  if (job.bookingStatus !== 'confirmed') return false
  return (await markGiven(tx, { orderId, now })) !== undefined
}
