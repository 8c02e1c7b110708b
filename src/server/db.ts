import { setTimeout as pause } from 'node:timers/promises'
import {
  CamelCasePlugin,
  Kysely,
  type Transaction as KyselyTransaction,
  type PluginTransformQueryArgs,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'
import type { DB } from './tables.d.ts'

export type Database = Kysely<DB>
export type Transaction = KyselyTransaction<DB>

const { builtins } = pg.types
/** A list of days; the library names no lists. */
const dateArray = 1_182
const readers: Partial<Record<number, (text: string) => unknown>> = {
  // Sums of cents stay far below 2^53.
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // Days and times of day are what a Berlin clock shows: text, never a moment in some zone.
  [builtins.DATE]: String,
  [builtins.TIME]: String,
  [dateArray]: (text) => text.slice(1, -1).split(',').filter(Boolean),
}
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    readers[oid] ?? pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser,
}

type Pooling = { url: string; size: number; log: Log; patienceMs?: number; statementMs?: number }

/** The pool of a process. Broken connections are logged and replaced, never fatal. */
export function openPool({ url, size, log, patienceMs = 10_000, statementMs }: Pooling) {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: patienceMs,
    ...(statementMs && { query_timeout: statementMs }),
    application_name: 'handschlag',
    // As on every solid disk, a page read anywhere costs little more than the next one; otherwise a search for a common word reads everybody.
    options: '-c random_page_cost=1.1',
  })
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'))
  pool.on('connect', nameFixed)
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ error: error.message }, 'database connection lost')))
  return pool
}

const fixedMark = '/* fixed */'
/**
 * Begins a statement of few texts, whatever is asked, and whose best plan is the same for all values: each connection parses and plans it
 * once. For one that takes longer to plan than to run.
 */
export const fixed = sql.raw(fixedMark)
const names = new Map<string, string>()

function nameFixed(client: pg.ClientBase) {
  const { query } = client
  const ask = (...asked: unknown[]) => {
    const [text, values] = asked
    if (typeof text !== 'string' || !text.trimStart().startsWith(fixedMark)) return Reflect.apply(query, client, asked)
    const name = names.get(text) ?? `fixed ${names.size}`
    names.set(text, name)
    return Reflect.apply(query, client, [{ name, text, values }])
  }
  Object.assign(client, { query: ask })
}

/** There is no connection to the database: it is down, restarting, or has none left. */
export class DatabaseDown extends Error {}

/**
 * The pool as the stores see it: columns in camelCase, statements typed by the generated db.d.ts. Without a connection: DatabaseDown.
 * Statements have no names, but those that are `fixed`: with one plan for all values PostgreSQL does not find the partial index that
 * `on conflict … where status = $1` means, and refuses the statement.
 */
export function openDatabase(pool: Pick<PostgresPool, 'connect' | 'end' | 'options'>): Database {
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw new DatabaseDown('no connection to the database', { cause: error })
    })
  return new Kysely<DB>({
    dialect: new Dialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
    plugins: [columnNames],
  })
}

const primaries = new WeakMap<Database, Database>()

/** From now on `reading` shows the same data as `primary`, from elsewhere. */
export const standFor = (reading: Database, primary: Database) => primaries.set(reading, primary)

/** What is remembered of a database is remembered under its primary. */
export const primaryOf = (db: Database) => primaries.get(db) ?? db

/** The library's own plugin rebuilds every statement's tree only to rename columns; this one renames them when the SQL is written. */
class ColumnNames extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }
  write(name: string) {
    return this.snakeCase(name)
  }
}
const columnNames = new ColumnNames()

class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string) {
    return super.sanitizeIdentifier(columnNames.write(identifier))
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler()
  }
}

/** Runs several reads in one transaction, which sees one state of the database. */
export const underOneSnapshot = <Read>(db: Database, read: (tx: Transaction) => Promise<Read>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/**
 * Waits until the database accepts connections: a server that starts while the database starts or recovers must not give up. Throws the
 * last refusal after a minute, and any other error at once.
 */
export async function waitForDatabase(pool: pg.Pool, patienceMs = 60_000) {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (!isTemporary(error) || performance.now() > deadline) throw error
    }
    await pause(200)
  }
}

/** The database is not listening yet, is starting up or shutting down, or the connection broke. */
const isTemporary = (error: unknown) =>
  error instanceof Error &&
  ('code' in error ? ['ECONNREFUSED', 'ECONNRESET', '57P03', '57P01'].includes(String(error.code)) : /terminated/.test(error.message))
