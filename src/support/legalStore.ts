import type { Database } from '#src/server/db.ts'
import { readSettings } from '#src/server/settings.ts'

/** What of the settings stands in legal texts. */
export async function findLegalSettings(db: Database) {
  const { operator, vatBasisPoints, orderLabel, payoutSchedule, firstPayoutHoldDays } = await readSettings(db)
  return { operator, vatBasisPoints, orderLabel, payoutWeekday: payoutSchedule.weekday, firstPayoutHoldDays }
}
