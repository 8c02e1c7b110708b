import { offeredMethods } from '#src/money/payments/methods.ts'
import type { Database } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'

/** Finds the settings that the support page shows: the operator's contact, and the payout schedule. */
export async function findSupportFacts(db: Database) {
  const settings = await readSettings(db)
  const { operator, payoutSchedule, firstPayoutHoldDays } = settings
  return { operator, payoutWeekday: payoutSchedule.weekday, firstPayoutHoldDays, methods: offeredMethods(settings) }
}
