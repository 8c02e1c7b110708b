import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { startLocalDatabase } from '#src/server/database/localDatabase.ts'
import { migrate } from '#src/server/database/migrate.ts'
import { openPool } from '#src/server/db.ts'
import { openLog } from '#src/server/log.ts'

/** Generates src/server/tables.d.ts from the migrations. Run it after adding one: `node scripts/tables.ts`. */
const folder = `.cache/tables-${process.pid}`
const database = await startLocalDatabase({ folder, isThrowaway: true })
const pool = openPool({ url: database.url, size: 2, log: openLog('warn') })
await migrate(pool)
await pool.end()
const words = ['--config-file', '.kysely-codegenrc.json', '--url', database.url]
// It warns about union types because this TypeScript has no programming interface, but writes them as given.
execFileSync('node_modules/.bin/kysely-codegen', words, { stdio: 'ignore' })
await database.stop()
rmSync(folder, { recursive: true, force: true })
