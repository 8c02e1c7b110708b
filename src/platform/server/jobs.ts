import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from './app.ts'
import type { Database, Transaction } from './db.ts'

/** A job: an enqueued payload is parsed by the schema and passed to one action. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  /** Interval at which it runs by itself, once for all processes. */
  everySeconds?: number
  /** Has its own workers: a hanging mail server does not block other jobs. */
  lane?: 'mails'
  run(app: App, payload: z.infer<Payload>): Promise<void>
}
/** One of a list of jobs; each was checked in its declaration. */
export type AnyJob = Job

/** Declares a job. */
export const job = <Payload extends z.ZodType>(one: Job<Payload>) => one

/** At a try every ten seconds, three days and a half: longer than a weekend without a mail server. The column holds no larger number. */
const maxAttempts = 32_000

export type Enqueued = { name: string; payload: object; key?: string; queue?: string; runAt?: Date }

/**
 * Puts a job into the queue, in the caller's transaction: it runs after the commit or never. Of several jobs with the same `key` only one
 * waits; of one `queue` only one runs at a time; `runAt` delays the job.
 */
export const enqueue = (tx: Transaction | Database, one: Enqueued) => enqueueAll(tx, [one])

/**
 * Enqueues many jobs in one statement. If a worker takes the waiting job of the same key at this very moment, the library adds nothing and
 * returns no row for it (graphile/worker#580). A second call sees the taken job and adds another.
 */
export async function enqueueAll(tx: Transaction | Database, jobs: readonly Enqueued[]) {
  let missing = jobs
  for (let tries = 0; missing.length > 0; tries++) {
    if (tries === mostTries) throw new Error(`${missing.length} jobs (${missing[0]?.name}) were not taken into the queue`)
    const added = new Set((await addJobs(tx, missing)).map(({ key }) => key))
    missing = missing.filter(({ key }) => key !== undefined && !added.has(key))
  }
}
const mostTries = 20

/** Removes waiting jobs from the queue; a running one ends, but is not retried. */
export const withdrawJobs = (tx: Transaction, keys: readonly string[]) =>
  sql`select graphile_worker.remove_job(key) from unnest(${keys}::text[]) as key`.execute(tx)

async function addJobs(tx: Transaction | Database, jobs: readonly Enqueued[]) {
  const { rows } = await sql<{ key: string | null }>`
    select added.key
    from graphile_worker.add_jobs(
      array(
        select row(job.name, job.payload::json, job.queue, job.run_at, ${maxAttempts}::integer, job.key, null, null)::graphile_worker.job_spec
        from unnest(
          ${jobs.map(({ name }) => name)}::text[],
          ${jobs.map(({ payload }) => JSON.stringify(payload))}::text[],
          ${jobs.map(({ key }) => key ?? null)}::text[],
          ${jobs.map(({ queue }) => queue ?? null)}::text[],
          ${jobs.map(({ runAt }) => runAt ?? null)}::timestamptz[]
        ) as job (name, payload, key, queue, run_at)
      )
    ) as added`.execute(tx)
  return rows
}

/** Task list of the worker library. Tests run the same list once, without a worker. */
export const taskListOf = (app: App, jobs: readonly AnyJob[]) =>
  Object.fromEntries(jobs.map((one) => [one.name, async (raw: unknown) => one.run(app, one.payload.parse(raw))]))

/** Deletes jobs that were replaced by another of the same key while they ran in a worker that died: they will never run again. */
export const sweepReplacedJobs = (app: App) =>
  sql`
    select graphile_worker.complete_jobs(array_agg(id))
    from graphile_worker.jobs
    where locked_at is null and attempts >= max_attempts`.execute(app.db)
