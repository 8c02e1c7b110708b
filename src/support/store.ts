import type { Database } from '#src/server/db.ts'
import { readSettings } from '#src/server/settings.ts'

/** The settings that the support page shows: the operator's contact, and when companies are paid out. */
export async function findSupportFacts(db: Database) {
  const { operator, payoutSchedule, firstPayoutHoldDays } = await readSettings(db)
  return { operator, payoutWeekday: payoutSchedule.weekday, firstPayoutHoldDays }
}
