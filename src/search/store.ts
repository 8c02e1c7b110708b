import { type SelectQueryBuilder, sql } from 'kysely'
import { noticeColumns } from '#src/companies/noticeTextRules.ts'
import { type Category, categories } from '#src/companies/rules.ts'
import { foldDigraphs, foldText } from '#src/kit/text.ts'
import type { Database } from '#src/server/db.ts'
import type { DB } from '#src/server/tables.d.ts'
import { type CompanyCard, type PublicProfile, type PublicStatistics, type SearchQuery, searchLimits } from './rules.ts'

/**
 * Listed companies whose name, description or category contain the query and whose location contains the place, whatever case and
 * spelling of umlauts; verified and well rated ones first, never the plan (decisions 1, "premium"). Answers one page and the total.
 */
export async function searchCompanies(db: Database, query: SearchQuery & { limit: number; offset: number }) {
  const found = matching(cards(db), query)
  const [companies, counted] = await Promise.all([
    found.limit(query.limit).offset(query.offset).execute(),
    matching(listed(db), query)
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { total: counted.total, companies: companies satisfies CompanyCard[] }
}

/** Every listed company, for the browser's own filter when the search is out of order. Bounded (decisions 2). */
export const listCompanies = (db: Database): Promise<CompanyCard[]> => cards(db).limit(searchLimits.maxSimple).execute()

/** A listed company's public profile; undefined when there is none. */
export const findProfile = (db: Database, id: string): Promise<PublicProfile | undefined> =>
  cards(db)
    .select((select) => [
      ...noticeColumns,
      'companies.postcode',
      'companies.craftChamber',
      'companies.craftTrade',
      select.fn.coalesce('companies.town', 'companies.location').as('town'),
      'companies.serviceRadiusKm',
      'companies.servicesOffered',
      'companies.website',
      'companies.isSmallBusiness',
    ])
    .where('companies.id', '=', id)
    .executeTakeFirst()

/** The three public counters (decisions 1, "statistics"). */
export async function countPublicStatistics(db: Database): Promise<PublicStatistics | undefined> {
  const { rows } = await sql<PublicStatistics>`
    select
      (select count(*) from companies where is_listed and verified) as companies,
      (select count(*) from bookings where booking_status = 'confirmed' and payment_status in ('paid', 'completed')) as bookings,
      (select count(*) from reviews where published_at is not null) as reviews`.execute(db)
  return rows[0]
}

type Popular = { since: Date; fewestBookings: number; limit: number }

/** The categories that were booked most since a moment, best first, with as many bookings as it takes to say so. */
export const listPopularCategories = (db: Database, { since, fewestBookings, limit }: Popular) =>
  db
    .selectFrom('bookings')
    .innerJoin('companies', 'companies.id', 'bookings.companyId')
    .select((select) => ['companies.category', select.fn.countAll<number>().as('bookings')])
    .where('bookings.paidAt', '>=', since)
    .where('bookings.bookingStatus', '=', 'confirmed')
    .where('bookings.paymentStatus', 'in', ['paid', 'completed'])
    .groupBy('companies.category')
    .having((having) => having.fn.countAll<number>(), '>=', fewestBookings)
    .orderBy('bookings', 'desc')
    .orderBy('companies.category')
    .limit(limit)
    .execute()

/** How many listed companies each category has. */
export async function countCompaniesByCategory(db: Database): Promise<Record<Category, number>> {
  const rows = await db
    .selectFrom('companies')
    .select((select) => ['category', select.fn.countAll<number>().as('count')])
    .where('isListed', '=', true)
    .groupBy('category')
    .execute()
  const counts = Object.fromEntries(categories.map((category) => [category, 0])) as Record<Category, number>
  for (const { category, count } of rows) counts[category] = count
  return counts
}

/** The columns anybody may read: an allow-list, never e-mail, phone, bank data, user or payment ids (decisions 1). */
const cards = (db: Database) =>
  listed(db)
    .leftJoinLateral(
      (rated) =>
        rated
          .selectFrom('reviews')
          .select((select) => [sql<number | null>`round(avg(rating), 1)`.as('rating'), select.fn.countAll<number>().as('reviews')])
          .whereRef('reviews.companyId', '=', 'companies.id')
          .where('publishedAt', 'is not', null)
          .as('rated'),
      (join) => join.onTrue(),
    )
    .select([
      'companies.id',
      'companies.companyName',
      'companies.category',
      'companies.description',
      'companies.location',
      'companies.logoUrl',
      'companies.galleryImages',
      'companies.hourlyRateCents',
      'companies.verified',
      'rated.rating',
    ])
    .select(sql<boolean>`companies.premium or companies.plan = 'premium'`.as('premium'))
    .select(sql<number>`coalesce(rated.reviews, 0)`.as('reviews'))
    .orderBy('companies.verified', 'desc')
    .orderBy(sql`(coalesce(rated.rating, 3.5) * coalesce(rated.reviews, 0) + 3.5 * 3) / (coalesce(rated.reviews, 0) + 3)`, 'desc')
    .orderBy(sql`companies.company_name collate "de-x-icu"`)
    .orderBy('companies.id')

const listed = (db: Database) => db.selectFrom('companies').where('companies.isListed', '=', true)

const matching = <Tables extends DB, Row>(found: SelectQueryBuilder<Tables, 'companies', Row>, query: SearchQuery) =>
  found
    .where(contains('search_text', query.q))
    .where(contains('location_text', query.location))
    .$if(query.category !== null, (some) => some.where(sql<boolean>`companies.category = ${query.category}`))

/** The column holds both spellings, so the query is compared in both. An empty query contains everything. */
function contains(column: 'search_text' | 'location_text', query: string) {
  const folded = [...new Set([foldText(query), foldDigraphs(query)])]
  const patterns = folded.map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`)
  return sql<boolean>`${sql.ref(`companies.${column}`)} like any (${patterns})`
}
