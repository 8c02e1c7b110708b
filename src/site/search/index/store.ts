import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'

/** All companies, in a stable order. */
export async function listIdsToIndex(db: Database) {
  const companies = await db.selectFrom('companies').select('id').orderBy('id').execute()
  return companies.map(({ id }) => id)
}

/** Splits every known word anew, at all currently known parts. */
export const splitWords = (db: Database) => sql`select search_split(array(select id from search_terms where kind = 'word'))`.execute(db)

/** Rewrites the search rows of these companies. */
export const indexCompanies = (db: Database, ids: readonly string[]) => sql`select search_index(${ids}::uuid[])`.execute(db)

/** Counts how often each term occurs and draws the samples anew. */
export const countTerms = (db: Database) => db.transaction().execute((tx) => sql`select search_count()`.execute(tx))

/**
 * Orders the search's rows for locality: the samples one after the other, in each of them a category's companies, and of those the ones of
 * 44 km of latitude from west to east. Most searches want one category in one neighbourhood, or its best: they find them on a quarter of
 * the pages. Searches wait until it is done, some four seconds with 100,000 companies. Throws if others hold the table for more than five
 * seconds (a backup, for example), because all searches would wait with it.
 */
export const orderRows = (db: Database) =>
  db.transaction().execute(async (tx) => {
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
    await sql`set local lock_timeout = '5s'`.execute(tx)
    // Prevents a deadlock with transactions that have read the table and are about to write.
    await sql`lock table search_companies`.execute(tx)
    await sql`create index search_companies_order on search_companies (sample, category, floor(point[1] * 2.5), (point[0]))`.execute(tx)
    await sql`cluster search_companies using search_companies_order`.execute(tx)
    await sql`drop index search_companies_order`.execute(tx)
  })
