import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { migrate } from '#src/platform/server/database/migrate.ts'
import { openPool } from '#src/platform/server/db.ts'
import { openLog } from '#src/platform/server/log.ts'

/** Generates src/platform/server/tables.d.ts from the migrations. Run it after adding one: `node scripts/tables.ts`. */
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
