import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { rotateKeys } from '#src/payouts/rotateActions.ts'
import { readConfig } from '#src/server/config.ts'
import { openDatabase, openPool } from '#src/server/db.ts'
import { startLocalDatabase } from '#src/server/localDatabase.ts'
import { readServerNote } from '#src/server/localDatabaseNote.ts'
import { openLog } from '#src/server/log.ts'

/**
 * Seals bank details anew under the first of DATA_KEYS: `npm run rotate-keys`, with the new key in front and the older ones behind it.
 * Afterwards the older ones may go. It may run beside the server, be stopped and be begun again.
 */
const config = readConfig(process.env)
const folder = join(resolve(config.DATA_DIR), 'postgres')
const wasRunning = readServerNote(join(folder, 'cluster')) !== undefined
const local = config.DATABASE_URL ? undefined : await startLocalDatabase({ folder })
const pool = openPool({ url: config.DATABASE_URL ?? local?.url ?? '', size: 2, log: openLog('warn') })
try {
  const { resealed, unreadable } = await rotateKeys({ config, random: randomBytes, db: openDatabase(pool) })
  console.log(`${resealed} neu verschlüsselt unter '${config.dataKeys[0]?.id}'.`)
  if (unreadable) {
    console.error(`${unreadable} lassen sich mit keinem Schlüssel aus DATA_KEYS öffnen und bleiben, wie sie sind.`)
    process.exitCode = 1
  }
} finally {
  await pool.end()
  if (!wasRunning) await local?.stop()
}
