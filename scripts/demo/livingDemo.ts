import { setImmediate as yieldLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { hashPassword } from '#src/foundation/accounts/passwordActions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { encryptText } from '#src/platform/server/secrets.ts'
import { fingerprintOf, paidInto } from '../../sandbox/externalAccounts.ts'
import { demoPassword } from './demoData.ts'
import { type Places, type Row, readDump } from './dumpFile.ts'
import { type Move, openMove, weeksSince } from './moveWeeks.ts'
import { importState } from './sandboxState.ts'
import { encryptedColumns } from './sealedColumns.ts'
import { setSequences } from './sequences.ts'

type Target = Pick<App, 'config' | 'db' | 'random' | 'now'>

/** Prepares the demo for today, ready to be inserted: dates moved by whole weeks, secrets encrypted with the keys of this installation. */
export async function prepareLivingDemo(app: Target) {
  const { monday, places } = await readDump({
    origin: app.config.stripe.apiUrl ?? '',
    weekday: (since) => weeksSince(since, app.now()).weekday,
  })
  const move = openMove(weeksSince(monday, app.now()).days)
  const passwordHash = await hashPassword(app as App, demoPassword)
  const types = await readTypes(app)
  const tables: { table: string; rows: Row[] }[] = []
  for (const [place, rows] of places) {
    const [kind, table = ''] = place.split(' ')
    if (kind !== 'database') continue
    tables.push({ table, rows: rows.map((row) => ownRow(app, { table, row, move, types: requireTypes(types, table, row), passwordHash })) })
    await yieldLoop()
  }
  return { tables, sandbox: sandboxRows(places, move) }
}
export type LivingDemo = Awaited<ReturnType<typeof prepareLivingDemo>>

/** Writes the prepared demo, in the caller's transaction; the payment sandbox gets its part before that transaction ends. */
export async function insertLivingDemo(app: Target, tx: Transaction, { tables, sandbox }: LivingDemo) {
  // Triggers are off: the rows were checked when they were first written, and the triggers would check each again and write copies that the
  // dump already has.
  await sql`set local session_replication_role = replica`.execute(tx)
  for (const { table, rows } of tables) {
    await insertRows(tx, table, rows).catch((cause: unknown) => {
      throw new Error(`the demo's dump does not fit ${table}: npm run build-demo writes it anew`, { cause })
    })
  }
  await sql`set local session_replication_role = origin`.execute(tx)
  await setSequences(tx)
  // The triggers would have noted these, so that the search learns who is free.
  await sql`insert into calendar_changes (company_id) select company_id from calendars`.execute(tx)
  // The dump's texts hold the ids of the installation that wrote it.
  await sql`
    update booking_texts
    set search_text = booking_text(bookings)
    from bookings
    where bookings.id = booking_texts.booking_id`.execute(tx)
  // Until autovacuum analyses these tables the planner assumes that they are empty, and the invariants over them would take hours.
  await sql`analyze ${sql.join(tables.map(({ table }) => sql.table(table)))}`.execute(tx)
  await enqueue(tx, { name: 'search.rebuild', payload: {} })
  await importState(app.config.stripe.apiUrl ?? '', sandbox)
}

type Types = Map<string, Map<string, string>>

async function readTypes({ db }: Target): Promise<Types> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, data_type as type
    from information_schema.columns
    where table_schema = 'public'`.execute(db)
  const types: Types = new Map()
  for (const { table, column, type } of rows) types.set(table, (types.get(table) ?? new Map()).set(column, type))
  return types
}

/** Columns of the dump whose data the loader writes elsewhere by itself. */
const moved = new Set(['companies.is_small_business'])

/** Columns newer than the dump get their defaults; a removed or renamed column requires a new dump. */
function requireTypes(types: Types, table: string, row: Row) {
  const known = types.get(table)
  const missing = Object.keys(row).find((column) => !known?.has(column) && !moved.has(`${table}.${column}`))
  if (known && missing === undefined) return known
  throw new Error(`the demo's dump knows ${table}.${missing ?? ''}, the schema does not: npm run build-demo writes it anew`)
}

type Moving = { table: string; row: Row; move: Move; types: Map<string, string>; passwordHash: string }

function ownRow(app: Target, { table, row, move, types, passwordHash }: Moving): Row {
  const entries = Object.entries(row).filter(([column]) => types.has(column))
  const own = Object.fromEntries(entries.map(([column, value]) => [column, moveValue(value, types.get(column) ?? '', move)]))
  if (table === 'users') own.password_hash = passwordHash
  if (table === 'payout_accounts' && own.can_be_paid) Object.assign(own, confirmedTarget)
  if (table === 'psp_cursor') own.position = move.inText(String(own.position))
  for (const { column, bound, purpose } of encryptedColumns.filter((one) => one.table === table)) {
    const text = own[column]
    if (typeof text === 'string') own[column] = encryptText(app, { purpose, bound: String(own[bound]), text: move.inText(text) })
  }
  return own
}

/** The demo's connected accounts are paid out to the sandbox's own bank account, and were confirmed long ago. */
const confirmedTarget = { target: fingerprintOf(), target_label: 'TESTBANK, DE •••• 3000', confirmed_target: fingerprintOf() }

function moveValue(value: unknown, type: string, move: Move) {
  if (type === 'jsonb' && value !== null) return JSON.parse(move.inText(JSON.stringify(value)))
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' && isDay.test(one) ? move.day(one) : one))
  if (typeof value !== 'string') return value
  if (type === 'date') return move.day(value)
  if (type === 'tstzrange' || type === 'tstzmultirange' || type === 'daterange') return move.range(value)
  return type === 'timestamp with time zone' ? move.timestamp(value) : value
}

const isDay = /^20\d\d-\d\d-\d\d$/

/** Rows per statement. */
const batch = 2_000

async function insertRows(tx: Transaction, table: string, rows: readonly Row[]) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const generated = await sql<{ name: string }>`
    select column_name as name
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and (is_generated = 'ALWAYS' or identity_generation = 'ALWAYS')`.execute(tx)
  const skipped = new Set(generated.rows.map(({ name }) => name))
  const columns = sql.join(names.filter((name) => !skipped.has(name)).map((name) => sql.ref(name)))
  for (let start = 0; start < rows.length; start += batch) {
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.slice(start, start + batch))}::jsonb)`.execute(tx)
  }
}

function sandboxRows(places: Places, move: Move) {
  return [...places].flatMap(([place, rows]) => {
    const [kind, table = ''] = place.split(' ')
    return kind === 'sandbox' ? rows.map(({ id, value }) => [table, String(id), sandboxValue(table, move.inSeconds(value))] as const) : []
  })
}

/** Billing months count from the anchor; after a move by weeks the anchor becomes the start of the current period. */
function sandboxValue(table: string, value: unknown) {
  if (table === 'account') return { ...(value as Stripe.Account), ...paidInto(value as Stripe.Account, undefined) }
  if (table !== 'subscription') return value
  const subscription = value as { items: { data: { current_period_start: number }[] } }
  return { ...subscription, billing_cycle_anchor: subscription.items.data[0]?.current_period_start }
}
