import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#src/platform/server/config.ts'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { isServerOf, readServerNote } from '#src/platform/server/database/localDatabaseNote.ts'
import { compareMigrations, isContracting } from '#src/platform/server/database/migrate.ts'
import { lagOfReplica } from '#src/platform/server/database/replica.ts'
import { type Database, openDatabase, openPool } from '#src/platform/server/db.ts'
import { clockAhead, mostClockSeconds } from '#src/platform/server/health.ts'
import { openLog } from '#src/platform/server/log.ts'
import { databaseFolder } from '../openApp.ts'
import { codeOf, type Finding, findingsOf, limited, reasonOf } from './findings.ts'

const { right, wrong, unchecked } = findingsOf('Database')

/** Oldest supported version, as PostgreSQL numbers it. */
const oldestVersion = 180_000
/** Extensions that the migrations create, and the collation that they use. */
export const neededExtensions = ['pg_trgm', 'fuzzystrmatch', 'btree_gist']
const neededCollation = 'de-x-icu'
/** Lag of a replica that is reported. */
const mostLagMs = 3_000
const connection = { timeoutMs: 10_000, statementMs: 8_000, log: openLog('silent') }

export type OpenedDatabase = { pool: pg.Pool; db: Database }

/** Opens the database and checks it. Without a connection its findings say why. */
export async function openChecked(config: Config): Promise<{ opened?: OpenedDatabase; findings: Finding[] }> {
  const url = config.DATABASE_URL ?? (config.isProduction ? undefined : await findLocalUrl(config))
  if (url === undefined) {
    if (config.isProduction) return { findings: [unchecked('not checked, since DATABASE_URL is missing.')] }
    return { findings: [wrong('the embedded database does not run: start it with `npm start`, or set DATABASE_URL.')] }
  }
  if (!URL.canParse(url)) return { findings: [wrong('DATABASE_URL is no address: write it as postgres://user:password@host:5432/name.')] }
  const pool = openPool({ url, size: 4, ...connection })
  const findings = await limited('Database', () =>
    pool.query('select').then(
      () => [],
      (error: unknown) => refusal(url, error),
    ),
  )
  if (findings.length > 0) return { findings }
  const opened = { pool, db: openDatabase(pool) }
  const checks = await Promise.all([
    limited('Database', () => checkVersion(pool)),
    limited('Database', () => checkParts(pool)),
    limited('Clock', () => checkClock(opened)),
    limited('Migrations', () => checkMigrations(pool)),
    limited('Replica', () => checkReplica(config)),
  ])
  return { opened, findings: checks.flat() }
}

/** Address of the running embedded database. */
async function findLocalUrl(config: Config) {
  const folder = databaseFolder(config)
  const data = join(folder, 'cluster')
  const note = existsSync(data) ? readServerNote(data) : undefined
  return note && isServerOf(data, note.pid) ? (await startLocalDatabase({ folder })).url : undefined
}

const remedies: Record<string, string> = {
  '28P01': 'correct user and password in DATABASE_URL',
  '28000': 'allow this role and machine in pg_hba.conf, or correct DATABASE_URL',
  '3D000': 'create this database, or correct its name in DATABASE_URL',
  '53300': 'raise max_connections, or lower DATABASE_POOL and DATABASE_JOB_POOL',
}

/** A refused connection, with its remedy. */
function refusal(url: string, error: unknown) {
  const remedy = remedies[codeOf(error)] ?? 'start it, open the network to it, or correct DATABASE_URL'
  return wrong(`no connection to ${new URL(url).host || 'the local socket'} (${reasonOf(error)}): ${remedy}.`)
}

