import { sql } from 'kysely'
import type { Point } from '#src/kit/distance.ts'
import { type Database, fixed, type Transaction } from '#src/server/db.ts'
import type { CompanyCalendar, OfferedTimes } from './rules.ts'

type Reading = {
  from: Date
  to: Date
  now: Date
  /** Whose held time does not count as taken. */
  callerHash?: string | undefined
  /** Whose own time does not count, because it is moved. */
  exceptBookingId?: string | undefined
}

/** A company's calendar with what is taken between two moments; undefined for a company without one. A held time counts until its moment. */
export async function findCalendar(db: Database | Transaction, { companyId, ...reading }: Reading & { companyId: string }) {
  const [calendar] = await listCalendars(db, { companyIds: [companyId], ...reading })
  return calendar
}

/** The same of several companies, in one statement; a search reads them in its own (`company_calendars`). */
export async function listCalendars(
  db: Database | Transaction,
  { companyIds, from, to, now, callerHash = '', exceptBookingId }: Reading & { companyIds: readonly string[] },
) {
  const { rows } = await sql<{ calendar: CompanyCalendar }>`
    select calendar
    from company_calendars(${companyIds}::uuid[], ${from}, ${to}, ${now}, ${callerHash}, ${exceptBookingId ?? null}::uuid) as calendar`.execute(
    db,
  )
  return rows.map(({ calendar }) => calendar)
}

/** How an offered service takes its time; without an id the company's first one. One that was sold counts although it is hidden since. */
export async function findServiceTimes(
  db: Database | Transaction,
  { companyId, serviceId, isSold }: { companyId: string; serviceId?: string | undefined; isSold: boolean },
) {
  const { rows } = await sql<OfferedTimes & { priceKind: string }>`
    ${fixed}
    select
      minutes,
      buffer_before_minutes,
      buffer_after_minutes,
      grid_minutes,
      notice_hours,
      horizon_days,
      people,
      booking_mode,
      price_kind,
      array(
        select resource_id
        from service_resources
        where service_id = services.id
        order by resource_id
      )::text[] as resource_ids
    from services
    where company_id = ${companyId}
      and (hidden_at is null or (${isSold} and id = ${serviceId ?? null}::uuid))
      and (${serviceId ?? null}::uuid is null or id = ${serviceId ?? null}::uuid)
    order by position, id
    limit 1`.execute(db)
  return rows[0]
}

/** Where a job is, as far as its postcode or town says; null when unknown. */
export async function findPlace(db: Database | Transaction, location: string): Promise<Point | null> {
  const { rows } = await sql<Point>`
    select at[0] as longitude, at[1] as latitude
    from place_point(null, null, ${location}) as at
    where at is not null`.execute(db)
  return rows[0] ?? null
}
