import { join } from 'node:path'
import type pg from 'pg'
import { configuredStorage } from '#src/platform/ports/configuredStorage.ts'
import { migrate, migrationNames } from '#src/platform/server/database/migrate.ts'
import { noteRestore } from '#src/platform/server/database/restores.ts'
import { CommandError, type Run } from '../commands.ts'
import { withDatabase } from '../openApp.ts'
import { keyIdsOf } from './backup.ts'
import { type Manifest, parts, readChecked } from './manifest.ts'
import { connectionOf, requireProgram, runProgram } from './programs.ts'
import { storeUploads } from './uploads.ts'

/**
 * Restores a backup into an empty database and the storage. Everything is checked before anything is written; uploads come before the
 * rows that name them, and the rows in one transaction. Payouts and documents are held from then on.
 */
export const run: Run = ({ words: [folder = ''] }) =>
  withDatabase(async ({ config, db, pool, url }) => {
    await requireEmpty(pool)
    const manifest = await readChecked(folder)
    await requireFitting(manifest, keyIdsOf(config))
    await requireProgram('pg_restore', pool)
    const uploads = await storeUploads(await configuredStorage(config), folder, manifest)
    await restoreRows(folder, { pool, url })
    await migrate(pool)
    await noteRestore(db, { stateOf: new Date(manifest.takenAt), now: new Date() })
    console.log(`The database of ${manifest.takenAt} and ${uploads} uploads are restored; payouts and documents are held.`)
    console.log('Next: `npm run admin -- after-restore`, then start the server.')
    return 0
  })

async function requireEmpty(pool: pg.Pool) {
  const { rows } = await pool.query<{ tables: number }>(
    `select count(*)::integer as tables from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p')`,
  )
  if (rows[0]?.tables !== 0) throw new CommandError('The database is not empty: create a new one and name it in DATABASE_URL.')
}

/** Restores the database of a backup into an empty one, in one transaction, then collects the planner's statistics, which a dump lacks. */
export async function restoreRows(folder: string, { pool, url }: { pool: pg.Pool; url: string }) {
  const connection = connectionOf(url)
  const options = ['--no-owner', '--no-privileges', '--no-comments', '--no-password', '--single-transaction', '--exit-on-error']
  await runProgram('pg_restore', [...options, `--dbname=${connection.PGDATABASE ?? ''}`, join(folder, parts.database)], connection)
  await pool.query('analyze')
}

export async function requireFitting({ newestMigration, dataKeys }: Manifest, known: readonly string[]) {
  if (newestMigration > ((await migrationNames()).at(-1) ?? ''))
    throw new CommandError(`The backup is of a newer version (${newestMigration}): deploy that version first.`)
  const lost = dataKeys.filter((id) => !known.includes(id))
  if (lost.length > 0)
    throw new CommandError(`DATA_KEYS lacks ${lost.join(', ')}, with which data of the backup are encrypted: add them first.`)
}
