import pg from 'pg'
import { openPool } from '#src/platform/server/db.ts'
import { openLog } from '#src/platform/server/log.ts'
import { CommandError } from '../commands.ts'
import { codeOf } from '../doctor/findings.ts'

/** The pool and the address of a database. */
export type Place = { pool: pg.Pool; url: string }
export type Scratch = Place & { name: string }

/** Runs work on an empty database beside the given one, with the same encoding and collation, and drops it afterwards. */
export async function withScratch<Result>({ pool, url }: Place, work: (scratch: Scratch) => Promise<Result>): Promise<Result> {
  const { live, likeLive } = await readLive(pool)
  const name = `${live}_rehearsal`
  const quoted = pg.escapeIdentifier(name)
  await pool.query(`create database ${quoted} template template0 ${likeLive}`).catch((error: unknown) => {
    throw sentenceFor(error, name)
  })
  const scratchUrl = Object.assign(new URL(url), { pathname: `/${encodeURIComponent(name)}` }).href
  // Connections that are still closing when the database is dropped are no fault.
  const scratchPool = openPool({ url: scratchUrl, size: 3, log: openLog('error') })
  try {
    return await work({ name, url: scratchUrl, pool: scratchPool })
  } finally {
    await scratchPool.end()
    await pool.query(`drop database ${quoted} with (force)`)
  }
}

/** Name of the live database, and the options that make an empty one like it. */
async function readLive(pool: pg.Pool) {
  const { rows } = await pool.query<Row>(`
    select datname as name, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
      datcollate as collate, datctype as ctype, datlocale as locale
    from pg_database
    where datname = current_database()`)
  const [row] = rows
  if (!row) throw new Error('the database does not list itself')
  const { encoding, collate, ctype } = row
  const shared = `encoding ${text(encoding)} lc_collate ${text(collate)} lc_ctype ${text(ctype)}`
  return { live: row.name, likeLive: `${shared} ${providerOf(row)}` }
}

type Row = { name: string; encoding: string; provider: string; collate: string; ctype: string; locale: string | null }

function providerOf({ provider, locale }: Row) {
  if (provider === 'i') return `locale_provider icu icu_locale ${text(locale ?? '')}`
  if (provider === 'b') return `locale_provider builtin builtin_locale ${text(locale ?? '')}`
  return 'locale_provider libc'
}

const text = (value: string) => pg.escapeLiteral(value)

function sentenceFor(error: unknown, name: string) {
  const code = codeOf(error)
  if (code === '42P04')
    return new CommandError(`The database ${name} exists, left by a rehearsal that is running or was cut off: drop it if none is running.`)
  if (code === '42501')
    return new CommandError(
      'The role may not create databases: give it the right with `alter role … createdb`, and take it back afterwards.',
    )
  return error
}
