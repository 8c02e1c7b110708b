import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { productFolder } from '../productFolder.ts'

const ownFolder = new URL('migrations/', productFolder)

/** The database has a migration that this version lacks or has otherwise: one sentence for the terminal. */
export class OtherVersionError extends Error {
  constructor(fault: string) {
    super(
      `This database belongs to another version of Handschlag (${fault}): choose a new folder with DATA_DIR or an empty database with DATABASE_URL; the old one stays unchanged.`,
    )
  }
}

/** A migration was applied, in so many ms, or waits for a lock. */
export type MigrationStep = { name: string; ms: number } | { name: string; waitsForLock: true }

type Migrating = {
  /** Folder of the migrations; by default that of this version. */
  folder?: URL
  /** Applies contracting migrations, too: for a start without other servers, and for the end of an upgrade. */
  isLast?: boolean
  onStep?: (step: MigrationStep) => void
  /** Called at the end of each migration's transaction, which still holds its locks; never for a migration outside a transaction. */
  beforeCommit?: (client: pg.ClientBase, name: string) => Promise<void>
}

/**
 * Brings the database to the newest migration. Several servers may start at once: each migration is a transaction of its own under a lock.
 * A migration that waits longer for a table than visitors should is rolled back and repeated. Contracting migrations (`*.contract.sql`)
 * remove what the version before still reads, so they are left for a later call: one with `isLast`, or the next version's, when only this
 * version runs (docs/operations.md#upgrades). Throws OtherVersionError before anything is written.
 */
export async function migrate(pool: pg.Pool, { folder = ownFolder, isLast = true, onStep, beforeCommit }: Migrating = {}) {
  const client = await pool.connect()
  try {
    const { done, pending, refused } = await compareMigrations(client, folder)
    if (refused[0] !== undefined) throw new OtherVersionError(refused[0])
    const now = isLast || done.length === 0 ? pending : withoutLastContracts(pending)
    if (pending.length > 0) await inTurn(client, () => client.query(ownTable))
    for (const name of now) {
      const began = performance.now()
      const isDone = await applyWhenFree(client, { name, text: await readFile(new URL(name, folder), 'utf8'), onStep, beforeCommit })
      if (isDone) onStep?.({ name, ms: performance.now() - began })
    }
  } finally {
    client.release()
  }
  await runMigrations({ pgPool: pool })
}

/**
 * Compares the database with this version: migrations that it lacks, that this version lacks, and those for which this version refuses it.
 * Writes nothing.
 */
export async function compareMigrations(client: pg.ClientBase | pg.Pool, folder = ownFolder) {
  const done = await listDone(client)
  const all = await migrationNames(folder)
  const checksums = await Promise.all(
    done.map(async ({ name, checksum }) =>
      checksum === null || !all.includes(name) || checksum === checksumOf(await readFile(new URL(name, folder), 'utf8')) ? [] : [name],
    ),
  )
  const names = done.map(({ name }) => name)
  const unknown = names.filter((name) => !all.includes(name))
  return {
    done: names,
    pending: all.filter((name) => !names.includes(name)),
    unknown,
    // An older version runs on a newer schema until that has dropped something. An edited migration is never right.
    refused: [...unknown.filter((name) => isContracting(name) || isFromBeforePhases(name)), ...checksums.flat()],
  }
}

/** Names of a version's migrations, oldest first. */
export const migrationNames = async (folder = ownFolder) => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

export const isContracting = (name: string) => name.endsWith('.contract.sql')
/** Before number 192 a migration could do anything, so no older version can be trusted to run on it. */
const isFromBeforePhases = (name: string) => Number.parseInt(name, 10) < 192

/** The contracting migrations at the end belong to this version; an earlier one was left by the version that runs everywhere now. */
export function withoutLastContracts(pending: readonly string[]) {
  const last = pending.findLastIndex((name) => !isContracting(name))
  return pending.slice(0, last + 1)
}

const ownTable = `
  create table if not exists migrations (name text primary key, at timestamptz not null default now());
  alter table migrations add column if not exists checksum text`

