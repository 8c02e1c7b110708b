import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { productFolder } from '../productFolder.ts'

const folder = new URL('migrations/', productFolder)

/** The database knows a migration that this version does not have: one German sentence for the person at the terminal. */
export class OtherVersionError extends Error {
  constructor(name: string) {
    super(
      `Diese Datenbank gehört zu einer anderen Version von Handschlag (${name}): Wählen Sie mit DATA_DIR einen neuen Ordner oder mit DATABASE_URL eine leere Datenbank; die bisherige bleibt, wie sie ist.`,
    )
  }
}

/**
 * Brings the database to the newest migration, under a lock, so that several servers may start at once. Forward only.
 * Throws OtherVersionError before anything is written.
 */
export async function migrate(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('migrate'))")
    const done = await listDone(client)
    const all = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const unknown = done.find((name) => !all.includes(name))
    if (unknown !== undefined) throw new OtherVersionError(unknown)
    await client.query('create table if not exists migrations (name text primary key, at timestamptz not null default now())')
    for (const name of all.filter((one) => !done.includes(one))) {
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query(await readFile(new URL(name, folder), 'utf8'))
    }
    await client.query('commit')
  } catch (error) {
    // Over a lost connection it fails, too: the first error says why.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
  await runMigrations({ pgPool: pool })
}

/** Asks for the table before it reads it: an empty database has none, and nothing may be written yet. */
async function listDone(client: pg.ClientBase): Promise<string[]> {
  const found = await client.query<{ isThere: boolean }>(`select to_regclass('migrations') is not null as "isThere"`)
  if (!found.rows[0]?.isThere) return []
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}
