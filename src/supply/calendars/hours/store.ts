import { type Insertable, sql, type Updateable } from 'kysely'
import type { FederalState } from '#src/platform/kit/holidays.ts'
import type { Policy } from '#src/platform/kit/settingOptions.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Calendars, Resources } from '#src/platform/server/tables.d.ts'
import type { Span } from '../workingHours.ts'
import { type CompanyCalendar, minutesOf, type ResourceInput } from './rules.ts'

type Ranges = readonly { from: string; to: string }[]

/** Whole calendar of a company, without past days; undefined if it has none. */
export async function findCompanyCalendar(db: Database, { companyId, today }: { companyId: string; today: string }) {
  const { rows } = await sql<Omit<CompanyCalendar, 'hasCalendar'>>`
    select
      is_on,
      federal_state,
      policy,
      travel_kmh,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', id, 'kind', kind, 'name', name, 'capacity', capacity, 'isHidden', hidden_at is not null
        ) order by position, id)
        from resources
        where company_id = calendars.company_id
      ), '[]') as resources,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('resourceId', resource_id, 'weekday', weekday, 'from', ${clockOf('lower')}, 'to', ${clockOf('upper')})
          order by weekday, minutes
        )
        from opening_hours
        where company_id = calendars.company_id
      ), '[]') as hours,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'resourceId', resource_id,
          'day', day,
          'note', note,
          'ranges', coalesce((
            select jsonb_agg(jsonb_build_object('from', ${clockOf('lower')}, 'to', ${clockOf('upper')}) order by minutes)
            from unnest(calendar_days.minutes) as each (minutes)
          ), '[]')
        ) order by day)
        from calendar_days
        where company_id = calendars.company_id and day >= ${today}
      ), '[]') as days,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('id', id, 'resourceId', resource_id, 'firstDay', lower(days), 'lastDay', upper(days) - 1, 'note', note)
          order by days
        )
        from closures
        where company_id = calendars.company_id and upper(days) > ${today}::date
      ), '[]') as closures,
      (select shows from calendar_links where company_id = calendars.company_id) as link_shows,
      (
        select jsonb_build_object('host', host, 'readAt', read_at, 'failures', failures, 'failure', failure, 'remarks', remarks)
        from calendar_feeds
        where company_id = calendars.company_id
      ) as feed
    from calendars
    where company_id = ${companyId}`.execute(db)
  return rows[0]
}

const clockOf = (end: 'lower' | 'upper') =>
  sql.raw(`lpad((${end}(minutes) / 60)::text, 2, '0') || ':' || lpad((${end}(minutes) % 60)::text, 2, '0')`)

/** Federal state of a company's place; null if the place is unknown. */
export async function findStateOf(db: Database | Transaction, companyId: string) {
  const { rows } = await sql<{ state: FederalState }>`
    select places.state
    from companies
    cross join lateral place_point(companies.postcode, companies.town, companies.location) as at
    cross join lateral (select state from places order by places.point <-> at limit 1) as places
    where companies.id = ${companyId} and at is not null`.execute(db)
  return rows[0]?.state ?? null
}

type NewCalendar = { companyId: string; policy: Policy; travelKmh: number; now: Date }

/** Inserts the calendar's row, with the holidays of the company's state; returns false if it existed. */
export async function insertCalendar(tx: Transaction, { now, ...calendar }: NewCalendar) {
  const row = { ...calendar, federalState: await findStateOf(tx, calendar.companyId), updatedAt: now }
  const made = await tx
    .insertInto('calendars')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('companyId')
    .executeTakeFirst()
  return made !== undefined
}

export const updateCalendar = (tx: Transaction, { companyId, ...row }: Updateable<Calendars> & { companyId: string }) =>
  tx.updateTable('calendars').set(row).where('companyId', '=', companyId).execute()

/** True if the company has saved its hours, even if its calendar is switched off. */
export const hasCalendar = async (db: Database, companyId: string) =>
  (await db.selectFrom('calendars').select('companyId').where('companyId', '=', companyId).executeTakeFirst()) !== undefined

/** Locks the calendar's row against parallel edits; undefined if the company has none. */
export const lockCalendar = (tx: Transaction, companyId: string) =>
  tx.selectFrom('calendars').select('companyId').where('companyId', '=', companyId).forNoKeyUpdate().executeTakeFirst()

