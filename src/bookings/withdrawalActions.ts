import type { Transaction } from '#src/server/db.ts'
import { lockBooking } from './store.ts'

/** The booking that somebody withdraws from, locked against payment, refund, payout and cancellation. */
export const lockDeclaredBooking = (tx: Transaction, bookingId: string) => lockBooking(tx, bookingId)
