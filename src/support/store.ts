import type { Database } from '#src/server/db.ts'
import { readSettings } from '#src/server/settings.ts'

/** Finds the settings that the support page shows: the operator's contact, and the payout schedule. */
export async function findSupportFacts(db: Database) {
  const { operator, payoutSchedule, firstPayoutHoldDays } = await readSettings(db)
  return { operator, payoutWeekday: payoutSchedule.weekday, firstPayoutHoldDays }
}
