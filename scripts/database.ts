import { join, resolve } from 'node:path'
import { type Config, readConfig } from '#src/platform/server/config.ts'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { readServerNote } from '#src/platform/server/database/localDatabaseNote.ts'
import { type Database, openDatabase, openPool } from '#src/platform/server/db.ts'
import { openLog } from '#src/platform/server/log.ts'

/**
 * Runs a command on the product's database (DATABASE_URL, or the one in DATA_DIR), whether the server runs or not. A database that this
 * command started is stopped afterwards, however the command ends.
 */
export async function withDatabase(run: (opened: { config: Config; db: Database }) => Promise<void>) {
  const config = readConfig(process.env)
  const folder = join(resolve(config.DATA_DIR), 'postgres')
  const wasRunning = readServerNote(join(folder, 'cluster')) !== undefined
  const local = config.DATABASE_URL ? undefined : await startLocalDatabase({ folder })
  const pool = openPool({ url: config.DATABASE_URL ?? local?.url ?? '', size: 2, log: openLog('warn') })
  try {
    await run({ config, db: openDatabase(pool) })
  } finally {
    await pool.end()
    if (!wasRunning) await local?.stop()
  }
}
