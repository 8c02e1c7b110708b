import { sql } from 'kysely'
import { isWaiting } from '../workers/queue.ts'
import type { ReadGauge } from './metrics.ts'

/** State of the job queue, which includes the mails. */
export const queueGauges: readonly ReadGauge[] = [
  {
    name: 'jobs',
    help: 'Jobs in the queue by state: waiting for a worker, running, planned for later, and failed at their last try',
    label: 'state',
    query: sql`
      select state.label, state.value
      from (
        select
          count(*) filter (where ${isWaiting})::integer as waiting,
          count(*) filter (where locked_at is not null)::integer as running,
          count(*) filter (where locked_at is null and run_at > clock_timestamp())::integer as planned,
          count(*) filter (where attempts > 0 and last_error is not null)::integer as failed
        from graphile_worker.jobs
      ) as sums
      cross join lateral (
        values ('waiting', waiting), ('running', running), ('planned', planned), ('failed', failed)
      ) as state (label, value)`,
  },
  {
    name: 'jobs_oldest_waiting_seconds',
    help: 'Seconds for which the oldest job of a name waits although a worker could take it',
    label: 'job',
    query: sql`
      select task_identifier as label, max(extract(epoch from clock_timestamp() - run_at))::float8 as value
      from graphile_worker.jobs
      where ${isWaiting}
      group by task_identifier`,
  },
  {
    name: 'mails_waiting',
    help: 'Mails that are not sent yet, by whether a try failed',
    label: 'state',
    query: sql`
      select case when last_error is null then 'new' else 'failed' end as label, count(*)::integer as value
      from graphile_worker.jobs
      where task_identifier in ('mails.send', 'mails.sendSecret')
      group by 1`,
  },
  {
    name: 'job_workers',
    help: 'Living groups of workers of all processes',
    label: 'state',
    query: sql`
      select 'alive' as label, count(*)::integer as value from job_workers`,
  },
]
