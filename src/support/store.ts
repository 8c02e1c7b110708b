import type { Database } from '#src/server/db.ts'
import { readSettings } from '#src/server/settings.ts'

/** The operator's settings that the support page tells: how to reach it, and when companies get their money. */
export async function findSupportFacts(db: Database) {
  const { operator, payoutSchedule, firstPayoutHoldDays } = await readSettings(db)
  return { operator, payoutWeekday: payoutSchedule.weekday, firstPayoutHoldDays }
}
