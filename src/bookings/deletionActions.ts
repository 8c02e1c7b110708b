import { forgetCheckouts } from '#src/payments/deletionActions.ts'
import type { Transaction } from '#src/server/db.ts'
import { deleteUnpaidBookings, lockUnpaidBookings } from './deletionStore.ts'

/** Deletes a company's bookings with their checkouts, none of which was ever paid, before the company is deleted. */
export async function forgetBookings(tx: Transaction, companyId: string) {
  const bookings = await lockUnpaidBookings(tx, companyId)
  await forgetCheckouts(
    tx,
    bookings.map(({ id }) => id),
  )
  await deleteUnpaidBookings(tx, companyId)
}
