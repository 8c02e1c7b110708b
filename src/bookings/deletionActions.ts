import { addDays, berlinDay } from '#src/kit/dates.ts'
import { forgetCheckouts } from '#src/payments/deletionActions.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { deleteOldNotes, deleteUnpaidBookings, forgetUnpaidCustomers, lockUnpaidBookings } from './deletionStore.ts'

/** Deletes a company's bookings with their checkouts, none of which was ever paid, before the company is deleted. */
export async function forgetBookings(tx: Transaction, companyId: string) {
  const bookings = await lockUnpaidBookings(tx, companyId)
  await forgetCheckouts(
    tx,
    bookings.map(({ id }) => id),
  )
  await deleteUnpaidBookings(tx, companyId)
}

/** How long an order that was never paid keeps its customer's data, and notes of sent reminders and day lists stay. */
const [unpaidDays, notesDays, batch] = [30, 30, 1_000]

/** Forgets the customers of old unpaid orders, and notes of what was sent for days that are over (docs/retention.md). */
export async function sweepBookings(app: App) {
  const now = app.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  while ((await forgetUnpaidCustomers(app.db, { createdBefore: daysAgo(unpaidDays), now, limit: batch })) === batch);
  await deleteOldNotes(app.db, { day: addDays(berlinDay(now), -notesDays), at: daysAgo(notesDays) })
}
