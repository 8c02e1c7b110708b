import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import { type LandingTown, landingRadius } from '../landing/rules.ts'
import { type Offer, offerShows, type PaidFigures, type PriceFigures } from './rules.ts'

type Params = { catalogueId: string; townSlug?: string | undefined }
type DatedParams = Params & { today: string }

/** A town's offers come from the town and its surroundings. */
const isAt = (townSlug: string | undefined) =>
  townSlug === undefined
    ? sql`true`
    : sql`found.point is not null
      and search_distance_km(found.point, (select point from search_towns where slug = ${townSlug})) <= ${landingRadius}`

const offers = ({ catalogueId, townSlug }: Params) => sql`
  from services as service
  join companies as company on company.id = service.company_id
  join search_companies as found on found.company_id = company.id
  where service.catalogue_id = ${catalogueId} and service.hidden_at is null and company.is_listed and ${isAt(townSlug)}`

/** The first offers, one for each company, in the order of the search: never by plan. */
export async function listOffers(db: Database, asked: DatedParams): Promise<{ offers: Offer[]; total: number }> {
  const { rows } = await sql<Offer & { total: number }>`
    select *, count(*) over () as total
    from (
      select distinct on (company.id)
        service.id as service_id, service.title, service.price_kind, service.price_cents, service.unit,
        case when service.minutes_per_unit is null then service.minutes end as minutes,
        company.id as company_id, company.company_name, town_of(company.town, company.location) as town, tax_status_on(company, ${asked.today}::date) as tax_status,
        found.rating::float8 as rating, found.reviews, found.quality, found.sort_name
      ${offers(asked)}
      order by company.id, service.position, service.id
    ) as offer
    order by quality desc, sort_name, company_id
    limit ${offerShows.offers}`.execute(db)
  return { offers: rows, total: rows[0]?.total ?? 0 }
}

/** Reads their prices, by kind of price and unit, the commonest first. */
export async function readPrices(db: Database, asked: Params): Promise<PriceFigures[]> {
  const { rows } = await sql<PriceFigures>`
    select
      service.price_kind, service.unit, count(distinct company.id) as companies,
      min(service.price_cents) as lowest_cents,
      round(percentile_cont(0.5) within group (order by service.price_cents)) as median_cents,
      max(service.price_cents) as highest_cents
    ${offers(asked)} and service.price_cents is not null
    group by service.price_kind, service.unit
    order by companies desc, service.price_kind, service.unit nulls first`.execute(db)
  return rows
}

/** Reads the prices paid since a moment. Full refunds do not count. */
export async function readPaid(db: Database, { catalogueId, since }: { catalogueId: string; since: Date }): Promise<PaidFigures> {
  const { rows } = await sql<PaidFigures>`
    select
      count(*) as bookings, count(distinct bookings.company_id) as companies,
      coalesce(round(percentile_cont(0.5) within group (order by coalesce(plan.total_cents, amount_cents))), 0) as median_cents
    from bookings
    left join payment_plans as plan on plan.booking_id = bookings.id
    where catalogue_id = ${catalogueId} and parent_id is null and paid_at >= ${since} and payment_status <> 'refunded'`.execute(db)
  return rows[0] ?? { bookings: 0, companies: 0, medianCents: 0 }
}

/** Lists the towns in which most companies offer it. */
export async function listOfferTowns(db: Database, { catalogueId, townSlug }: Params): Promise<LandingTown[]> {
  const { rows } = await sql<LandingTown>`
    select town.slug, town.town, count(distinct company.id) as companies
    from services as service
    join companies as company on company.id = service.company_id
    join search_towns as town on town.slug = company.town_slug
    where service.catalogue_id = ${catalogueId} and service.hidden_at is null and company.is_listed
      and town.point is not null and town.slug is distinct from ${townSlug ?? null}
    group by town.slug
    order by companies desc, town.slug
    limit ${offerShows.towns}`.execute(db)
  return rows
}

/** The services that companies of a category offer most, in a town or everywhere. */
export async function listCategoryOffers(
  db: Database,
  { category, townSlug, limit }: { category: string; townSlug?: string | undefined; limit: number },
) {
  const { rows } = await sql<{ catalogueId: string; name: string; companies: number }>`
    select entry.id as catalogue_id, coalesce(entry.own_name, entry.name) as name, count(distinct company.id) as companies
    from companies as company
    join services as service on service.company_id = company.id
    join catalogue_services as entry on entry.id = service.catalogue_id
    where company.is_listed and company.category = ${category} and (${townSlug ?? null}::text is null or company.town_slug = ${townSlug ?? null})
      and service.hidden_at is null and entry.hidden_at is null
    group by entry.id
    order by companies desc, name
    limit ${limit}`.execute(db)
  return rows
}
