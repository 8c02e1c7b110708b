import type { Database } from '#src/platform/server/db.ts'
import type { LinkShows } from './rules.ts'

type Link = { companyId: string; secretHash: string; shows: LinkShows; createdAt: Date }

/** Stores a company's link; replaces an earlier one. */
export const upsertLink = (db: Database, link: Link) =>
  db
    .insertInto('calendarLinks')
    .values(link)
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet(link))
    .execute()

/** Company of a link; undefined if the link is not valid. */
export const findLink = (db: Database, secretHash: string) =>
  db
    .selectFrom('calendarLinks')
    .innerJoin('companies', 'companies.id', 'calendarLinks.companyId')
    .select(['calendarLinks.companyId', 'shows', 'companyName'])
    .where('secretHash', '=', secretHash)
    .where('archivedAt', 'is', null)
    .$narrowType<{ shows: LinkShows }>()
    .executeTakeFirst()
