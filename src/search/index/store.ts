import { sql } from 'kysely'
import type { Database } from '#src/server/db.ts'

/** All companies, the best first: rows that are written in this order lie beside each other, and a search reads fewer pages. */
export async function listIdsToIndex(db: Database) {
  const { rows } = await sql<{ id: string }>`
    select id
    from companies
    left join search_companies on company_id = id
    order by quality desc nulls last, sort_name, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Splits every known word anew, at all parts that are known by now. */
export const splitWords = (db: Database) => sql`select search_split(array(select id from search_terms where kind = 'word'))`.execute(db)

/** Writes the search rows of these companies again. */
export const indexCompanies = (db: Database, ids: readonly string[]) => sql`select search_index(${ids}::uuid[])`.execute(db)

/** Counts how often each term occurs and draws the samples anew. */
export const countTerms = (db: Database) => db.transaction().execute((tx) => sql`select search_count()`.execute(tx))
