import { setTimeout as pause } from 'node:timers/promises'
import {
  CamelCasePlugin,
  Kysely,
  type Transaction as KyselyTransaction,
  type PluginTransformQueryArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  type RawBuilder,
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

/** Limits of a server's statements in ms. A page waits for one no longer than a visitor does; a job may take its time. */
export const statementTimes = { page: 30_000, job: 600_000 }

/** Ends what a server process left behind or waits for in vain: in a transaction that nobody continues, behind a lock, for a lost client. */
const serverOptions = [
  `-c statement_timeout=${statementTimes.job}`,
  '-c lock_timeout=20000',
  '-c idle_in_transaction_session_timeout=60000',
  // PostgreSQL refuses it on Windows.
  ...(process.platform === 'win32' ? [] : ['-c client_connection_check_interval=5000']),
]

type Pooling = { url: string; size: number; log: Log; patienceMs?: number; statementMs?: number }

/**
 * The pool of a process. Broken connections are logged and replaced, never fatal. `statementMs` bounds each statement, also if the network
 * drops every packet, and sets the limits of a server; commands and migrations have none.
 */
export function openPool({ url, size, log, patienceMs = 10_000, statementMs }: Pooling) {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'handschlag',
    // As on every solid disk, a page read anywhere costs little more than the next one; otherwise a search for a common word reads everybody.
    options: ['-c random_page_cost=1.1', ...(statementMs === undefined ? [] : serverOptions)].join(' '),
  })
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'))
  if (statementMs !== undefined) pool.on('connect', (client) => boundStatements(client, statementMs))
  pool.on('release', (_error, client) => longer.delete(client))
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ error: error.message }, 'database connection lost')))
  return pool
}

/** Connections whose statements may now take longer than those of their pool. */
const longer = new WeakMap<object, number>()

/**
 * Ends a connection whose statement got no answer in time: the statement fails, and the pool replaces the connection. The driver's own
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

/** There is no connection to the database: it is down, restarting, or has none left. */
export class DatabaseDown extends Error {}

/**
 * The pool as the stores see it: columns in camelCase, statements typed by the generated db.d.ts. Without a connection: DatabaseDown.
 * Only statements of `runPrepared` have names: with one plan for all values PostgreSQL does not find the partial index that
 * `on conflict … where status = $1` means, and refuses the statement. `statementMs` replaces the pool's limit of a statement.
 */
export function openDatabase(
  pool: { options: object; connect: () => Promise<Client>; end: () => Promise<void> },
  { statementMs }: { statementMs?: number } = {},
): Database {
  const connect = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseDown('no connection to the database', { cause: error })
    })
    if (statementMs !== undefined) longer.set(client, statementMs)
    return namingClient(client)
  }
  return new Kysely<DB>({
    dialect: new Dialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
    plugins: [columnNames],
  })
}

/** What this product uses of a connection from a pool. */
export type Client = {
  query: (statement: pg.QueryConfig) => Promise<Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>>
  release: (isBroken?: boolean) => void
}

/** A connection as Kysely calls it; statements of `runPrepared` are sent with their names. */
function namingClient(client: Client) {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  // Kysely's second form streams rows, which this product does not.
  function query(): never
  function query(text = '', values: readonly unknown[] = []) {
    return client.query({ name: preparedNames.get(text), text, values: [...values] })
  }
  return { query, release: (isBroken?: boolean) => client.release(isBroken) }
}

const preparedNames = new Map<string, string>()

/**
 * Runs a statement under a name, so that each connection parses and plans it once (named queries of the driver). For statements of few
 * texts whose best plan is the same for all values, and which take longer to plan than to run.
 */
export function runPrepared<Row>(db: Database | Transaction, statement: RawBuilder<Row>) {
  const compiled = statement.compile(db)
  if (!preparedNames.has(compiled.sql)) preparedNames.set(compiled.sql, `prepared ${preparedNames.size}`)
  return db.executeQuery(compiled)
}

const primaries = new WeakMap<Database, Database>()

/** The same product for jobs, whose statements may take longer than a visitor waits. */
export function forJobs<Part extends { db: Database; pool: pg.Pool }>(app: Part): Part {
  const db = openDatabase(app.pool, { statementMs: statementTimes.job })
  standFor(db, app.db)
  return { ...app, db }
}

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
 * Repeats the work until the database accepts it: a server that starts while the database starts, recovers, or has no connection left must
 * not give up. Throws the last refusal after a minute, and any other error at once.
 */
export async function whenAccepted<Result>(work: () => Promise<Result>, patienceMs = 60_000): Promise<Result> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTemporary(error) || performance.now() > deadline) throw error
    }
    await pause(200)
  }
}

/** Not listening yet, unreachable, starting up, shutting down, without free connections (53300), or the connection broke. */
const temporaryCodes = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', '57P03', '57P01', '53300']
const isTemporary = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseDown) return isTemporary(error.cause)
  return 'code' in error ? temporaryCodes.includes(String(error.code)) : /terminated|timeout/.test(error.message)
}
