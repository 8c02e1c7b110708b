import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from './app.ts'
import { describeError } from './log.ts'
import { productFolder } from './productFolder.ts'
import { findOldestJob } from './workers/queue.ts'

/** The state of this process that probes report; wired by main.ts. */
export type Running = {
  isStopping: () => boolean
  /** Whether its workers reach the queue. */
  isPolling: () => boolean
  /** How far its clock is ahead of the database's. */
  clockAheadSeconds: number
}

/**
 * Whether this process takes requests: it reaches the database and is not stopping. Waiting jobs do not make it unready, since then all
 * processes would be.
 */
export async function readReadiness(app: App, running?: Running) {
  const replicas = app.replicas && { replicas: app.replicas.counts() }
  if (running?.isStopping()) return { status: 503, body: { ok: false, reason: 'stopping' } } as const
  try {
    const oldest = await Promise.race([findOldestJob(app), tooSlow()])
    const jobs = { waiting: oldest?.waiting ?? 0, oldestWaitingSeconds: oldest?.seconds ?? 0 }
    const own = running && { isPolling: running.isPolling(), clockAheadSeconds: running.clockAheadSeconds }
    return { status: 200, body: { ok: true, ...replicas, jobs, ...own } } as const
  } catch (error) {
    app.log.warn({ error: describeError(error) }, 'not ready')
    return { status: 503, body: { ok: false, reason: 'database', ...replicas } } as const
  }
}

/** By how many seconds this machine's clock is ahead of the database's. */
export async function clockAhead(app: App) {
  const before = app.now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(app.db)
  const between = (before + app.now().getTime()) / 2
  return Math.round((between - (rows[0]?.at.getTime() ?? between)) / 1_000)
}

/** Probes wait no longer. */
const probeMs = 3_000
async function tooSlow(): Promise<never> {
  await pause(probeMs, undefined, { ref: false })
  throw new Error(`the database did not answer within ${probeMs} ms`)
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
