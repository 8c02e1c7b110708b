import { sql } from 'kysely'
import type pg from 'pg'
import type { App } from '../app.ts'
import type { AnyJob } from '../jobs.ts'
import { describeError } from '../log.ts'
import { heartbeatSeconds, sendHeartbeats } from './heartbeat.ts'
import { reportStalledJobs } from './monitor.ts'
import { startSchedules } from './schedules.ts'
import { openWorkerGroup } from './workerGroup.ts'

/** Workers of each group. Most of the first wait for a PSP that may be slow; those of the second, for a mail server. */
export const workersOf = { work: 20, mails: 4 }
const monitorMs = 60_000

type Starting = { afterMs?: number; sessions?: pg.Pool | undefined }

/**
 * Works on jobs until stopped, as soon as the database accepts it, and after `afterMs`. `sessions` has the connections on which the groups
 * listen, one each, if the app's pool is behind a pooler.
 */
export function startJobs(app: App, jobs: readonly AnyJob[], { afterMs = 0, sessions = app.pool }: Starting = {}) {
  const lanes = Object.entries(workersOf).flatMap(([name, concurrency]) => {
    const own = jobs.filter(({ lane = 'work' }) => lane === name)
    return own.length > 0 ? [openWorkerGroup(app, { jobs: own, concurrency, afterMs, sessions })] : []
  })
  const beat = () =>
    sendHeartbeats(
      app,
      lanes.flatMap((lane) => lane.livePools()),
    ).catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'heartbeat failed'))
  const monitor = () =>
    reportStalledJobs(app).catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'waiting jobs not reported'))
  let isStopping = false
  let timers: NodeJS.Timeout[] = []
  void Promise.all(lanes.map(({ begun }) => begun)).then(async () => {
    await beat()
    if (isStopping) return
    timers = [setInterval(beat, heartbeatSeconds * 1_000), setInterval(monitor, monitorMs), ...startSchedules(app, jobs)]
  })
  return {
    /** Returns true if all groups of this process reach the queue. */
    isPolling: () => lanes.every((lane) => lane.isPolling()),
    /** Lets running jobs finish. */
    stop: async () => {
      isStopping = true
      for (const timer of timers) clearInterval(timer)
      const pools = lanes.flatMap((lane) => lane.pools())
      const stopped = await Promise.all(lanes.map((lane) => lane.stop()))
      if (!stopped.includes(true)) return
      // Without this statement the other processes notice after some seconds, so a lost database is no reason to fail.
      const farewell = sql`delete from job_workers where worker_id = any(${pools})`.execute(app.db)
      await farewell.catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'workers not signed off'))
    },
  }
}
