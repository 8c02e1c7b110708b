import { sql } from 'kysely'
import type { Database } from '#src/server/db.ts'

/**
 * The order in which the search's rows lie best: the samples one after the other, in each of them a category's companies, and of those the
 * ones of 44 km of latitude from west to east. A search wants one category in one neighbourhood and then reads a fourth of the pages.
 */
export const orderOfRows = 'sample, (search_companies.category), (floor(point[1] * 2.5)), (point[0])'

/** All companies, as their rows shall lie. */
export async function listIdsToIndex(db: Database) {
  const { rows } = await sql<{ id: string }>`
    select id
    from companies
    left join search_companies on company_id = id
    order by ${sql.raw(orderOfRows)}, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Splits every known word anew, at all parts that are known by now. */
export const splitWords = (db: Database) => sql`select search_split(array(select id from search_terms where kind = 'word'))`.execute(db)

/** Writes the search rows of these companies again. */
export const indexCompanies = (db: Database, ids: readonly string[]) => sql`select search_index(${ids}::uuid[])`.execute(db)

/** Counts how often each term occurs and draws the samples anew. */
export const countTerms = (db: Database) => db.transaction().execute((tx) => sql`select search_count()`.execute(tx))
