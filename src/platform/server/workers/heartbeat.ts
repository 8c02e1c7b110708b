import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Transaction } from '../db.ts'

/** A failed job is retried after 1, 2, 4 … seconds, never later than this (money and mails must not wait for hours). */
const longestRetrySeconds = 10
/** A worker without a heartbeat for this long is dead, and its jobs are freed. */
export const silenceSeconds = 15
export const heartbeatSeconds = 5

/** Writes the heartbeat of these pools of workers, and repairs the queue unless another process is doing so. */
export async function sendHeartbeats(app: App, workers: string[]) {
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
