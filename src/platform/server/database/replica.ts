import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Database, openDatabase, openPool, standFor } from '../db.ts'
import { describeError, type Log } from '../log.ts'

/** A replica of the database for public reads, or a router in front of several (docs/spec.md#replicas). */
export type Replica = {
  /** Reads from the replica while it is fresh, otherwise from the primary; from the replica alone while there is no primary. */
  db: Database
  /** Notes a change, made here or notified: for a moment the primary is read, until the replica has it. */
  noteChange(): void
  /** Possible lag of a read behind the primary, in milliseconds. */
  lagMs(): number
  state(): 'used' | 'behind' | 'alone'
  close(): Promise<void>
}

/** Interval and time limit of checks, allowed lag, and time for which the primary is read after a change. */
const times = { everyMs: 500, timeoutMs: 1_000, mostLagMs: 1_000, settledMs: 1_000, statementMs: 10_000 }

type Opening = { url: string; primary: pg.Pool; primaryDb: Database; size: number; log: Log; mostLagMs?: number }

export function openReplica({ url, primary, primaryDb, size, log, mostLagMs = times.mostLagMs }: Opening): Replica {
  const pool = openPool({ url, size, log, timeoutMs: times.timeoutMs, statementMs: times.statementMs })
  let lagMs = Number.POSITIVE_INFINITY
  let hasPrimary = true
  let changedAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let last: 'used' | 'behind' | 'alone' = 'behind'

  const isFresh = () => lagMs < mostLagMs
  const state = () => (hasPrimary ? (isFresh() ? 'used' : 'behind') : 'alone')

  /** A replica that receives nothing is as old as its connection to the primary, unless there is no primary. */
  async function look() {
    const [found, isThere] = await Promise.all([
      within(pool.query<{ lag: number; isReceiving: boolean }>(lagOfReplica)).then(
        ({ rows }) => rows[0],
        () => undefined,
      ),
      within(primary.query('select 1')).then(
        () => true,
        () => false,
      ),
    ])
    hasPrimary = isThere || found === undefined
    lagMs = found && (found.isReceiving || !hasPrimary) ? found.lag : Number.POSITIVE_INFINITY
    if (state() === last) return
    last = state()
    if (last === 'used') log.info('reading from the replica')
    else log.warn(last === 'alone' ? 'no primary: public pages are read from the replica' : 'the replica is behind or does not answer')
  }

  async function watch() {
    while (!isClosed) {
      await look().catch((error: unknown) => log.warn({ error: describeError(error) }, 'replica not checked'))
      await pause(times.everyMs, undefined, { ref: false })
    }
  }

  function connect() {
    if (!hasPrimary) return pool.connect()
    if (!isFresh() || performance.now() - changedAt < times.settledMs) return primary.connect()
    return pool.connect().catch(() => primary.connect())
  }

  void watch()
  const db = openDatabase({ options: primary.options, connect, end: async () => undefined })
  standFor(db, primaryDb)
  return {
    db,
    noteChange: () => {
      changedAt = performance.now()
    },
    lagMs: () => (isFresh() ? lagMs + times.everyMs : 0),
    state,
    close: async () => {
      isClosed = true
      await pool.end()
    },
  }
}

async function within<Answer>(work: Promise<Answer>): Promise<Answer> {
  const end = new AbortController()
  const late = pause(times.timeoutMs, undefined, { signal: end.signal, ref: false }).then(() => Promise.reject(new Error('too slow')))
  late.catch(() => undefined)
  return Promise.race([work, late]).finally(() => end.abort())
}

/**
 * Milliseconds since the last replayed change, none while everything received is replayed; no row from a replica that was promoted. The
 * receiver has a row only while it is connected; its columns are empty for a role without the rights of pg_read_all_stats.
 */
export const lagOfReplica = `
  select
    case
      when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000, 0)
    end::float8 as lag,
    exists (select from pg_stat_wal_receiver) as "isReceiving"
  where pg_is_in_recovery()`
