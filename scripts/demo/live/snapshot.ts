import { sql } from 'kysely'
import { openSealed } from '#src/platform/server/secrets.ts'
import { keyOf, type Row } from '../dumpFile.ts'
import { sealedColumns } from '../sealedColumns.ts'
import type { Stage } from './stage.ts'

/** Rows of a table (of the database, or of the sandbox), by key. */
export type Facts = Map<string, Map<string, Row>>

/** Tables that belong to one installation or one moment, or are computed from the others. */
const leftOut = [
  'migrations',
  'state_edges',
  'settings',
  'search_companies',
  'search_counts',
  'search_terms',
  'search_synonyms',
  'search_trades',
  'search_related',
  'places',
  'place_names',
  'place_postcodes',
  'postcode_points',
  'place_sources',
  'catalogue_trades',
  'catalogue_services',
  'catalogue_language',
  'catalogue_state',
  // Written anew from scripts/demo/services.json.
  'services',
  'service_options',
  'sessions',
  'admin_sessions',
  'auth_tokens',
  'one_time_codes',
  'code_failures',
  'rate_counters',
  'sign_in_failures',
  'idempotent_requests',
  'known_devices',
  'job_schedules',
  'job_workers',
  'sent_mails',
  'booking_links',
  'review_links',
  'mailing_links',
  'payment_events',
]
/** The tables that the sandbox needs to continue. */
const sandboxTables = [
  'checkoutSession',
  'paymentIntent',
  'charge',
  'refund',
  'customer',
  'product',
  'price',
  'paymentMethod',
  'cardOfMethod',
  'subscription',
  'invoice',
  'invoicePayment',
  'account',
  'accountMove',
  'transfer',
  'transferReversal',
  'dispute',
  'payout',
  'balanceTransaction',
]

/** The complete state of the database and the sandbox at this moment. */
export async function takeSnapshot(stage: Stage) {
  const facts: Facts = new Map()
  const keys: Record<string, string[]> = {}
  const { app } = stage
  const { rows: tables } = await sql<{ name: string; key: string[] }>`
    select relname as name, array(
      select attname from pg_attribute where attrelid = pg_class.oid and attnum::text = any(string_to_array(indkey::text, ' ')) order by array_position(string_to_array(indkey::text, ' '), attnum::text)
    )::text[] as key
    from pg_class
    join pg_index on indrelid = pg_class.oid and indisprimary
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all(${leftOut})
    order by relname`.execute(app.db)
  await app.db.transaction().execute(async (tx) => {
    await sql`set local time zone 'UTC'`.execute(tx)
    for (const { name, key } of tables) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(one)::text as row from ${sql.table(name)} as one order by ${sql.join(key.map((column) => sql.ref(column)))}`.execute(
        tx,
      )
      keys[`database ${name}`] = key
      if (rows.length === 0) continue
      const opened = rows.map(({ row }) => openSeals(stage, name, JSON.parse(row)))
      facts.set(`database ${name}`, new Map(opened.map((row) => [keyOf(key, row), row])))
    }
  })
  const oldest = app.now().getTime() / 1000 - 10 * 86_400
  for (const table of sandboxTables) {
    const { rows } = (await stage.control('export', { table })) as { rows: [string, { created?: number }][] }
    const kept = table === 'checkoutSession' ? rows.filter(([, { created = 0 }]) => created > oldest) : rows
    if (kept.length > 0) facts.set(`sandbox ${table}`, new Map(kept.map(([id, value]) => [id, { id, value }])))
  }
  return { facts, keys }
}

/** The loader seals them under the keys of its own installation. */
function openSeals({ app }: Stage, table: string, row: Record<string, unknown>) {
  for (const { column, bound, purpose } of sealedColumns.filter((one) => one.table === table)) {
    const sealed = row[column]
    if (typeof sealed === 'string') row[column] = openSealed(app, { purpose, bound: String(row[bound]), sealed })
  }
  // Every company of the demo has the same one, hashed anew by the loader.
  if (table === 'users') row.password_hash = ''
  return row
}
