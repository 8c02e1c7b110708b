import { sql } from 'kysely'
import type { App } from '../app.ts'

const maxFailures = 5
/** Seconds after which a job that no worker takes is reported to the operator. */
export const stalledSeconds = 300

/**
 * Reads the state of the queue, by the database's time: waiting jobs and since when the oldest could run, running jobs, living workers, and
 * the failed jobs that will be retried.
 */
export async function readJobHealth(app: App) {
  const { rows } = await sql<{ waiting: number; running: number; failed: number; oldestAt: Date | null; workers: number }>`
    select
      count(*) filter (where ${isWaiting})::integer as waiting,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where attempts > 0 and last_error is not null)::integer as failed,
      min(run_at) filter (where ${isWaiting}) as oldest_at,
      (select count(*)::integer from job_workers) as workers
    from graphile_worker.jobs`.execute(app.db)
  const [sums] = rows
  if (!sums) throw new Error('the queue answered no row')
  const failures = await sql<{ job: string; attempts: number }>`
    select task_identifier as job, max(attempts)::integer as attempts
    from graphile_worker.jobs
    where attempts > 0 and last_error is not null
    group by task_identifier
    order by attempts desc, job
    limit ${maxFailures}`.execute(app.db)
  return { ...sums, failures: failures.rows }
}

/** Finds the job that waits longest although a worker could take it. One whose queue has a running job has to wait for that. */
export async function findOldestJob({ db }: Pick<App, 'db'>) {
  const { rows } = await sql<{ job: string; seconds: number; waiting: number }>`
    select
      task_identifier as job,
      extract(epoch from clock_timestamp() - run_at)::integer as seconds,
      count(*) over ()::integer as waiting
    from graphile_worker.jobs as job
    where ${isWaiting}
      and not exists (
        select
        from graphile_worker.jobs as running
        where running.queue_name = job.queue_name and running.locked_at is not null
      )
    order by run_at
    limit 1`.execute(db)
  return rows[0]
}

/** Condition on a row of the queue: a worker could take it now. */
export const isWaiting = sql`(locked_at is null and attempts < max_attempts and run_at <= clock_timestamp())`
