import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Dump, dumpName, loadRows, restoreSchema } from './schemaDump.ts'

/**
 * Stands in for pg_restore, which the embedded PostgreSQL lacks: a process of its own that connects by libpq's variables and restores what
 * `dumpSchema` and `dumpRows` wrote.
 */
if (process.argv.includes('--version')) console.log('pg_restore (PostgreSQL) 18.0')
else await restore(process.argv.at(-1) ?? '')

async function restore(folder: string) {
  const dump = JSON.parse(readFileSync(join(folder, dumpName), 'utf8')) as Dump
  const client = new pg.Client()
  await client.connect()
  const failures = await restoreSchema(client, dump.definitions, () => loadRows(client, dump.rows))
  await client.end()
  if (failures.length === 0) return
  console.error(`pg_restore: error: ${failures[0]}`)
  process.exitCode = 1
}
