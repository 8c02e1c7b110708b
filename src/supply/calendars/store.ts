import { sql } from 'kysely'
import type { Point } from '#src/platform/kit/distance.ts'
import { type Database, runPrepared, type Transaction } from '#src/platform/server/db.ts'
import type { CompanyCalendar, OfferedTimes } from './rules.ts'

type Reading = {
  from: Date
  to: Date
  now: Date
  /** Browser whose own holds do not count as taken. */
  callerHash?: string | undefined
  /** Booking that is being moved: its own time does not count as taken. */
  exceptBookingId?: string | undefined
}

/** A company's calendar with the times taken between `from` and `to`; undefined if it has none. Holds count until they expire. */
export async function findCalendar(db: Database | Transaction, { companyId, ...reading }: Reading & { companyId: string }) {
  const [calendar] = await listCalendars(db, { companyIds: [companyId], ...reading })
  return calendar
}

/** Calendars of several companies, in one statement; the search reads them in its own statement (`company_calendars`). */
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

/** Time settings of an offered service; without an id of the company's first one. `isSold`: includes services that were hidden since. */
export async function findServiceTimes(
  db: Database | Transaction,
  { companyId, serviceId, isSold }: { companyId: string; serviceId?: string | undefined; isSold: boolean },
) {
  const { rows } = await runPrepared(
    db,
    sql<OfferedTimes & { priceKind: string }>`
      select
        minutes,
        minutes_per_unit,
        is_spread,
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
      limit 1`,
  )
  return rows[0]
}

/** Coordinates of a job by its postcode or town; null if unknown. */
export async function findPlace(db: Database | Transaction, location: string): Promise<Point | null> {
  const { rows } = await sql<Point>`
    select at[0] as longitude, at[1] as latitude
    from place_point(null, null, ${location}) as at
    where at is not null`.execute(db)
  return rows[0] ?? null
}
