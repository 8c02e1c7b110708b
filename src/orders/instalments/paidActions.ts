import type { lockBooking } from '#src/orders/bookings/store.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { type Instalment, markPaidInstalment } from './store.ts'

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>

/**
 * Marks an instalment as paid, in the transaction that settles its payment. Returns false if the job was cancelled, or the instalment
 * lowered or dropped, since its order was written: the payment is refunded then.
 */
export const acceptInstalment = async (
  tx: Transaction,
  { job, instalment, order, now }: { job: Booking; instalment: Instalment; order: { amountCents: number }; now: Date },
) => {
  if (job.bookingStatus !== 'confirmed' || instalment.totalCents !== order.amountCents) return false
  return (await markPaidInstalment(tx, { id: instalment.id, now })) !== undefined
}
