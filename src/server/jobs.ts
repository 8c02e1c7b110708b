import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from './app.ts'
import type { Database, Transaction } from './db.ts'
import { describeError } from './log.ts'

/** A job: an enqueued payload is parsed by the schema and passed to one action. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  /** Runs by itself this often, however many processes there are. */
  everySeconds?: number
  run(app: App, payload: z.infer<Payload>): Promise<void>
}
/** One of a list of jobs; each was checked where it was declared. */
export type AnyJob = Job

/** Declares a job. */
export const job = <Payload extends z.ZodType>(one: Job<Payload>) => one

/** A failed job is tried again after 1, 2, 4 … seconds, never later than this (money and mails must not wait for hours). */
export const longestRetrySeconds = 10
/** A worker without a heartbeat for so long is dead, and its jobs are freed. */
const silenceSeconds = 15
const heartbeatSeconds = 5
const maxAttempts = 10_000

export type Enqueued = { name: string; payload: object; key?: string; queue?: string; runAt?: Date }

/**
 * Puts a job into the queue, in the caller's transaction: it runs after the commit or never. Of several jobs with the same `key` only one
 * waits; of one `queue` only one runs at a time; `runAt` delays the job.
 */
export const enqueue = (tx: Transaction | Database, one: Enqueued) => enqueueAll(tx, [one])

/**
 * The same for many jobs in one statement. If a worker takes the waiting job of the same key at this very moment, the library adds nothing
 * and returns no row for it (graphile/worker#580). A second call sees the taken job and adds another.
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

/** Takes waiting jobs out of the queue; one that runs at this moment ends, but is not tried again. */
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

/**
 * Works on jobs until stopped, from the moment on at which the database lets it, and after `afterMs`. `stop` lets the running ones finish.
 */
export function startJobs(app: App, jobs: readonly AnyJob[], { afterMs = 0 } = {}) {
  const workers = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  // A lock holds the id of the pool that took it, not that of the single worker.
  events.on('pool:create', ({ workerPool }) => workers.add(workerPool.id))
  events.on('job:complete', ({ job: done, error }) => {
    if (error) reportFailure(app, done, error)
  })
  const working = keepWorking(app, {
    pgPool: app.pool,
    // Most of them wait for a PSP that may be slow; mails must not wait behind them.
    concurrency: 24,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: quietLogger,
    events,
    taskList: taskListOf(app, jobs),
    // Only with this preset does the library handle errors when a job ends; otherwise a lost database would end the whole process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    afterMs,
    onEnded: () => workers.clear(),
  })
  const beat = () =>
    keepAlive(app, [...workers]).catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'heartbeat failed'))
  let timers: NodeJS.Timeout[] = []
  void working.begun.then(async () => {
    await beat()
    if (!working.isStopping()) timers = [setInterval(beat, heartbeatSeconds * 1000), ...startSchedules(app, jobs)]
  })
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      if (!(await working.stop())) return
      // Without this statement the others notice after `silenceSeconds`, so a lost database is no reason to fail.
      const farewell = sql`delete from job_workers where worker_id = any(${[...workers]})`.execute(app.db)
      await farewell.catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'workers not signed off'))
    },
  }
}

type Work = RunnerOptions & { events: WorkerEvents; afterMs: number; onEnded: () => void }

/**
 * Workers that the database lets start later start later. The library's workers end for good if the database is lost at the wrong moment;
 * then new ones are started. Some never finish ending: if the database twice refuses to record that jobs have ended, the library miscounts
 * what it still waits for.
 */
function keepWorking(app: App, { afterMs, onEnded, ...options }: Work) {
  let isStopping = false
  const startWorkers = async () => {
    while (!isStopping) {
      try {
        const started = await run(options)
        if (!isStopping) return started
        // Stopped while these workers were starting: nothing else would stop them.
        await started.stop()
      } catch (error) {
        app.log.warn({ error: describeError(error) }, 'workers not started')
      }
      await pause(restartMs)
    }
    return undefined
  }
  let runner: Awaited<ReturnType<typeof startWorkers>>
  const begin = async () => {
    await pause(afterMs)
    runner = await startWorkers()
  }
  const begun = begin()
  const watch = async () => {
    await begun
    while (runner) {
      const error = await Promise.race([endOf(runner.promise), endlessEnding(options.events)])
      if (isStopping) return
      app.log.warn({ error: describeError(error) }, 'workers ended')
      onEnded()
      await pause(restartMs)
      runner = await startWorkers()
    }
  }
  const ended = watch()
  return {
    begun,
    isStopping: () => isStopping,
    /** Answers false when no worker had started yet. */
    stop: async () => {
      isStopping = true
      // Those that are still starting end as soon as they have (startWorkers); without a database they never do.
      if (!runner) return false
      // Workers that have just ended by themselves cannot be stopped.
      await runner.stop().catch((error: unknown) => app.log.debug({ error: describeError(error) }, 'workers had ended'))
      await ended
      return true
    },
  }
}
const restartMs = 500
/** How long ending workers may take. Their jobs go on, but other workers may take the same jobs once their heartbeat is missing. */
const endingMs = 5_000