const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Waits for a lock by a migration; together a minute and a half. */
const lockTimes = { timeoutMs: 3_000, pauseMs: 1_000, most: 25 }
/** Returned by PostgreSQL for a lock that was not obtained in time. */
const lockNotAvailable = '55P03'
/** First line of a migration that must not run in a transaction, as for `create index concurrently`; its statements may be repeated. */
const outsideTransaction = '-- outside a transaction'

type Step = { name: string; text: string; onStep: Migrating['onStep']; beforeCommit: Migrating['beforeCommit'] }

async function applyWhenFree(client: pg.PoolClient, step: Step, tries = 1): Promise<boolean> {
  try {
    return await apply(client, step)
  } catch (error) {
    if (Object(error).code !== lockNotAvailable || tries >= lockTimes.most) throw error
    step.onStep?.({ name: step.name, waitsForLock: true })
    await pause(lockTimes.pauseMs)
    return applyWhenFree(client, step, tries + 1)
  }
}

/** Returns false if another server applied it. */
async function apply(client: pg.PoolClient, { name, text, beforeCommit }: Step) {
  const note = () => client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksumOf(text)])
  const isThere = async () => ((await client.query('select from migrations where name = $1', [name])).rowCount ?? 0) > 0
  return inTurn(client, async () => {
    if (await isThere()) return false
    if (!text.startsWith(outsideTransaction)) {
      await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${lockTimes.timeoutMs}`)
        await client.query(text)
        await beforeCommit?.(client, name)
        await note()
      })
      return true
    }
    try {
      await client.query(`set lock_timeout = ${lockTimes.timeoutMs}`)
      for (const index of await listUnfinished(client, text)) await client.query(`drop index concurrently ${index}`)
      // Several statements in one message would be one transaction.
      for (const statement of text.split(/;\s*\n/)) if (statement.trim()) await client.query(statement)
      await note()
      return true
    } finally {
      await client.query('reset lock_timeout').catch(() => undefined)
    }
  })
}

/**
 * Returns the indexes of a migration that an aborted attempt left unfinished. PostgreSQL does not use them, and `create index concurrently
 * if not exists` would keep them so.
 */
async function listUnfinished(client: pg.PoolClient, text: string) {
  const { rows } = await client.query<{ name: string }>('select indexrelid::regclass::text as name from pg_index where not indisvalid')
  return rows.map(({ name }) => name).filter((name) => text.includes(name))
}

/** Pause between two questions whether another server migrates. */
const turnPauseMs = 100

/**
 * Runs while no other server migrates. The server asks for the lock again and again instead of waiting for it in one statement: `create
 * index concurrently` of the server that has it waits for the end of every statement of the database, so the two would wait for each other.
 */
async function inTurn<Done>(client: pg.PoolClient, work: () => Promise<Done>) {
  const ask = () => client.query<{ is_ours: boolean }>("select pg_try_advisory_lock(hashtext('migrate')) as is_ours")
  while (!(await ask()).rows[0]?.is_ours) await pause(turnPauseMs)
  try {
    return await work()
  } finally {
    // A lost connection has no lock.
    await client.query("select pg_advisory_unlock(hashtext('migrate'))").catch(() => undefined)
  }
}

async function inTransaction(client: pg.PoolClient, work: () => Promise<void>) {
  try {
    await client.query('begin')
    await work()
    await client.query('commit')
  } catch (error) {
    // Over a lost connection it fails, too: the first error names the cause.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Checks that the table exists before reading it: an empty database has none, and nothing may be written yet. */
async function listDone(client: pg.ClientBase | pg.Pool) {
  const found = await client.query<{ columns: string[] }>(`
    select coalesce(array_agg(attname::text), '{}') as columns
    from pg_attribute
    where attrelid = to_regclass('migrations') and attnum > 0`)
  const columns = found.rows[0]?.columns ?? []
  if (columns.length === 0) return []
  const checksum = columns.includes('checksum') ? 'checksum' : 'null::text as checksum'
  const { rows } = await client.query<{ name: string; checksum: string | null }>(`select name, ${checksum} from migrations order by name`)
  return rows
}
