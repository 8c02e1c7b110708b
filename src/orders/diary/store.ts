import { sql } from 'kysely'
import type { BookingStatus } from '#src/money/payments/bookingStates.ts'
import { heldSeats, takesOf } from '#src/orders/appointments/proposalRules.ts'
import { hourlyOf, piecesOf } from '#src/orders/bookings/itemStore.ts'
import type { Point } from '#src/platform/kit/distance.ts'
import type { Database } from '#src/platform/server/db.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'
import { type Diary, diaryStatuses } from './rules.ts'

type Params = { companyId: string; from: Date; to: Date }

type Shown = Diary['appointments'][number]
/** Appointment before the rules that hide its place and phone, and those that add acts and travel times. */
type AppointmentRow = Omit<Shown, 'parts' | 'location' | 'customerPhone' | 'ways' | 'acts' | 'mayPropose' | 'misfit'> & {
  parts: Span[] | null
  bookingStatus: BookingStatus
  customerPhone: string
  location: string
  place: Point | null
}

/** Appointments of a company that occupy time between two moments, with their resources. */
export async function listAppointments(db: Database, { companyId, from, to }: Params) {
  const { rows } = await sql<AppointmentRow>`
    select
      appointments.booking_id,
      appointments.starts_at,
      appointments.ends_at,
      appointments.parts,
      taken.taken_from,
      taken.taken_until,
      appointments.status,
      bookings.booking_status,
      bookings.customer_name,
      bookings.customer_phone,
      bookings.service_title,
      bookings.location,
      taken.place,
      ${hourlyOf('appointments.booking_id')} as hourly,
      ${piecesOf('appointments.booking_id')} as by_piece,
      taken.resource_ids,
      exists (
        select
        from busy_times
        where company_id = appointments.company_id
          and during && coalesce(appointments.parts, tstzmultirange(tstzrange(appointments.starts_at, appointments.ends_at)))
      ) as clashes
    from appointments
    join bookings on bookings.id = appointments.booking_id
    cross join lateral (
      select
        min(lower(during)) as taken_from,
        max(upper(during)) as taken_until,
        (array_agg(jsonb_build_object('longitude', place[0], 'latitude', place[1])) filter (where place is not null))[1] as place,
        array_agg(distinct resource_id)::text[] as resource_ids
      from occupancies
      where booking_id = appointments.booking_id and kind <> 'proposal'
    ) as taken
    where appointments.company_id = ${companyId}
      and appointments.starts_at < ${to}
      and appointments.ends_at > ${from}
      and appointments.status = any(${diaryStatuses})
      and taken.resource_ids is not null
    order by appointments.starts_at, appointments.booking_id`.execute(db)
  return rows
}

/**
 * Confirmed bookings between two moments that have no appointment, because their time is outside the hours, all people are busy, or the
 * company has no calendar (docs/spec.md#diary).
 */
export async function listUnplaced(db: Database, { companyId, from, to }: Params) {
  const { rows } = await sql<UnplacedRow>`
    select
      booking_id,
      starts_at,
      ends_at,
      customer_name,
      customer_phone,
      service_title,
      location,
      ${hourlyOf('unplaced_bookings.booking_id')} as hourly,
      ${piecesOf('unplaced_bookings.booking_id')} as by_piece
    from unplaced_bookings
    where company_id = ${companyId}
      and booking_date between (${from}::timestamptz at time zone 'Europe/Berlin')::date - 1 and (${to}::timestamptz at time zone 'Europe/Berlin')::date
      and starts_at < ${to}
      and ends_at > ${from}
    order by starts_at, booking_id`.execute(db)
  return rows
}

type UnplacedRow = Pick<
  AppointmentRow,
  'bookingId' | 'startsAt' | 'endsAt' | 'customerName' | 'customerPhone' | 'serviceTitle' | 'location' | 'hourly' | 'byPiece'
>

type ProposalRow = Omit<Diary['proposals'][number], 'parts'> & { parts: Span[] }

/** Proposed times between two moments that wait for an answer: of moved appointments, and of requests. */
export async function listProposals(db: Database, { companyId, from, to }: Params): Promise<ProposalRow[]> {
  const { rows } = await sql<Omit<ProposalRow, 'parts' | 'resourceIds'> & Parameters<typeof takesOf>[0]>`
    select
      appointments.booking_id,
      proposal.starts_at,
      proposal.ends_at,
      proposal.proposed_by,
      proposal.until,
      bookings.customer_name,
      bookings.service_title,
      lower(proposal.during) as taken_from,
      upper(proposal.during) as taken_to,
      proposal.seats
    from appointments
    join move_proposals as proposal on proposal.booking_id = appointments.booking_id and proposal.status = 'open'
    join bookings on bookings.id = appointments.booking_id
    where appointments.company_id = ${companyId}
      and appointments.status = 'agreed'
      and proposal.starts_at < ${to}
      and proposal.ends_at > ${from}
    union all
    select
      appointments.booking_id,
      counter.starts_at,
      counter.ends_at,
      'company',
      appointments.deadline_at,
      bookings.customer_name,
      bookings.service_title,
      lower(counter.during),
      upper(counter.during),
      counter.seats
    from appointments
    join counter_times as counter on counter.booking_id = appointments.booking_id
    join bookings on bookings.id = appointments.booking_id
    where appointments.company_id = ${companyId}
      and appointments.status = 'countered'
      and counter.starts_at < ${to}
      and counter.ends_at > ${from}
    order by starts_at, booking_id`.execute(db)
  return rows.map(({ takenFrom, takenTo, seats, ...row }) => {
    const { takes, parts } = takesOf({ ...row, takenFrom, takenTo, seats: heldSeats.parse(seats) })
    return { ...row, parts, resourceIds: [...new Set(takes.map(({ resourceId }) => resourceId))] }
  })
}

type OccupiedRow = {
  id: string
  kind: 'cart' | 'checkout' | 'request' | 'proposal' | 'booking' | 'block'
  resourceId: string
  takenFrom: Date
  takenUntil: Date
  startsAt: Date
  endsAt: Date
  note: string
  createdAt: Date
}

/** Occupancies between two moments, a row for each resource. A hold counts until it expires. */
export async function listOccupied(db: Database, { companyId, from, to, now }: Params & { now: Date }) {
  const { rows } = await sql<OccupiedRow>`
    select
      min(id::text) as id,
      kind,
      resource_id,
      lower(during) as taken_from,
      upper(during) as taken_until,
      lower(core) as starts_at,
      upper(core) as ends_at,
      note,
      created_at
    from occupancies
    where company_id = ${companyId}
      and during && tstzrange(${from}, ${to})
      and (kind <> 'cart' or until > ${now})
    group by kind, resource_id, during, core, note, created_at
    order by lower(during), resource_id`.execute(db)
  return rows
}

/** Busy times of the company's external calendar between two moments. */
export async function listBusy(db: Database, { companyId, from, to }: Params) {
  const { rows } = await sql<{ startsAt: Date; endsAt: Date }>`
    select lower(during) as starts_at, upper(during) as ends_at
    from busy_times
    where company_id = ${companyId} and during && tstzrange(${from}, ${to})
    order by during`.execute(db)
  return rows
}
