import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '#src/platform/server/db.ts'
import { orderRows } from '#src/site/search/index/store.ts'
import { generateCompanies, type Labelled } from './companies.ts'

export type Known = Labelled & { id: string }
const perStatement = 5_000

/** The labelled dataset with an id for each company, in batches; the same in every run. */
export function* batchesOf(count: number): Generator<Known[]> {
  let batch: Known[] = []
  let number = 0
  for (const company of generateCompanies(count)) {
    batch.push({ ...company, id: idOf(number++) })
    if (batch.length < perStatement) continue
    yield batch
    batch = []
  }
  yield batch
}

const idOf = (number: number) =>
  createHash('md5')
    .update(String(number))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Fills an empty database with the labelled dataset. Triggers are off: the index is built afterwards. */
export async function seedDataset(client: pg.Client, count: number) {
  await client.query('set session_replication_role = replica')
  for (const batch of batchesOf(count)) await insertBatch(client, batch)
  await client.query('set session_replication_role = origin')
  await client.query('analyze companies, services, reviews')
}

async function insertBatch(client: pg.Client, batch: Known[]) {
  await client.query(
    `insert into companies
       (id, company_name, category, description, services_offered, location, postcode, town, website, hourly_rate_cents, verified,
        contact_person, email, phone, subscription_status)
     select id, "companyName", category, description, services, location, postcode, town, website, "hourlyRateCents", verified, 'Kim Muster',
       id || '@menge.example', '+49 40 66969150', 'active'
     from jsonb_to_recordset($1::jsonb) as given (
       id uuid, "companyName" text, category text, description text, services text[], location text, postcode text, town text, website text,
       "hourlyRateCents" integer, verified boolean
     )`,
    [JSON.stringify(batch)],
  )
  await client.query(
    `insert into services (company_id, catalogue_id, title, price_kind, price_cents, places, position, created_at, updated_at)
     select company.id, entry.id, entry.name, 'hourly', "hourlyRateCents", entry.places, offer.position, now(), now()
     from jsonb_to_recordset($1::jsonb) as company (id uuid, offers text[], "hourlyRateCents" integer),
       unnest(offers) with ordinality as offer (id, position)
     join catalogue_services as entry on entry.id = offer.id`,
    [JSON.stringify(batch.filter(({ offers }) => offers.length))],
  )
  await client.query(
    `insert into reviews (company_id, customer_name, customer_email, rating, comment, published_at)
     select id, 'Kim', 'kim@kunde.example', rating, 'Gut.', now()
     from jsonb_to_recordset($1::jsonb) as given (id uuid, reviews integer[]), unnest(reviews) as rating`,
    [JSON.stringify(batch.filter(({ reviews }) => reviews.length))],
  )
}

/**
 * Availability index of nine in ten companies: 28 days of 32 half hours, two of three days with a few free ones
 * (migrations/0025_search_times.sql).
 */
const freeTimes = `
  update search_companies
  set
    free = array(
      select case when random() < 0.66 then (random() * 2147483647)::integer & (random() * 2147483647)::integer else 0 end
      from generate_series(1, 28)
      where company_id is not null
    ),
    free_from = (now() at time zone 'Europe/Berlin')::date,
    free_notice = 24
  where random() < 0.9`

/** Builds the search's table for all companies: first without indexes, which are built at the end. Prints the time it took. */
export async function buildIndex(client: pg.Client, db: Database) {
  const start = performance.now()
  await client.query("set maintenance_work_mem = '512MB'")
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'search_companies' and indexname not like '%_pkey'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const { rows: companies } = await client.query<{ id: string }>('select id from companies where is_listed')
  for (let at = 0; at < companies.length; at += perStatement) {
    await client.query('select search_index($1::uuid[])', [companies.slice(at, at + perStatement).map(({ id }) => id)])
  }
  await client.query(freeTimes)
  const filled = performance.now()
  await client.query('select search_count()')
  await orderRows(db)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze search_companies, search_terms')
  const { rows } = await client.query<{ size: string; indexes: string; words: string }>(
    `select pg_size_pretty(pg_table_size('search_companies')) as size, pg_size_pretty(pg_indexes_size('search_companies')) as indexes,
       (select count(*) from search_terms where kind = 'word') as words`,
  )
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`
  return `table ${rows[0]?.size}, indexes ${rows[0]?.indexes}, ${rows[0]?.words} words; filled in ${seconds(start, filled)}, counted and indexed in ${seconds(filled, performance.now())}`
}
