import { forgetCheckouts } from '#src/payments/deletionActions.ts'
import type { Transaction } from '#src/server/db.ts'
import { deleteUnpaidBookings, lockUnpaidBookings } from './deletionStore.ts'

/** Holds a company's bookings that nobody has paid, so that nobody's payment is settled meanwhile. */
export const holdBookings = (tx: Transaction, companyId: string) => lockUnpaidBookings(tx, companyId)

/** Deletes a company's bookings with their checkouts, none of which was ever paid, before the company is deleted. */
export async function forgetBookings(tx: Transaction, companyId: string) {
  const bookings = await holdBookings(tx, companyId)
  await forgetCheckouts(
    tx,
    bookings.map(({ id }) => id),
  )
  await deleteUnpaidBookings(tx, companyId)
}
