import { sql } from 'kysely'
import { standingStatuses } from '#src/money/payments/bookingStates.ts'
import type { Database } from '#src/platform/server/db.ts'
import { contactColumns, imprintColumns } from '#src/supply/companies/fields/columns.ts'
import { contactsOf } from '#src/supply/companies/fields/reading.ts'
import { type Category, categories } from '#src/supply/companies/rules.ts'
import type { TaxStatus } from '#src/supply/companies/tax/texts.ts'
import { type CompanyCard, type PublicProfile, type PublicStatistics, searchLimits } from './rules.ts'

/** Lists all companies, for the browser's own filter while the search fails. Bounded (docs/spec.md#bounded-lists). */
export const listCompanies = (db: Database): Promise<CompanyCard[]> => cards(db).limit(searchLimits.maxSimple).execute()

/** Finds a listed company's public profile; undefined if there is none. */
export async function findProfile(db: Database, { id, today }: { id: string; today: string }): Promise<PublicProfile | undefined> {
  const found = await cards(db)
    .select((select) => [
      ...imprintColumns,
      ...contactColumns,
      'companies.postcode',
      'companies.craftChamber',
      'companies.craftTrade',
      select.fn.coalesce('companies.town', 'companies.location').as('town'),
      'companies.serviceRadiusKm',
      'companies.servicesOffered',
    ])
    .select([
      sql<boolean>`declares_trader(companies)`.as('isTrader'),
      sql<TaxStatus | null>`tax_status_on(companies, ${today}::date)`.as('taxStatus'),
    ])
    .select(
      sql<Record<string, string>>`(
        select coalesce(jsonb_object_agg(url, caption), '{}')
        from picture_texts
        where company_id = companies.id
      )`.as('captions'),
    )
    .where('companies.id', '=', id)
    .executeTakeFirst()
  return found && { ...found, contacts: contactsOf(found) }
}

/** The three public counters (docs/spec.md#statistics). */
export async function countPublicStatistics(db: Database): Promise<PublicStatistics | undefined> {
  const { rows } = await sql<PublicStatistics>`
    select
      (select count(*) from companies where is_listed and verified) as companies,
      (
        select count(*)
        from bookings
        where parent_id is null and booking_status = any(${standingStatuses}) and payment_status in ('paid', 'completed')
      ) as bookings,
      (select count(*) from reviews where published_at is not null) as reviews`.execute(db)
  return rows[0]
}

type Popular = { since: Date; fewestBookings: number; limit: number }

/** Lists the categories with most bookings since a moment, best first; only those with at least `fewestBookings`. */
export const listPopularCategories = (db: Database, { since, fewestBookings, limit }: Popular) =>
  db
    .selectFrom('bookings')
    .innerJoin('companies', 'companies.id', 'bookings.companyId')
    .select((select) => ['companies.category', select.fn.countAll<number>().as('bookings')])
    .where('bookings.paidAt', '>=', since)
    .where('bookings.parentId', 'is', null)
    .where('bookings.bookingStatus', 'in', standingStatuses)
    .where('bookings.paymentStatus', 'in', ['paid', 'completed'])
    .groupBy('companies.category')
    .having((having) => having.fn.countAll<number>(), '>=', fewestBookings)
    .orderBy('bookings', 'desc')
    .orderBy('companies.category')
    .limit(limit)
    .execute()

/** Counts the listed companies of each category. */
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

/** Returns those of the catalogue's services that at least one company offers. */
export async function listOffered(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('searchTerms')
    .select('text')
    .where('kind', '=', 'service')
    .where('text', 'in', ids)
    .where('offers', '>', 0)
    .execute()
  return rows.map(({ text }) => text)
}

/** The public columns: an allow-list, never e-mail, phone, bank data, user or payment ids (docs/spec.md#contact-data). */
const cards = (db: Database) =>
  listed(db)
    .innerJoin('searchCompanies', 'searchCompanies.companyId', 'companies.id')
    .select([
      'companies.id',
      'companies.companyName',
      'companies.category',
      'companies.description',
      'companies.location',
      'companies.logoUrl',
      'companies.galleryImages',
      'companies.verified',
      'searchCompanies.rating',
      'searchCompanies.reviews',
    ])
    .select(sql<number | null>`nullif(companies.hourly_rate_cents, 0)`.as('hourlyRateCents'))
    .select(sql<boolean>`companies.premium or companies.plan = 'premium'`.as('premium'))
    .orderBy('searchCompanies.quality', 'desc')
    .orderBy('searchCompanies.sortName')
    .orderBy('companies.id')

const listed = (db: Database) => db.selectFrom('companies').where('companies.isListed', '=', true)
