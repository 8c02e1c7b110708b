import { sql } from 'kysely'
import type { Point } from '#src/kit/distance.ts'
import type { Policy } from '#src/kit/settingWords.ts'
import { type Database, fixed, type Transaction } from '#src/server/db.ts'
import type { OfferedTimes } from './rules.ts'
import type { Calendar } from './slots.ts'

type Reading = {
  from: Date
  to: Date
  now: Date
  /** Whose held time does not count as taken. */
  callerHash?: string | undefined
  /** Whose own time does not count, because it is moved. */
  exceptBookingId?: string | undefined
}
type Row = Calendar & { companyId: string; policy: Policy; isOn: boolean }

/**
 * A company's calendar with what is taken between two moments, in one statement; undefined for a company without one. A held time counts
 * until its moment.
 */
export async function findCalendar(db: Database | Transaction, { companyId, ...reading }: Reading & { companyId: string }) {
  const { rows } = await sql<Row>`
    ${fixed}${calendarsOf([companyId], reading)}`.execute(db)
  return rows[0]
}

/** The same of several companies, each with how its visible services take their time, the first one first. */
export async function listCalendars(db: Database | Transaction, { companyIds, ...reading }: Reading & { companyIds: readonly string[] }) {
  const { rows } = await sql<Row & { services: (OfferedTimes & { id: string })[] }>`
    ${fixed}
    select
      calendar.*,
      coalesce((
        select json_agg(json_build_object(
          'id', id,
          'minutes', minutes,
          'bufferBeforeMinutes', buffer_before_minutes,
          'bufferAfterMinutes', buffer_after_minutes,
          'gridMinutes', grid_minutes,
          'noticeHours', notice_hours,
          'horizonDays', horizon_days,
          'people', people,
          'bookingMode', booking_mode,
          'resourceIds', ${resourcesOfService}
        ) order by position, id)
        from services
        where company_id = calendar.company_id and hidden_at is null
      ), '[]') as services
    from (${calendarsOf(companyIds, reading)}) as calendar`.execute(db)
  return rows
}

const calendarsOf = (companyIds: readonly string[], reading: Reading) => sql`
    select
      calendar.company_id,
      calendar.policy,
      calendar.is_on,
      calendar.travel_kmh,
      json_build_object(
        'federalState', calendar.federal_state,
        'hours', ${hoursOf},
        'days', ${daysOf},
        'closures', ${closuresOf}
      ) as openings,
      coalesce((
        select json_agg(json_build_object('id', id, 'capacity', capacity) order by position, id)
        from resources
        where company_id = calendar.company_id and hidden_at is null
      ), '[]') as resources,
      ${takenOf(reading)} as taken,
      ${busyOf(reading)} as busy
    from calendars as calendar
    where calendar.company_id = any(${companyIds}::uuid[])`

const minutesOf = sql.raw(`json_build_object('from', lower(minutes), 'to', upper(minutes))`)

const hoursOf = sql`coalesce((
  select json_agg(json_build_object('resourceId', resource_id, 'weekday', weekday, 'minutes', ${minutesOf}))
  from opening_hours
  where company_id = calendar.company_id
), '[]')`

const daysOf = sql`coalesce((
  select json_agg(json_build_object(
    'resourceId', resource_id,
    'day', day,
    'minutes', coalesce((select json_agg(${minutesOf}) from unnest(calendar_days.minutes) as each (minutes)), '[]')
  ))
  from calendar_days
  where company_id = calendar.company_id
), '[]')`

const closuresOf = sql`coalesce((
  select json_agg(json_build_object('resourceId', resource_id, 'firstDay', lower(days), 'lastDay', upper(days) - 1))
  from closures
  where company_id = calendar.company_id
), '[]')`

const millisecondsOf = (moment: string) => sql.raw(`(extract(epoch from ${moment}) * 1000)::bigint`)

const takenOf = ({ from, to, now, callerHash = '', exceptBookingId }: Reading) => sql`coalesce((
  select json_agg(json_build_object(
    'resourceId', resource_id,
    'seat', seat,
    'during', json_build_object('from', ${millisecondsOf('lower(during)')}, 'to', ${millisecondsOf('upper(during)')}),
    'core', json_build_object('from', ${millisecondsOf('lower(core)')}, 'to', ${millisecondsOf('upper(core)')}),
    'place', case when place is not null then json_build_object('longitude', place[0], 'latitude', place[1]) end
  ))
  from occupancies
  where company_id = calendar.company_id
    and during && tstzrange(${from}, ${to})
    and (kind <> 'cart' or (until > ${now} and caller_hash <> ${callerHash}))
    and (booking_id is null or booking_id is distinct from ${exceptBookingId ?? null}::uuid)
), '[]')`

const busyOf = ({ from, to }: Reading) => sql`coalesce((
  select json_agg(json_build_object('from', ${millisecondsOf('lower(during)')}, 'to', ${millisecondsOf('upper(during)')}))
  from busy_times
  where company_id = calendar.company_id and during && tstzrange(${from}, ${to})
), '[]')`

const resourcesOfService = sql`
  array(
    select resource_id
    from service_resources
    where service_id = services.id
    order by resource_id
  )::text[]`

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
      ${resourcesOfService} as resource_ids
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