const endOf = (promise: Promise<void>) =>
  promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )

/** Resolves when workers began to end and have not ended after a while. */
async function endlessEnding(events: WorkerEvents) {
  await new Promise((resolve) => events.once('pool:gracefulShutdown', resolve))
  await pause(endingMs)
  return new Error('workers did not come to their end')
}

/** Every job as the worker library wants it. Tests run the same list once, without a worker. */
export const taskListOf = (app: App, jobs: readonly AnyJob[]) =>
  Object.fromEntries(jobs.map((one) => [one.name, async (raw: unknown) => one.run(app, one.payload.parse(raw))]))

const quietLogger = new Logger(() => () => undefined)

/** Checks every second which jobs are due, together with all other processes: the process that takes a due job enqueues it. */
function startSchedules(app: App, jobs: readonly AnyJob[]) {
  const scheduled = jobs.filter((one) => one.everySeconds !== undefined)
  if (scheduled.length === 0) return []
  const look = () =>
    enqueueDue(app.db, scheduled).catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'schedule missed'))
  void look()
  return [setInterval(() => void look(), scheduleMs)]
}
const scheduleMs = 1_000

/** Each in its own transaction: one that touches several waiting jobs could deadlock with a worker that ends them. */
async function enqueueDue(db: Database, scheduled: readonly AnyJob[]) {
  for (const { name, everySeconds } of await listDue(db, scheduled)) {
    await db.transaction().execute(async (tx) => {
      if (await takeDue(tx, { name, everySeconds })) await enqueue(tx, { name, payload: {}, key: name, queue: name })
    })
  }
}

/** Those whose moment has come; a job that was never scheduled before is due at once. */
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

/** Notes the next moment of a job; false when another process has taken this one. */
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

const reportFailure = (app: App, failed: { task_identifier: string; attempts: number }, error: unknown) =>
  app.log.error({ job: failed.task_identifier, attempt: failed.attempts, error: describeError(error) }, 'job failed')

/** Writes the heartbeat of this process's workers, and repairs the queue unless another process does so at this moment. */
async function keepAlive(app: App, workers: string[]) {
  await sql`
    insert into job_workers (worker_id, seen_at)
    select worker_id, clock_timestamp()
    from unnest(${workers}::text[]) as worker_id
    order by worker_id
    on conflict (worker_id) do update
    set seen_at = excluded.seen_at`.execute(app.db)
  await app.db.transaction().execute(async (tx) => {
    // Two processes at once would wait for each other's row locks.
    const { rows } = await sql<{ isAlone: boolean }>`select pg_try_advisory_xact_lock(hashtext('jobs.keepAlive')) as is_alone`.execute(tx)
    if (rows[0]?.isAlone) await repairQueue(tx)
  })
}

/** Limits the wait before a retry, and frees the jobs of workers without a heartbeat (killed, cut off from the database). */
async function repairQueue(tx: Transaction) {
  // The process that noted the failure may have died since, so every process shortens the long waits that the library set.
  await sql`
    update graphile_worker._private_jobs
    set run_at = clock_timestamp() + make_interval(secs => ${longestRetrySeconds - heartbeatSeconds})
    where locked_at is null
      and last_error is not null
      and attempts < max_attempts
      and run_at > clock_timestamp() + make_interval(secs => ${longestRetrySeconds - heartbeatSeconds})`.execute(tx)
  await sql`
    delete from job_workers
    where seen_at < clock_timestamp() - make_interval(secs => ${silenceSeconds})`.execute(tx)
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(locked_by))
    from (
      select locked_by, locked_at from graphile_worker._private_jobs
      union
      select locked_by, locked_at from graphile_worker._private_job_queues
    ) as locks
    where locked_by is not null
      and locked_at < clock_timestamp() - make_interval(secs => ${silenceSeconds})
      and not exists (select 1 from job_workers where worker_id = locked_by)
    having count(*) > 0`.execute(tx)
}

/** Jobs that were replaced by another of the same key while they ran in a worker that died: they will never run again. */
export const sweepReplacedJobs = (app: App) =>
  sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and attempts >= max_attempts`.execute(app.db)
