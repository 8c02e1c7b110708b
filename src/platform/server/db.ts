import {
  CamelCasePlugin,
  Kysely,
  type Transaction as KyselyTransaction,
  type PluginTransformQueryArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import { DatabaseDown, isDatabaseDown } from './database/connectionErrors.ts'
import type { Log } from './log.ts'
import type { DB } from './tables.d.ts'

export type Database = Kysely<DB>
export type Transaction = KyselyTransaction<DB>

const { builtins } = pg.types
/** Lists of days and of spans of time; the library has no names for these types. */
const dateArray = 1_182
const momentMultirange = 4_534
const readers: Partial<Record<number, (text: string) => unknown>> = {
  // Sums of cents stay far below 2^53.
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // Days and times of day are those of a Berlin clock: text, never a moment in a time zone.
  [builtins.DATE]: String,
  [builtins.TIME]: String,
  [dateArray]: (text) => text.slice(1, -1).split(',').filter(Boolean),
  [momentMultirange]: spansIn,
}
/** Spans in milliseconds since 1970, as browsers count: '{["2026-12-07 07:00:00+00","2026-12-07 11:00:00+00")}'. */
function spansIn(text: string) {
  const momentOf = (moment: string) => new Date(pg.types.getTypeParser(builtins.TIMESTAMPTZ)(moment)).getTime()
  return [...text.matchAll(/"([^"]+)","([^"]+)"/g)].map(([, from = '', to = '']) => ({ from: momentOf(from), to: momentOf(to) }))
}
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    readers[oid] ?? pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser,
}

/** Limits of a server's statements in ms. A page waits no longer than a visitor does; a job may take longer. */
export const statementTimes = { page: 30_000, job: 600_000 }

/** Ends abandoned transactions, waits for a lock, and statements of lost clients. A pooler may drop them (database/sessionOptions.ts). */
export const serverOptions = {
  // As on every solid-state disk, a random read costs little more than a sequential one; otherwise a search for a common word reads all
  // companies.
  random_page_cost: '1.1',
  statement_timeout: `${statementTimes.job / 60_000}min`,
  lock_timeout: '20s',
  idle_in_transaction_session_timeout: '1min',
  // PostgreSQL refuses it on Windows.
  ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '5s' }),
}
/** Commands and migrations have no limits, even if the role has them for the connections of a pooler. */
const unlimited = { ...serverOptions, statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0' }

type Pooling = { url: string; size: number; log: Log; timeoutMs?: number; statementMs?: number }

/**
 * Opens the pool of a process. Broken connections are logged and replaced, never fatal. `statementMs` bounds each statement, even if the
 * network drops every packet, and sets the limits of a server; commands and migrations have none.
 */
export function openPool({ url, size, log, timeoutMs = 10_000, statementMs }: Pooling) {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'handschlag',
    options: Object.entries(statementMs === undefined ? unlimited : serverOptions)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'))
  if (statementMs !== undefined) pool.on('connect', (client) => boundStatements(client, statementMs))
  pool.on('release', (_error, client) => longer.delete(client))
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ error: error.message }, 'database connection lost')))
  return pool
}

/** Connections whose statements may currently take longer than those of their pool. */
const longer = new WeakMap<object, number>()

/**
 * Ends a connection whose statement got no response in time: the statement fails, and the pool replaces the connection. The driver's own
 * `query_timeout` would return it to the pool while the statement still runs.
 */
function boundStatements(client: pg.ClientBase & { end?: () => Promise<void> }, statementMs: number) {
  const { query } = client
  const ask = (...asked: unknown[]) => {
    const timer = setTimeout(() => void client.end?.().catch(() => undefined), longer.get(client) ?? statementMs)
    const done = asked.at(-1)
    if (typeof done === 'function') {
      return Reflect.apply(query, client, [
        ...asked.slice(0, -1),
        (...answer: unknown[]) => {
          clearTimeout(timer)
          Reflect.apply(done, undefined, answer)
        },
      ])
    }
    const answer: unknown = Reflect.apply(query, client, asked)
    if (answer instanceof Promise) {
      const over = () => clearTimeout(timer)
      answer.then(over, over)
    } else clearTimeout(timer)
    return answer
  }
  Object.assign(client, { query: ask })
}

/**
 * Database of the stores: columns in camelCase, statements typed by the generated tables.d.ts. Without a connection: DatabaseDown. Only
 * statements of `runPrepared` have names: with one plan for all values PostgreSQL does not find the partial index of `on conflict … where
 * status = $1`, and refuses the statement. `statementMs` replaces the pool's limit of a statement; `onConnected` gets the seconds for which a
 * caller waited for a connection.
 */
export function openDatabase(
  pool: { options: object; connect: () => Promise<Client>; end: () => Promise<void> },
  { statementMs, onConnected }: { statementMs?: number; onConnected?: (seconds: number) => void } = {},
): Database {
  const connect = async () => {
    const began = performance.now()
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseDown(error)
    })
    onConnected?.((performance.now() - began) / 1_000)
    if (statementMs !== undefined) longer.set(client, statementMs)
    return namingClient(client)
  }
  return new Kysely<DB>({
    dialect: new Dialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
    plugins: [columnNames],
  })
}

/** Methods of a pool's connection that this product uses. */
export type Client = {
  query: (statement: pg.QueryConfig) => Promise<Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>>
  release: (isBroken?: boolean) => void
}

/** Connection as Kysely calls it; statements of `runPrepared` are sent with their names. If the connection breaks: DatabaseDown. */
function namingClient(client: Client) {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  // Kysely's second form streams rows, which this product does not use.
  function query(): never
  function query(text = '', values: readonly unknown[] = []) {
    return client.query({ name: preparedNames.get(text), text, values: [...values] }).catch((error: unknown) => {
      throw isDatabaseDown(error) ? new DatabaseDown(error) : error
    })
  }
  return { query, release: (isBroken?: boolean) => client.release(isBroken) }
}

const preparedNames = new Map<string, string>()

/**
 * Runs a statement under a name, so that each connection parses and plans it once (named queries of the driver). For statements with few
 * texts whose best plan is the same for all values, and which take longer to plan than to run.
 */
export function runPrepared<Row>(db: Database | Transaction, statement: RawBuilder<Row>) {
  const compiled = statement.compile(db)
  if (!preparedNames.has(compiled.sql)) preparedNames.set(compiled.sql, `prepared ${preparedNames.size}`)
  return db.executeQuery(compiled)
}

const primaries = new WeakMap<Database, Database>()

/** Returns the app for jobs, whose statements may take longer than a visitor waits. */
export function forJobs<Part extends { db: Database; pool: pg.Pool }>(app: Part): Part {
  const db = openDatabase(app.pool, { statementMs: statementTimes.job })
  standFor(db, app.db)
  return { ...app, db }
}

/** Declares that `reading` is a replica of `primary`. */
export const standFor = (reading: Database, primary: Database) => primaries.set(reading, primary)

/** Caches of a database are stored under its primary. */
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

/** Number of all rows of a query. */
export const countRows = <Schema, Table extends keyof Schema, Row>(query: SelectQueryBuilder<Schema, Table, Row>) =>
  query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()

/** Runs several reads in one transaction, which sees one state of the database. */
export const underOneSnapshot = <Read>(db: Database, read: (tx: Transaction) => Promise<Read>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** New values of an upsert for some columns: `doUpdateSet(newValues(['title', 'unit']))`. */
export const newValues = <Column extends string>(columns: readonly Column[]): Record<Column, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column): unknown[] => [column, sql.ref(`excluded.${column}`)]))
