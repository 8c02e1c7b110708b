import type { Database, Transaction } from '#src/server/db.ts'
import type { PayoutRhythm } from './holidays.ts'

type Schedule = { rhythm: PayoutRhythm; nextPayoutDate: Date }

/** Writes when a rhythm pays out for the first time; nothing happens when that is known. */
export const insertSchedule = (db: Database, schedule: Schedule & { createdAt: Date }) =>
  db
    .insertInto('payoutSettings')
    .values(schedule)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** When each rhythm pays out next, the soonest first. */
export const listSchedule = (db: Database) =>
  db.selectFrom('payoutSettings').select(['rhythm', 'nextPayoutDate', 'lastPayoutDate', 'createdAt']).orderBy('nextPayoutDate').execute()

/** Writes that a rhythm pays out now, and when it does next. */
export const markScheduled = (tx: Transaction, { rhythm, nextPayoutDate, ranAt }: Schedule & { ranAt: Date }) =>
  tx.updateTable('payoutSettings').set({ nextPayoutDate, lastPayoutDate: ranAt }).where('rhythm', '=', rhythm).execute()

/** Moves a rhythm whose moment still lies ahead. */
export const markMoved = (tx: Transaction, { rhythm, nextPayoutDate, now }: Schedule & { now: Date }) =>
  tx.updateTable('payoutSettings').set({ nextPayoutDate }).where('rhythm', '=', rhythm).where('nextPayoutDate', '>', now).execute()

/** Writes that everybody is paid out now, beside the schedule. */
export const markRan = (tx: Transaction, ranAt: Date) => tx.updateTable('payoutSettings').set({ lastPayoutDate: ranAt }).execute()
