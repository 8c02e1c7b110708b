import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from './app.ts'
import { productFolder } from './productFolder.ts'

const shownFailures = 5

/**
 * The state of the queue: jobs that wait for a worker and since when the oldest could run, running jobs, and failed jobs that will be tried
 * again. It uses the database's own time, not the product's clock.
 */
export async function readJobHealth(app: App) {
  const { rows } = await sql<{ waiting: number; running: number; failed: number; oldestAt: Date | null; workers: number }>`
    select
      count(*) filter (where locked_at is null and run_at <= clock_timestamp())::integer as waiting,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where attempts > 0 and last_error is not null)::integer as failed,
      min(run_at) filter (where locked_at is null and run_at <= clock_timestamp()) as oldest_at,
      (select count(*)::integer from job_workers) as workers
    from graphile_worker._private_jobs`.execute(app.db)
  const [sums] = rows
  if (!sums) throw new Error('the queue answered no row')
  const failures = await sql<{ job: string; attempts: number }>`
    select task.identifier as job, max(job.attempts)::integer as attempts
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where job.attempts > 0 and job.last_error is not null
    group by task.identifier
    order by attempts desc, job
    limit ${shownFailures}`.execute(app.db)
  return { ...sums, failures: failures.rows }
}

/** The versions of the running software. */
export async function readVersions(app: App) {
  const { rows } = await sql<{ postgres: string; migrations: number; newest: string | null }>`
    select
      current_setting('server_version') as postgres,
      count(*)::integer as migrations,
      max(name) as newest
    from migrations`.execute(app.db)
  const [found] = rows
  return {
    app: await appVersion,
    node: process.versions.node,
    postgres: found?.postgres ?? '',
    migrations: found?.migrations ?? 0,
    newestMigration: found?.newest ?? '',
  }
}

const named = z.object({ version: z.string() })
const appVersion = readFile(new URL('package.json', productFolder), 'utf8').then((text) => named.parse(JSON.parse(text)).version)
