import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import type { Category } from '#src/supply/companies/rules.ts'

/**
 * Pages of categories, and of categories in towns that have a listed company of the category; surrounding towns show the same companies and
 * are omitted. A town without a known place has no page.
 */
const placePages = sql`
  select category, town_slug, max(updated_at) as changed_at
  from companies
  where is_listed
  group by grouping sets ((category), (category, town_slug))
  having grouping(town_slug) = 1 or town_slug in (select slug from search_towns where point is not null)`

/** Pages of services with at least one company, and of their towns with one. */
const servicePages = sql`
  select service.catalogue_id, company.town_slug, max(service.updated_at) as changed_at
  from services as service
  join catalogue_services as entry on entry.id = service.catalogue_id
  join companies as company on company.id = service.company_id
  where company.is_listed and service.hidden_at is null and entry.hidden_at is null
  group by grouping sets ((catalogue_id), (catalogue_id, town_slug))
  having grouping(town_slug) = 1 or town_slug in (select slug from search_towns where point is not null)`

/** Counts the addresses of each kind that come from the database. */
export async function countSitemap(db: Database): Promise<{ profiles: number; places: number; services: number }> {
  const { rows } = await sql<{ profiles: number; places: number; services: number }>`
    select
      (select count(*) from companies where is_listed) as profiles,
      (select count(*) from (${placePages}) as pages) as places,
      (select count(*) from (${servicePages}) as pages) as services`.execute(db)
  return rows[0] ?? { profiles: 0, places: 0, services: 0 }
}

type ProfileEntry = { id: string; changedAt: Date }

/** Finds the profile before the first one of a part; undefined for the first part. */
export async function findProfileBefore(db: Database, offset: number) {
  if (offset === 0) return undefined
  const row = await db
    .selectFrom('companies')
    .select('id')
    .where('isListed', '=', true)
    .orderBy('id')
    .offset(offset - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? lastId
}

/** The highest id of all. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Lists the next profiles by their ids, with the last change of them or their reviews. */
export async function listProfileEntries(db: Database, { after, limit }: { after: string | undefined; limit: number }) {
  const { rows } = await sql<ProfileEntry>`
    select id, greatest(updated_at, (select max(published_at) from reviews where company_id = companies.id)) as changed_at
    from companies
    where is_listed and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id
    limit ${limit}`.execute(db)
  return rows
}

type Part = { offset: number; limit: number }

/** Lists a part of the pages of categories, with the last change of a company on each. */
export const listPlaceEntries = (db: Database, part: Part) =>
  listPages<{ category: Category; townSlug: string | null; changedAt: Date }>(db, placePages, { ...part, by: sql`category` })

/** Lists a part of the pages of services, with the last change of an offer on each. */
export const listServiceEntries = (db: Database, part: Part) =>
  listPages<{ catalogueId: string; townSlug: string | null; changedAt: Date }>(db, servicePages, { ...part, by: sql`catalogue_id` })

async function listPages<Entry>(db: Database, pages: RawBuilder<unknown>, { by, offset, limit }: Part & { by: RawBuilder<unknown> }) {
  const { rows } = await sql<Entry>`
    ${pages}
    order by ${by}, town_slug nulls first
    offset ${offset}
    limit ${limit}`.execute(db)
  return rows
}
