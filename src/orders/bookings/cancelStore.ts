import type { PaymentStatus } from '#src/money/payments/bookingStates.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import type { Canceller } from './cancelRules.ts'

/** Cancels a booking for good; the payment of an unpaid one becomes failed. The database refuses every state but pending and confirmed. */
export const markCancelled = (
  tx: Transaction,
  one: { id: string; paymentStatus: PaymentStatus; by: Canceller; reason: string; now: Date },
) =>
  tx
    .updateTable('bookings')
    .set({
      bookingStatus: 'cancelled',
      paymentStatus: one.paymentStatus,
      cancelledAt: one.now,
      cancelledBy: one.by,
      cancelReason: one.reason,
      updatedAt: one.now,
    })
    .where('id', '=', one.id)
    .where('bookingStatus', '!=', 'cancelled')
    .returning('id')
    .executeTakeFirst()
