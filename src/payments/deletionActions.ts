import type { Transaction } from '#src/server/db.ts'
import { deleteClosedCheckouts } from './deletionStore.ts'

/** Deletes the checkouts of bookings that are deleted. One that can still be paid stays, and with it its booking: the database refuses. */
export async function forgetCheckouts(tx: Transaction, bookingIds: readonly string[]) {
  if (bookingIds.length > 0) await deleteClosedCheckouts(tx, bookingIds)
}
