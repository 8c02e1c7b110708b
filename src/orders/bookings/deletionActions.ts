import { deleteCheckouts } from '#src/money/payments/deletionActions.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { deleteOldNotes, deleteUnpaidBookings, lockUnpaidBookings, purgeUnpaidCustomers } from './deletionStore.ts'

/** Deletes a company's unpaid bookings with their checkouts, before the company itself is deleted. */
export async function deleteBookings(tx: Transaction, companyId: string) {
  const bookings = await lockUnpaidBookings(tx, companyId)
  await deleteCheckouts(
    tx,
    bookings.map(({ id }) => id),
  )
  await deleteUnpaidBookings(tx, companyId)
}

/** Retention in days: of the customer's data in a never paid order, and of records of sent reminders and day lists. Batch size in rows. */
const [unpaidDays, notesDays, batch] = [30, 30, 1_000]

/** Erases the customers' data of old unpaid orders, and deletes records of sent mails about past days (docs/retention.md). */
export async function sweepBookings(app: App) {
  const now = app.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  while ((await purgeUnpaidCustomers(app.db, { createdBefore: daysAgo(unpaidDays), now, limit: batch })) === batch);
  await deleteOldNotes(app.db, { day: addDays(berlinDay(now), -notesDays), at: daysAgo(notesDays) })
}
