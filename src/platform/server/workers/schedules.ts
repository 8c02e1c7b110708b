import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Database, Transaction } from '../db.ts'
import { type AnyJob, enqueue } from '../jobs.ts'
import { describeError } from '../log.ts'

/** Checks every second which jobs are due, together with all other processes: the process that takes a due job enqueues it. */
export function startSchedules(app: App, jobs: readonly AnyJob[]) {
  const scheduled = jobs.filter((one) => one.everySeconds !== undefined)
  if (scheduled.length === 0) return []
  const look = () =>
    enqueueDue(app.db, scheduled).catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'schedule missed'))
  void look()
  return [setInterval(() => void look(), scheduleMs)]
}
const scheduleMs = 1_000

/** One transaction per job: one that touches several waiting jobs could deadlock with a worker that ends them. */
async function enqueueDue(db: Database, scheduled: readonly AnyJob[]) {
  for (const { name, everySeconds } of await listDue(db, scheduled)) {
    await db.transaction().execute(async (tx) => {
      if (await takeDue(tx, { name, everySeconds })) await enqueue(tx, { name, payload: {}, key: name, queue: name })
    })
  }
}

/** Lists the due jobs; a job that was never scheduled before is due at once. */
async function listDue(db: Database, scheduled: readonly AnyJob[]) {
  const { rows } = await sql<{ name: string; everySeconds: number }>`
    select job.name, job.every_seconds
    from unnest(
      ${scheduled.map(({ name }) => name)}::text[],
      ${scheduled.map(({ everySeconds }) => everySeconds ?? 0)}::double precision[]
    ) as job (name, every_seconds)
    left join job_schedules as last on last.name = job.name
    where last.name is null or last.due_at <= clock_timestamp()`.execute(db)
  return rows
}

/** Notes the next time of a job; returns false if another process has taken this one. */
async function takeDue(tx: Transaction, { name, everySeconds }: { name: string; everySeconds: number }) {
  const { rows } = await sql<{ name: string }>`
    insert into job_schedules as known (name, due_at)
    values (${name}, clock_timestamp() + make_interval(secs => ${everySeconds}))
    on conflict (name) do update
    set due_at = excluded.due_at
    where known.due_at <= clock_timestamp()
    returning name`.execute(tx)
  return rows.length > 0
}
