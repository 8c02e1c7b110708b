import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from './app.ts'
import { describeError } from './log.ts'
import { productFolder } from './productFolder.ts'
import { findOldestJob } from './workers/queue.ts'

/** State of this process that probes report; wired by main.ts. */
export type Running = {
  isStopping: () => boolean
  /** Returns true if its workers reach the queue; missing in a process without workers. */
  isPolling?: () => boolean
  /** Seconds by which its clock is ahead of the database's. */
  clockAheadSeconds: number
}

/**
 * Returns true if this process takes requests: it reaches the database and is not stopping. Waiting jobs do not make it unready, since then
 * all processes would be.
 */
export async function readReadiness(app: App, running?: Running) {
  const replica = app.replica && { replica: app.replica.state() }
  if (running?.isStopping()) return { status: 503, body: { ok: false, reason: 'stopping' } } as const
  try {
    const oldest = await Promise.race([findOldestJob(app), tooSlow()])
    const jobs = { waiting: oldest?.waiting ?? 0, oldestWaitingSeconds: oldest?.seconds ?? 0 }
    const own = running && {
      isPolling: running.isPolling?.(),
      isListening: app.live.isListening(),
      clockAheadSeconds: running.clockAheadSeconds,
    }
    return { status: 200, body: { ok: true, ...replica, jobs, ...own } } as const
  } catch (error) {
    app.log.warn({ error: describeError(error) }, 'not ready')
    // Public pages are served as long as the replica is there.
    if (app.replica?.state() === 'alone') return { status: 200, body: { ok: true, ...replica } } as const
    return { status: 503, body: { ok: false, reason: 'database', ...replica } } as const
  }
}

/** Seconds from which a wrong clock is reported: it makes webhooks and checkouts of the PSP look outdated. */
export const mostClockSeconds = 30

/** Returns the seconds by which this machine's clock is ahead of the database's. */
export async function clockAhead({ db, now }: Pick<App, 'db' | 'now'>) {
  const before = now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const between = (before + now().getTime()) / 2
  return Math.round((between - (rows[0]?.at.getTime() ?? between)) / 1_000)
}

/** Time limit of probes. */
const probeMs = 3_000
async function tooSlow(): Promise<never> {
  await pause(probeMs, undefined, { ref: false })
  throw new Error(`the database did not answer within ${probeMs} ms`)
}

/** The versions of the running software. */
export async function readVersions({ db }: Pick<App, 'db'>) {
  const { rows } = await sql<{ postgres: string; migrations: number; newest: string | null }>`
    select
      current_setting('server_version') as postgres,
      count(*)::integer as migrations,
      max(name) as newest
    from migrations`.execute(db)
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
/** Version of the software (package.json). */
export const appVersion = readFile(new URL('package.json', productFolder), 'utf8').then((text) => named.parse(JSON.parse(text)).version)
