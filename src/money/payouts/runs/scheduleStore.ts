import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { PayoutRhythm } from './holidays.ts'

type Schedule = { rhythm: PayoutRhythm; nextPayoutDate: Date }

/** Inserts the first payout time of a rhythm; no-op if it exists. */
export const insertSchedule = (db: Database, schedule: Schedule & { createdAt: Date }) =>
  db
    .insertInto('payoutSettings')
    .values(schedule)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Next payout time of each rhythm, soonest first. */
export const listSchedule = (db: Database) =>
  db.selectFrom('payoutSettings').select(['rhythm', 'nextPayoutDate', 'lastPayoutDate', 'createdAt']).orderBy('nextPayoutDate').execute()

/** Stores that a rhythm is being paid out, and its next payout time. */
export const markScheduled = (tx: Transaction, { rhythm, nextPayoutDate, ranAt }: Schedule & { ranAt: Date }) =>
  tx.updateTable('payoutSettings').set({ nextPayoutDate, lastPayoutDate: ranAt }).where('rhythm', '=', rhythm).execute()

/** Moves the payout time of a rhythm if it is in the future. */
export const markMoved = (tx: Transaction, { rhythm, nextPayoutDate, now }: Schedule & { now: Date }) =>
  tx.updateTable('payoutSettings').set({ nextPayoutDate }).where('rhythm', '=', rhythm).where('nextPayoutDate', '>', now).execute()

/** Stores the time of a manual run for all rhythms; the schedule is unchanged. */
export const markRan = (tx: Transaction, ranAt: Date) => tx.updateTable('payoutSettings').set({ lastPayoutDate: ranAt }).execute()
