import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { CataloguePackage } from './package.ts'

/** Version of the package in the tables; undefined before the first load. */
export async function readPackaged(db: Database) {
  const row = await db.selectFrom('catalogueState').select('packaged').executeTakeFirst()
  return row?.packaged
}

/** Lets only one of several processes load; the others then find the catalogue loaded. */
export const lockCatalogue = (tx: Transaction) => sql`select pg_advisory_xact_lock(hashtext('catalogue'))`.execute(tx)

/**
 * Writes the package over an earlier one. The operator's names, hidden entries and additions stay. An entry that the package no longer has
 * is hidden, because companies may offer it.
 */
export async function upsertCatalogue(tx: Transaction, { categories, services, ambiguous, words }: CataloguePackage, now: Date) {
  const trades = categories.flatMap(({ name, trades }) => trades.map((trade) => ({ ...trade, category: name })))
  await sql`
    insert into catalogue_trades (id, category, name, forms)
    select id, category, name, forms
    from jsonb_to_recordset(${JSON.stringify(trades)}::jsonb) as given (id text, category text, name text, forms text[])
    on conflict (id) do update
    set category = excluded.category, name = excluded.name, forms = excluded.forms`.execute(tx)
  await sql`
    insert into catalogue_services (
      id, trade_id, name, said, objects, acts, price_kind, price_unit, low_cents, high_cents, low_minutes, high_minutes, places, near, questions,
      is_household, is_licensed
    )
    select id, trade, name, said, objects, acts, price ->> 'kind', price ->> 'unit',
      round(coalesce((price ->> 'low')::numeric, 0) * 100), round(coalesce((price ->> 'high')::numeric, 0) * 100),
      minutes[1], minutes[2], place, near, questions, care35a, licensed
    from jsonb_to_recordset(${JSON.stringify(services)}::jsonb) as given (
      id text, trade text, name text, said text[], objects text[], acts text[], price jsonb, minutes integer[], place text[], near text[],
      questions text[], care35a boolean, licensed boolean
    )
    on conflict (id) do update
    set
      trade_id = excluded.trade_id, name = excluded.name, said = excluded.said, objects = excluded.objects, acts = excluded.acts,
      price_kind = excluded.price_kind, price_unit = excluded.price_unit, low_cents = excluded.low_cents, high_cents = excluded.high_cents,
      low_minutes = excluded.low_minutes, high_minutes = excluded.high_minutes, places = excluded.places, near = excluded.near,
      questions = excluded.questions, is_household = excluded.is_household, is_licensed = excluded.is_licensed`.execute(tx)
  await sql`
    update catalogue_services
    set hidden_at = ${now}
    where not is_own and hidden_at is null and id <> all(${services.map(({ id }) => id)}::text[])`.execute(tx)
  await sql`
    insert into catalogue_language (ambiguous, words)
    values (${JSON.stringify(ambiguous)}::jsonb, ${JSON.stringify(words)}::jsonb)
    on conflict (only_row) do update
    set ambiguous = excluded.ambiguous, words = excluded.words`.execute(tx)
}

/** Writes the phrases of the entries, by which companies are found that have free texts only (migrations/0018_search_services.sql). */
export const writePhrases = (tx: Transaction) => sql`select write_catalogue_phrases()`.execute(tx)

export const markPackaged = (tx: Transaction, packaged: string) =>
  sql`
    insert into catalogue_state (packaged)
    values (${packaged})
    on conflict (only_row) do update
    set packaged = excluded.packaged, revision = catalogue_state.revision + 1`.execute(tx)

export async function hasCompanies(tx: Transaction) {
  return (await tx.selectFrom('companies').select('id').limit(1).executeTakeFirst()) !== undefined
}
