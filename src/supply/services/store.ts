import { type Expression, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { TaxStatus } from '#src/supply/companies/tax/texts.ts'
import type { ServiceTimes, ServiceView } from './schemas.ts'

type Row = ServiceView & { times: ServiceTimes; companyId: string; hiddenAt: Date | null; updatedAt: Date }

const selectServices = (db: Database | Transaction) =>
  db
    .selectFrom('services as service')
    .select([
      'service.id',
      'service.companyId',
      'service.catalogueId',
      'service.title',
      'service.description',
      'service.priceKind',
      'service.priceCents',
      'service.priceToCents',
      'service.unit',
      'service.minutes',
      'service.minutesPerUnit',
      'service.isSpread',
      'service.depositPercent',
      'service.restParts',
      'service.places',
      'service.questions',
      'service.picture',
      'service.hiddenAt',
      'service.updatedAt',
    ])
    .select((service) => [optionsOf(service.ref('service.id')).as('options'), times.as('times')])
    .$castTo<Row>()

const times = sql<ServiceTimes>`jsonb_build_object(
  'bufferBeforeMinutes', service.buffer_before_minutes,
  'bufferAfterMinutes', service.buffer_after_minutes,
  'gridMinutes', service.grid_minutes,
  'noticeHours', service.notice_hours,
  'horizonDays', service.horizon_days,
  'people', service.people,
  'bookingMode', service.booking_mode,
  'resourceIds', array(select resource_id from service_resources where service_id = service.id order by resource_id)
)`

const optionsOf = (serviceId: Expression<string>) =>
  sql<ServiceView['options']>`coalesce((
    select jsonb_agg(
      jsonb_build_object('id', id, 'optionGroup', option_group, 'title', title, 'surchargeCents', surcharge_cents) order by position, id
    )
    from service_options
    where service_id = ${serviceId}
  ), '[]')`

/** Public services of a company, in its order. */
export const listOffered = (db: Database | Transaction, companyId: string) =>
  selectServices(db)
    .where('service.companyId', '=', companyId)
    .where('service.hiddenAt', 'is', null)
    .orderBy('service.position')
    .orderBy('service.id')
    .execute()

const hasCalendar = sql<boolean>`exists(select from calendars where company_id = companies.id and is_on)`.as('hasCalendar')

/**
 * Services of a listed company, its tax status today, and whether it has a calendar and takes bookings; undefined for every other company.
 */
export async function findOfferOf(db: Database, { companyId, today }: { companyId: string; today: string }) {
  const [company, services] = await Promise.all([
    db
      .selectFrom('companies')
      .select([sql<TaxStatus | null>`tax_status_on(companies, ${today}::date)`.as('taxStatus'), hasCalendar])
      .select(sql<boolean>`takes_bookings(companies)`.as('takesBookings'))
      .where('id', '=', companyId)
      .where('isListed', '=', true)
      .executeTakeFirst(),
    listOffered(db, companyId),
  ])
  return company && { ...company, services }
}

/** All services of a company, including hidden ones, in its order. */
export const listAll = (db: Database | Transaction, companyId: string) =>
  selectServices(db).where('service.companyId', '=', companyId).orderBy('service.position').orderBy('service.id').execute()

/** Services of a person's companies, for the export of personal data. */
export const listServicesForExport = (db: Database, userId: string) =>
  selectServices(db)
    .innerJoin('companies as company', 'company.id', 'service.companyId')
    .select('company.companyName')
    .where('company.userId', '=', userId)
    .orderBy('company.createdAt')
    .orderBy('service.position')
    .orderBy('service.id')
    .execute()

/** Finds a service that can be booked at this company; undefined if it is hidden, deleted, or another company's. */
export const findOffered = (db: Database | Transaction, { id, companyId }: { id: string; companyId: string }) =>
  selectServices(db)
    .where('service.id', '=', id)
    .where('service.companyId', '=', companyId)
    .where('service.hiddenAt', 'is', null)
    .executeTakeFirst()

/** Finds it with a lock until the end of the transaction, so that it is sold exactly as currently offered. */
export async function lockOffered(tx: Transaction, ids: { id: string; companyId: string }) {
  // The lock comes first: a row read while waiting for it could have outdated options.
  await tx.selectFrom('services').select('id').where('id', '=', ids.id).forShare().execute()
  return findOffered(tx, ids)
}

/** Locks the service that an order without a service id means: the company's first visible one; undefined if it has none. */
export async function lockFirstOffered(tx: Transaction, companyId: string) {
  const [first] = await listOffered(tx, companyId)
  return first && lockOffered(tx, { id: first.id, companyId })
}

type Cheapest = Pick<ServiceView, 'priceKind' | 'priceCents' | 'unit'>

/**
 * Number of listed companies per entry of the catalogue, and their lowest price of the most common kind (an hour and a square metre can't
 * be compared); null if all of them only answer requests.
 */
export async function summarizeOffers(db: Database, catalogueIds: readonly string[]) {
  const { rows } = await sql<{ catalogueId: string; companies: number; cheapest: Cheapest | null }>`
    with offered as (
      select catalogue_id, company_id, price_kind, price_cents, unit
      from services
      join companies on companies.id = company_id
      where catalogue_id = any(${catalogueIds}::text[]) and hidden_at is null and companies.is_listed
    ),
    cheapest as (
      select distinct on (catalogue_id) catalogue_id, price_kind, unit, min(price_cents) as price_cents
      from offered
      where price_cents is not null
      group by catalogue_id, price_kind, unit
      order by catalogue_id, count(*) desc, min(price_cents)
    )
    select
      offered.catalogue_id,
      count(distinct company_id)::integer as companies,
      (
        select jsonb_build_object('priceKind', price_kind, 'priceCents', price_cents, 'unit', unit)
        from cheapest
        where cheapest.catalogue_id = offered.catalogue_id
      ) as cheapest
    from offered
    group by offered.catalogue_id`.execute(db)
  return new Map(rows.map(({ catalogueId, ...one }) => [catalogueId, one]))
}

/** Number of listed companies per entry of the catalogue. */
export async function countOffers(db: Database, catalogueIds: readonly string[]) {
  const { rows } = await sql<{ catalogueId: string; companies: number }>`
    select service.catalogue_id, count(distinct company.id) as companies
    from services as service
    join companies as company on company.id = service.company_id
    where service.catalogue_id = any(${catalogueIds}::text[]) and service.hidden_at is null and company.is_listed
    group by service.catalogue_id`.execute(db)
  return new Map(rows.map(({ catalogueId, companies }) => [catalogueId, companies]))
}