async function checkVersion(pool: pg.Pool) {
  const { rows } = await pool.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version`,
  )
  return versionFinding(rows[0]?.number ?? 0, rows[0]?.version ?? 'unknown')
}

/** Finding about the server's version, by its number and name. */
export const versionFinding = (number: number, version: string) =>
  number >= oldestVersion
    ? right(`PostgreSQL ${version} answers.`)
    : wrong(`PostgreSQL ${version} is too old: upgrade the server to ${oldestVersion / 10_000} or newer.`)

/** Extensions, collation and privileges. */
async function checkParts(pool: pg.Pool): Promise<Finding[]> {
  const extensions = await pool.query<{ name: string }>('select name from pg_available_extensions where name = any($1)', [neededExtensions])
  const missing = neededExtensions.filter((needed) => !extensions.rows.some(({ name }) => name === needed))
  const collations = await pool.query<{ isCurrent: boolean }>(
    `select collversion is not distinct from pg_collation_actual_version(oid) as "isCurrent" from pg_collation where collname = $1`,
    [neededCollation],
  )
  const privileges = await pool.query<{ role: string; mayCreate: boolean }>(
    `select current_user as role,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate"`,
  )
  const [collation, privilege] = [collations.rows[0], privileges.rows[0]]
  const findings = [
    ...missing.map((name) => wrong(`the extension ${name} is not available: install PostgreSQL's contrib package on its server.`)),
    ...(collation ? [] : [wrong(`the collation ${neededCollation} is missing: use a PostgreSQL with ICU.`)]),
    ...(collation?.isCurrent === false
      ? [wrong(`the ICU library changed: run \`reindex database\`, then \`alter collation "${neededCollation}" refresh version\`.`)]
      : []),
    ...(privilege?.mayCreate ? [] : [wrong(`the role ${privilege?.role} may not create tables: make it the owner of the database.`)]),
  ]
  return findings.length > 0 ? findings : [right(`has ${neededExtensions.join(', ')} and ${neededCollation}.`)]
}

async function checkClock({ db }: OpenedDatabase) {
  const clock = findingsOf('Clock')
  const seconds = await clockAhead({ db, now: () => new Date() })
  if (Math.abs(seconds) <= mostClockSeconds) return clock.right(`${Math.abs(seconds)} s from the database's.`)
  const direction = seconds > 0 ? 'ahead of' : 'behind'
  return clock.wrong(`this machine is ${Math.abs(seconds)} s ${direction} the database: synchronise both by NTP.`)
}

async function checkMigrations(pool: pg.Pool): Promise<Finding[]> {
  const migrations = findingsOf('Migrations')
  const { done, pending, unknown, refused } = await compareMigrations(pool)
  const [contracting, expanding] = [pending.filter(isContracting), pending.filter((name) => !isContracting(name))]
  const findings = [
    ...(refused.length > 0
      ? [migrations.wrong(`the database has ${named(refused)}, which this version lacks or has otherwise: deploy the newer version.`)]
      : []),
    ...(expanding.length > 0 ? [migrations.wrong(`pending: ${named(expanding)}. Start a server of this version, which migrates.`)] : []),
    ...(contracting.length > 0
      ? [migrations.right(`left for the end of the upgrade (docs/operations.md#upgrades): ${named(contracting)}.`)]
      : []),
    ...(unknown.some((name) => !refused.includes(name))
      ? [migrations.right('the database is of a newer version, on which this one runs.')]
      : []),
  ]
  return findings.length > 0 ? findings : [migrations.right(`all ${done.length} are applied, the newest is ${done.at(-1)}.`)]
}

const named = (names: readonly string[]) =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')

/** Connects to the replica, or the router in front of several, and reads its lag. */
export async function checkReplica({ DATABASE_READ_URL: url }: Pick<Config, 'DATABASE_READ_URL'>): Promise<Finding | Finding[]> {
  const replica = findingsOf('Replica')
  if (url === undefined) return []
  if (!URL.canParse(url)) return replica.wrong('DATABASE_READ_URL is no address: write it as postgres://user:password@host:5432/name.')
  const { host } = new URL(url)
  const pool = openPool({ url, size: 1, ...connection })
  try {
    const { rows } = await pool.query<{ lag: number; isReceiving: boolean }>(lagOfReplica)
    const [found] = rows
    if (!found) return replica.wrong(`${host} is no replica (any more): remove it from DATABASE_READ_URL, or set it up again.`)
    if (!found.isReceiving) return replica.wrong(`${host} receives nothing from the primary: check its primary_conninfo and its log.`)
    if (found.lag > mostLagMs)
      return replica.wrong(
        `${host} is ${Math.round(found.lag / 1_000)} s behind: check long statements on it, and the network between both.`,
      )
    return replica.right(`${host} follows the primary.`)
  } catch (error) {
    return replica.wrong(`${host} does not answer (${reasonOf(error)}): start it, or remove it from DATABASE_READ_URL.`)
  } finally {
    void pool.end()
  }
}
