import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { configuredStorage } from '#src/platform/ports/configuredStorage.ts'
import type { Config } from '#src/platform/server/config.ts'
import { compareMigrations, isContracting } from '#src/platform/server/database/migrate.ts'
import { openDatabase } from '#src/platform/server/db.ts'
import { readVersions } from '#src/platform/server/health.ts'
import { CommandError, type Run } from '../commands.ts'
import { codeOf } from '../doctor/findings.ts'
import { withDatabase } from '../openApp.ts'
import { listFiles, type Manifest, manifestName, parts } from './manifest.ts'
import { connectionOf, requireProgram, runProgram } from './programs.ts'
import { copyUploads, listNamed } from './uploads.ts'

/**
 * Backs up the database and its uploads while the product runs: one snapshot of the database, then the files that it names. Files are
 * stored before their rows and never changed, so that both fit together.
 */
export const run: Run = ({ words: [folder = ''] }) =>
  withDatabase(async ({ config, pool, url }) => {
    await requireProgram('pg_dump', pool)
    await requireSameVersion(pool)
    await makeEmpty(folder)
    const { named, takenAt } = await dump({ folder, pool, url })
    const missing = await copyUploads(await configuredStorage(config), folder, named)
    const { app: version, postgres, newestMigration } = await readVersions({ db: openDatabase(pool) })
    const files = await listFiles(folder)
    const about: Manifest = { takenAt, version, postgres, newestMigration, dataKeys: keyIdsOf(config), missing, files }
    await writeFile(join(folder, manifestName), `${JSON.stringify(about, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    console.log(`${folder} has ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB. Back up DATA_KEYS and SECRET_KEY apart from it.`)
    if (missing.length > 0) console.log(`${missing.length} uploads that the database names are not stored; ${manifestName} lists them.`)
    return 0
  })

export const keyIdsOf = (config: Config) => config.dataKeys.map(({ id }) => id)

async function requireSameVersion(pool: pg.Pool) {
  const { pending, unknown } = await compareMigrations(pool)
  // Contracting migrations are left until the end of an upgrade.
  if (unknown.length > 0 || !pending.every(isContracting))
    throw new CommandError('The database belongs to another version of Handschlag: back it up with the version that runs on it.')
}

/** Creates the folder for this user alone; an existing one must be empty. */
async function makeEmpty(folder: string) {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty: choose another folder.`)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${folder} cannot be created (${codeOf(error)}): choose another folder.`)
  }
}

type Dumping = { folder: string; pool: pg.Pool; url: string }

/** Dumps the snapshot of one transaction, and lists in it the files that the database names. */
async function dump({ folder, pool, url }: Dumping) {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ snapshot: string; at: Date }>('select pg_export_snapshot() as snapshot, clock_timestamp() as at')
    const [first] = rows
    if (!first) throw new Error('no snapshot was exported')
    const target = `--file=${join(folder, parts.database)}`
    const options = ['--format=directory', '--no-owner', '--no-privileges', '--no-password', `--snapshot=${first.snapshot}`, target]
    await runProgram('pg_dump', options, connectionOf(url))
    return { named: await listNamed(client), takenAt: first.at.toISOString() }
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}
