import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { productFolder } from './productFolder.ts'

const folder = new URL('migrations/', productFolder)

/** Brings the database to the newest migration, under a lock, so that several servers may start at once. Forward only. */
export async function migrate(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('migrate'))")
    await client.query('create table if not exists migrations (name text primary key, at timestamptz not null default now())')
    const known = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(known.rows.map(({ name }) => name))
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.sql') && !done.has(one)).sort()) {
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query(await readFile(new URL(name, folder), 'utf8'))
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  await runMigrations({ pgPool: pool })
}
