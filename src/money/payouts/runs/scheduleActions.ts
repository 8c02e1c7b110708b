import type { PayoutSchedule } from '#src/platform/kit/settingOptions.ts'
import type { App } from '#src/platform/server/app.ts'
import { underLease } from '#src/platform/server/database/leases.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { checkHold } from '../restored/actions.ts'
import { arePayoutsHeld } from '../restored/store.ts'
import { claimAll, resumeRun, runLease } from './actions.ts'
import { nextPayoutAt, payoutRhythms } from './holidays.ts'
import { runLimits } from './rules.ts'
import { insertSchedule, listSchedule, markMoved, markScheduled } from './scheduleStore.ts'
import { sendTransfers } from './sendActions.ts'
import { deleteEmptyRuns, insertRun } from './store.ts'

const longMs = 30 * 60_000

/**
 * Resumes a run that a process left unfinished, and starts one for the due rhythms: one run per due time, in the first process only. Does
 * nothing during another run, and while payouts are held after a restore.
 */
export async function startDueRuns(app: App) {
  const { payoutSchedule } = await readSettings(app.db)
  for (const rhythm of payoutRhythms) {
    await insertSchedule(app.db, { rhythm, nextPayoutDate: nextPayoutAt(rhythm, app.now(), payoutSchedule), createdAt: app.now() })
  }
  if (await arePayoutsHeld(app.db)) return app.log.warn('payouts are held until a restore is reconciled')
  const until = performance.now() + longMs
  await underLease(app, runLease, async () => {
    await resumeRun(app, until)
    const runId = await startDueRun(app, payoutSchedule)
    if (runId) await claimAll(app, runId, until)
  })
  await sendTransfers(app, { until: performance.now() + runLimits.waitSeconds * 1_000 })
}

/** Moves future payout times to a new schedule, in the transaction that changes it; a run that is already due stays due. */
export async function moveSchedule(app: App, tx: Transaction, payoutSchedule: PayoutSchedule) {
  const now = app.now()
  for (const rhythm of payoutRhythms) await markMoved(tx, { rhythm, nextPayoutDate: nextPayoutAt(rhythm, now, payoutSchedule), now })
}

async function startDueRun(app: App, payoutSchedule: PayoutSchedule) {
  const now = app.now()
  const schedule = await listSchedule(app.db)
  const due = payoutRhythms.filter((one) => schedule.some(({ rhythm, nextPayoutDate }) => rhythm === one && nextPayoutDate <= now))
  if (due.length === 0 || (await checkHold(app))) return undefined
  return app.db.transaction().execute(async (tx) => {
    for (const rhythm of due) await markScheduled(tx, { rhythm, nextPayoutDate: nextPayoutAt(rhythm, now, payoutSchedule), ranAt: now })
    const { id } = await insertRun(tx, { trigger: 'schedule', takes: 'payable', rhythms: due, now })
    return id
  })
}

/** Deletes empty runs after `emptyRunsDays`. */
export async function sweepRuns(app: App) {
  await deleteEmptyRuns(app.db, new Date(app.now().getTime() - emptyRunsDays * 86_400_000))
}
const emptyRunsDays = 90
