import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { App } from '../app.ts'
import { type AnyJob, taskListOf } from '../jobs.ts'
import { describeError } from '../log.ts'
import { openPolls } from './polls.ts'

/** Started workers, with their own state, separate from that of their successors. */
type Started = { runner: Runner; pools: Set<string>; polls: ReturnType<typeof openPolls>; ended: Promise<unknown> }

type WorkerGroup = { jobs: readonly AnyJob[]; concurrency: number; afterMs: number; sessions: pg.Pool }

/**
 * Workers for some of the jobs. Retries their start until the database accepts it. New workers replace those that end by themselves, that
 * never finish ending, or that do not reach the queue: the library keeps a rejected promise for ever if a connection is lost at its first
 * poll (`taskIdentifiers.js`), and ends for good if one is lost when a job ends.
 */
export function openWorkerGroup(app: App, { jobs, concurrency, afterMs, sessions }: WorkerGroup) {
  let isStopping = false
  let current: Started | undefined
  const startWorkers = async () => {
    while (!isStopping) {
      try {
        const started = await startOnce(app, { jobs, concurrency, sessions })
        if (!isStopping) return started
        // Stopped while these workers were starting: nothing else would stop them.
        await started.runner.stop()
      } catch (error) {
        app.log.warn({ error: describeError(error) }, 'workers not started')
      }
      await pause(restartMs)
    }
    return undefined
  }
  const begin = async () => {
    await pause(afterMs)
    current = await startWorkers()
  }
  const begun = begin()
  const watch = async () => {
    await begun
    while (current) {
      const { ended, runner } = current
      const error = await ended
      if (isStopping) return
      app.log.warn({ error: describeError(error) }, 'workers ended')
      // Their running jobs finish; other workers may take the same jobs once the heartbeat is missing.
      void runner.stop().catch(() => undefined)
      current = undefined
      await pause(restartMs)
      current = await startWorkers()
    }
  }
  const watching = watch()
  return {
    begun,
    /** Ids of the pools in the locks of jobs, if their workers reach the queue. */
    livePools: () => (current?.polls.isPolling() ? [...current.pools] : []),
    pools: () => [...(current?.pools ?? [])],
    isPolling: () => current?.polls.isPolling() ?? false,
    /** Lets running jobs finish. Returns false when no worker runs. */
    stop: async () => {
      isStopping = true
      // Starting workers end as soon as they have started (startWorkers); without a database they never do.
      if (!current) return false
      // Workers that have just ended by themselves cannot be stopped.
      await current.runner.stop().catch((error: unknown) => app.log.debug({ error: describeError(error) }, 'workers had ended'))
      await watching
      return true
    },
  }
}
const restartMs = 500
/** Time limit of ending workers. Their jobs continue, but other workers may take the same jobs once their heartbeat is missing. */
const endingMs = 5_000

/** The library caches by the options object, failures included: each start has its own, and its own events. */
async function startOnce(app: App, { jobs, concurrency, sessions }: Omit<WorkerGroup, 'afterMs'>): Promise<Started> {
  const events: WorkerEvents = new EventEmitter()
  const pools = new Set<string>()
  const failing = Promise.withResolvers<unknown>()
  const polls = openPolls({ workers: concurrency, onFailing: failing.resolve })
  // A lock holds the id of the pool that took it, not that of the single worker.
  events.on('pool:create', ({ workerPool }) => pools.add(workerPool.id))
  events.on('worker:getJob:empty', polls.succeed)
  events.on('job:start', polls.succeed)
  events.on('worker:getJob:error', ({ error }) => {
    if (polls.fail(error)) app.log.warn({ error: describeError(error) }, 'no job fetched')
  })
  events.on('job:complete', ({ job: done, error }) => {
    if (error) app.log.error({ job: done.task_identifier, attempt: done.attempts, error: describeError(error) }, 'job failed')
  })
  const runner = await run({
    pgPool: listeningOn(sessions, app.pool),
    concurrency,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: quietLogger,
    events,
    taskList: taskListOf(app, jobs),
    // Only with this preset does the library handle errors when a job ends; otherwise a lost database would end the whole process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  return { runner, pools, polls, ended: Promise.race([endOf(runner.promise), endlessEnding(events), failing.promise]) }
}

/**
 * The pool as the library uses it. It takes the connection on which it listens with a callback, and all others with a promise: only the
 * former needs a session.
 */
function listeningOn(sessions: pg.Pool, pool: pg.Pool) {
  type Connected = Parameters<pg.Pool['connect']>[0]
  const connect = (connected?: Connected) => (connected ? sessions.connect(connected) : pool.connect())
  const get = (target: pg.Pool, name: string | symbol) => {
    const own: unknown = name === 'connect' ? connect : Reflect.get(target, name)
    return typeof own === 'function' ? own.bind(target) : own
  }
  return new Proxy(pool, { get })
}

const quietLogger = new Logger(() => () => undefined)

const endOf = (promise: Promise<void>) =>
  promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )

/**
 * Resolves when workers have begun to end and have not ended after a while: if the database twice refuses to record that jobs have ended,
 * the library miscounts the jobs that it still waits for.
 */
async function endlessEnding(events: WorkerEvents) {
  await new Promise((resolve) => events.once('pool:gracefulShutdown', resolve))
  await pause(endingMs)
  return new Error('workers did not come to their end')
}
