import { addMonths, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import { deleteOldThreads, listMessagesForExport } from './keepStore.ts'
import { deleteExpiredReplyAddresses } from './replies/store.ts'
import { retentionMonths } from './rules.ts'

/** Deletes threads after their retention period, with messages and reports; the sweep of attachments deletes the files. */
export async function purgeThreads(app: App) {
  const before = (months: number) => berlinInstant(addMonths(berlinDay(app.now()), -months), '00:00')
  await deleteExpiredReplyAddresses(app.db, app.now())
  await deleteOldThreads(app.db, { bookedUntil: before(retentionMonths.booked), unbookedUntil: before(retentionMonths.unbooked) })
}

/** Returns a person's messages with companies, for the data export. */
export const exportMessages = (app: App, { email }: Person) => listMessagesForExport(app.db, email)
