import { sql } from 'kysely'
import { listAudits } from '#src/money/payments/reconciliation/auditStore.ts'
import { arePayoutsHeld } from '#src/money/payouts/restored/store.ts'
import { silenceSeconds } from '#src/platform/server/workers/heartbeat.ts'
import { findOldestJob, stalledSeconds } from '#src/platform/server/workers/queue.ts'
import type { OpenedDatabase } from './database.ts'
import { codeOf, type Finding, findingsOf } from './findings.ts'

const jobs = findingsOf('Jobs')

/** Waiting jobs, and processes that work on them. */
export async function checkJobs({ db }: OpenedDatabase): Promise<Finding[]> {
  try {
    const oldest = await findOldestJob({ db })
    const { rows } = await sql<{ workers: number }>`
      select count(*)::integer as workers
      from job_workers
      where seen_at > clock_timestamp() - make_interval(secs => ${silenceSeconds})`.execute(db)
    const workers = rows[0]?.workers ?? 0
    return [
      workers > 0
        ? jobs.right(`${workers} groups of workers live.`)
        : jobs.wrong('no process works on jobs: start a server with ROLE=both or ROLE=worker.'),
      waitingFinding(oldest),
    ]
  } catch (error) {
    return [unmigrated(jobs, error)]
  }
}

function waitingFinding(oldest: { job: string; seconds: number; waiting: number } | undefined) {
  if (!oldest) return jobs.right('none waits.')
  const { job, seconds, waiting } = oldest
  if (seconds < stalledSeconds) return jobs.right(`${waiting} wait, the oldest for ${seconds} s.`)
  const minutes = Math.floor(seconds / 60)
  return jobs.wrong(`${waiting} wait, ${job} for ${minutes} minutes: check the log of the workers (docs/operations.md#waiting-jobs).`)
}

const audit = findingsOf('Self-audit')
/** The audit runs every night. */
const mostAuditHours = 36

/** Result of the last self-audit. */
export async function checkLastAudit({ db }: OpenedDatabase): Promise<Finding> {
  try {
    const [last] = await listAudits(db, 1)
    if (!last) return audit.unchecked('none has run yet: it runs every night, or with `npm run admin -- self-audit`.')
    const hours = (Date.now() - last.startedAt.getTime()) / 3_600_000
    const at = `${last.startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    if (last.pspCents === null && last.violations === 0 && last.openBreaks === 0)
      return audit.wrong(`the one of ${at} could not read the balance of the PSP: see Stripe, then run \`npm run admin -- self-audit\`.`)
    if (!last.isClean)
      return audit.wrong(
        `the one of ${at} found ${last.violations} violations and ${last.openBreaks} open discrepancies: follow docs/operations.md#the-self-audit-reports-a-violation.`,
      )
    if (hours > mostAuditHours) return audit.wrong(`the last one is of ${at}: check that a process works on jobs.`)
    return audit.right(`the one of ${at} found nothing.`)
  } catch (error) {
    return unmigrated(audit, error)
  }
}

const payouts = findingsOf('Payouts')

/** Payouts wait after a restore, or while the PSP has a transfer that the database forgot. */
export async function checkPayouts({ db }: OpenedDatabase): Promise<Finding> {
  try {
    return (await arePayoutsHeld(db))
      ? payouts.wrong('held after a restore: run `npm run admin -- after-restore` (docs/operations.md#after-a-restore).')
      : payouts.right('not held.')
  } catch (error) {
    return unmigrated(payouts, error)
  }
}

/** A table is missing before the first start. */
function unmigrated(area: ReturnType<typeof findingsOf>, error: unknown) {
  if (codeOf(error) !== '42P01') throw error
  return area.unchecked('not checked before the migrations.')
}
