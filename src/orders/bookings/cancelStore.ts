import type { PaymentStatus } from '#src/money/payments/bookingStates.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import type { Canceller } from './cancelRules.ts'

type Cancelling = { id: string; paymentStatus: PaymentStatus; by: Canceller; reason: string; now: Date }

/** Cancels a booking for good; the payment of an unpaid one becomes failed. The database refuses every state but pending and confirmed. */
export const markCancelled = (tx: Transaction, { id, paymentStatus, by, reason, now }: Cancelling) =>
  tx
    .updateTable('bookings')
    .set({ bookingStatus: 'cancelled', paymentStatus, cancelledAt: now, cancelledBy: by, cancelReason: reason, updatedAt: now })
    .where('id', '=', id)
    .where('bookingStatus', '!=', 'cancelled')
    .returning('id')
    .executeTakeFirst()
