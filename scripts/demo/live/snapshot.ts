import { sql } from 'kysely'
import { decryptText } from '#src/platform/server/secrets.ts'
import { keyOf, type Row } from '../dumpFile.ts'
import { encryptedColumns } from '../sealedColumns.ts'
import type { DemoApp } from './demoApp.ts'

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
  'catalogue_phrases',
  'catalogue_readings',
  'busy_times',
  'calendar_changes',
  'catalogue_state',
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
  'security_events',
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

/** The complete state of the database and the sandbox at this moment. A table without a primary key is keyed by all its columns. */
export async function takeSnapshot(demoApp: DemoApp) {
  const facts: Facts = new Map()
  const keys: Record<string, string[]> = {}
  const { app } = demoApp
  const { rows: tables } = await sql<{ name: string; key: string[] }>`
    select relname as name, array(
      select attname
      from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped
        and (indkey is null or attnum::text = any(string_to_array(indkey::text, ' ')))
      order by array_position(string_to_array(indkey::text, ' '), attnum::text), attnum
    )::text[] as key
    from pg_class
    left join pg_index on indrelid = pg_class.oid and indisprimary
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
      const opened = rows.map(({ row }) => openSeals(demoApp, name, JSON.parse(row)))
      facts.set(`database ${name}`, new Map(opened.map((row) => [keyOf(key, row), row])))
    }
  })
  const oldest = app.now().getTime() / 1000 - 10 * 86_400
  for (const table of sandboxTables) {
    const { rows } = (await demoApp.control('export', { table })) as { rows: [string, { created?: number }][] }
    const retained = table === 'checkoutSession' ? rows.filter(([, { created = 0 }]) => created > oldest) : rows
    if (retained.length > 0) facts.set(`sandbox ${table}`, new Map(retained.map(([id, value]) => [id, { id, value }])))
  }
  return { facts, keys }
}

/** The loader encrypts them with the keys of its own installation. */
function openSeals({ app }: DemoApp, table: string, row: Record<string, unknown>) {
  for (const { column, bound, purpose } of encryptedColumns.filter((one) => one.table === table)) {
    const sealed = row[column]
    if (typeof sealed === 'string') row[column] = decryptText(app, { purpose, bound: String(row[bound]), sealed })
  }
  // Every company of the demo has the same one, hashed anew by the loader.
  if (table === 'users') row.password_hash = ''
  return row
}