/** Replaces the week of the company or of one of its resources. */
export async function replaceHours(tx: Transaction, whose: { companyId: string; resourceId: string | null; week: readonly Ranges[] }) {
  const { companyId, resourceId, week } = whose
  await tx.deleteFrom('openingHours').where('companyId', '=', companyId).where('resourceId', 'is not distinct from', resourceId).execute()
  const rows = week.flatMap((ranges, index) => ranges.map((one) => ({ companyId, resourceId, weekday: index + 1, minutes: rangeOf(one) })))
  if (rows.length > 0) await tx.insertInto('openingHours').values(rows).execute()
}

const rangeOf = ({ from, to }: { from: string; to: string }) => `[${minutesOf(from)},${minutesOf(to)})`

type Day = { companyId: string; resourceId: string | null; day: string }

export const deleteDay = (tx: Transaction, { companyId, resourceId, day }: Day) =>
  tx
    .deleteFrom('calendarDays')
    .where('companyId', '=', companyId)
    .where('resourceId', 'is not distinct from', resourceId)
    .where('day', '=', day)
    .execute()

export const insertDay = (tx: Transaction, { ranges, ...day }: Day & { ranges: Ranges; note: string }) =>
  tx
    .insertInto('calendarDays')
    .values({ ...day, minutes: `{${ranges.map(rangeOf).join()}}` })
    .execute()

type Closure = { companyId: string; resourceId: string | null; firstDay: string; lastDay: string; note: string }

export const insertClosure = (tx: Transaction, { firstDay, lastDay, ...closure }: Closure) =>
  tx
    .insertInto('closures')
    .values({ ...closure, days: `[${firstDay},${lastDay}]` })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A closure of another company counts as unknown. */
export const updateClosure = (tx: Transaction, { id, companyId, resourceId, firstDay, lastDay, note }: Closure & { id: string }) =>
  tx
    .updateTable('closures')
    .set({ resourceId, days: `[${firstDay},${lastDay}]`, note })
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .returning('id')
    .executeTakeFirst()

export const deleteClosure = (tx: Transaction, { id, companyId }: { id: string; companyId: string }) =>
  tx.deleteFrom('closures').where('id', '=', id).where('companyId', '=', companyId).returning('id').executeTakeFirst()

export const listResources = (tx: Transaction, companyId: string) =>
  tx.selectFrom('resources').select(['id', 'hiddenAt']).where('companyId', '=', companyId).execute()

/** Visible services of a company. */
export const listTitles = (db: Database, companyId: string) =>
  db.selectFrom('services').select(['id', 'title']).where('companyId', '=', companyId).where('hiddenAt', 'is', null).execute()

export const insertResource = (tx: Transaction, resource: Insertable<Resources>) =>
  tx.insertInto('resources').values(resource).returning('id').executeTakeFirstOrThrow()

export const updateResource = (tx: Transaction, { id, companyId, kind, name, capacity, isHidden, now }: ResourceInput & { now: Date }) =>
  tx
    .updateTable('resources')
    .set({ kind, name, capacity: kind === 'seats' ? capacity : 1, hiddenAt: isHidden ? now : null })
    .where('id', '=', id ?? null)
    .where('companyId', '=', companyId)
    .returning('id')
    .executeTakeFirst()

/** Future agreed appointments of a company, and confirmed bookings without an appointment, whose resources are empty. */
export async function listAhead(db: Database | Transaction, { companyId, now }: { companyId: string; now: Date }) {
  const { rows } = await sql<{ bookingId: string; startsAt: Date; endsAt: Date; parts: Span[] | null; resourceIds: string[] }>`
    select
      booking_id,
      starts_at,
      ends_at,
      parts,
      array(
        select distinct resource_id
        from occupancies
        where occupancies.booking_id = appointments.booking_id and kind <> 'proposal'
      )::text[] as resource_ids
    from appointments
    where company_id = ${companyId} and status = 'agreed' and starts_at > ${now}
    union all
    select booking_id, starts_at, ends_at, null, '{}'
    from unplaced_bookings
    where company_id = ${companyId} and starts_at > ${now}
    order by starts_at`.execute(db)
  return rows
}
