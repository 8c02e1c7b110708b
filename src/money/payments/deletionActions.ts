import type { Transaction } from '#src/platform/server/db.ts'
import { deleteClosedCheckouts } from './deletionStore.ts'

/**
 * Deletes the checkouts of bookings that are being deleted. A checkout that can still be paid is kept; the database then refuses to delete
 * its booking.
 */
export async function deleteCheckouts(tx: Transaction, bookingIds: readonly string[]) {
  if (bookingIds.length > 0) await deleteClosedCheckouts(tx, bookingIds)
}
