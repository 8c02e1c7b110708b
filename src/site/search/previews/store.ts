import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'

/** Lists the facts on the pictures of these companies, for listed ones. */
export const listPreviewFacts = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('companies')
    .innerJoin('searchCompanies', 'searchCompanies.companyId', 'companies.id')
    .select(['companies.id', 'companies.companyName', 'companies.category', 'searchCompanies.rating', 'searchCompanies.reviews'])
    .select(sql<string>`coalesce(companies.town, companies.location)`.as('town'))
    .where('companies.isListed', '=', true)
    .where('companies.id', 'in', ids)
    .execute()
