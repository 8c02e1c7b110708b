import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { type LandingFigures, type LandingService, type LandingTown, landingShows } from './rules.ts'

type Place = { category: Category; townSlug?: string | undefined }

/** A town by its address, if it has or had a company and its place is known. */
export const findLandingTown = (db: Database, slug: string) =>
  db.selectFrom('searchTowns').select(['slug', 'town']).where('slug', '=', slug).where('point', 'is not', null).executeTakeFirst()

/** Figures of the listed companies of a category, of one town or of all. */
export async function readLandingFigures(db: Database, { category, townSlug }: Place): Promise<LandingFigures> {
  return db
    .selectFrom('companies')
    .innerJoin('searchCompanies', 'searchCompanies.companyId', 'companies.id')
    .select((select) => [
      select.fn.countAll<number>().as('companies'),
      sql<number>`count(nullif(companies.hourly_rate_cents, 0))`.as('priced'),
      sql<number | null>`min(nullif(companies.hourly_rate_cents, 0))`.as('fromCents'),
      sql<number | null>`max(nullif(companies.hourly_rate_cents, 0))`.as('toCents'),
      sql<
        number | null
      >`round(sum(search_companies.rating * search_companies.reviews) / nullif(sum(search_companies.reviews), 0), 1)::float8`.as('rating'),
      sql<number>`coalesce(sum(search_companies.reviews), 0)::integer`.as('reviews'),
    ])
    .where('companies.isListed', '=', true)
    .where('companies.category', '=', category)
    .$if(townSlug !== undefined, (query) => query.where('companies.townSlug', '=', townSlug ?? ''))
    .executeTakeFirstOrThrow()
}

/** Figures, towns and services of a category as a whole. */
export async function readCategoryFacts(db: Database, category: Category) {
  const [figures, towns, services] = await Promise.all([
    readLandingFigures(db, { category }),
    listLandingTowns(db, { category, limit: landingShows.towns }),
    listLandingServices(db, { category, limit: landingShows.services }),
  ])
  return { figures, towns, services }
}

/** The towns with most listed companies of a category. */
export async function listLandingTowns(db: Database, { category, limit }: { category: Category; limit: number }): Promise<LandingTown[]> {
  return db
    .selectFrom('companies')
    .innerJoin('searchTowns', 'searchTowns.slug', 'companies.townSlug')
    .select((select) => ['searchTowns.slug', 'searchTowns.town', select.fn.countAll<number>().as('companies')])
    .where('isListed', '=', true)
    .where('category', '=', category)
    .where('searchTowns.point', 'is not', null)
    .groupBy('searchTowns.slug')
    .orderBy('companies', 'desc')
    .orderBy('searchTowns.slug')
    .limit(limit)
    .execute()
}

/** The nearest other towns that have listed companies of a category, within a degree of latitude or so. */
export async function listNeighbourTowns(
  db: Database,
  { category, townSlug, limit }: { category: Category; townSlug: string; limit: number },
): Promise<LandingTown[]> {
  const { rows } = await sql<LandingTown>`
    with near as (
      select other.slug, other.town, search_distance_km(other.point, here.point) as distance
      from search_towns as here
      join search_towns as other on other.point <@ box(
        point(here.point[0] - 1.5, here.point[1] - 1),
        point(here.point[0] + 1.5, here.point[1] + 1)
      )
      where here.slug = ${townSlug} and other.slug <> here.slug
      order by distance, other.slug
      limit 500
    )
    select slug, town, counted.companies
    from near,
      lateral (
        select count(*) as companies
        from companies
        where is_listed and category = ${category} and town_slug = near.slug
      ) as counted
    where counted.companies > 0
    order by distance, slug
    limit ${limit}`.execute(db)
  return rows
}

/** The other categories that listed companies of a town have, the largest first. */
export const listTownCategories = (db: Database, { category, townSlug }: { category: Category; townSlug: string }) =>
  db
    .selectFrom('companies')
    .select((select) => ['category', select.fn.countAll<number>().as('companies')])
    .where('isListed', '=', true)
    .where('townSlug', '=', townSlug)
    .where('category', '!=', category)
    .groupBy('category')
    .orderBy('companies', 'desc')
    .orderBy('category')
    .execute()

/** Size of the survey: enough companies to find what most of them offer. */
const surveyed = 1_000

/** Lists the services that companies of a category offer most, by the words in their lists. */
export async function listLandingServices(
  db: Database,
  { category, townSlug, limit }: Place & { limit: number },
): Promise<LandingService[]> {
  const { rows } = await sql<LandingService>`
    select service, count(*) as companies
    from (
      select services_offered
      from companies
      where is_listed and category = ${category} and (${townSlug ?? null}::text is null or town_slug = ${townSlug ?? null})
      limit ${surveyed}
    ) as surveyed, unnest(services_offered) as service
    group by service
    order by companies desc, service
    limit ${limit}`.execute(db)
  return rows
}

/** Updates name and point of towns that the list of places now knows, or knows differently. */
export const markTownPoints = (db: Database) =>
  sql`
    update search_towns
    set town = known.town, point = known.point
    from (
      select slug, town_name(town) as town, place_point(null, town, null) as point
      from search_towns
    ) as known
    where known.slug = search_towns.slug
      and (known.town, known.point::text) is distinct from (search_towns.town, search_towns.point::text)`.execute(db)
