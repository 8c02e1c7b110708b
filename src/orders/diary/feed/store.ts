import { sql } from 'kysely'
import type { AppointmentStatus } from '#src/orders/appointments/states.ts'
import type { Database } from '#src/platform/server/db.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'

type Row = {
  id: string
  serviceTitle: string
  customerName: string
  customerPhone: string
  location: string
  startsAt: Date
  endsAt: Date
  parts: Span[] | null
  sequence: number
  status: AppointmentStatus
  updatedAt: Date
}

/**
 * Appointments of a company from `pastDays` days ago on, including confirmed bookings without an appointment, and cancelled appointments of
 * the same time.
 */
export async function listFeed(db: Database, { companyId, now, pastDays }: { companyId: string; now: Date; pastDays: number }) {
  const since = new Date(now.getTime() - pastDays * 86_400_000)
  const { rows } = await sql<Row>`
    select
      bookings.id,
      service_title,
      customer_name,
      customer_phone,
      bookings.location,
      appointments.starts_at,
      appointments.ends_at,
      appointments.parts,
      sequence,
      appointments.status,
      appointments.updated_at
    from appointments
    join bookings on bookings.id = appointments.booking_id
    where appointments.company_id = ${companyId}
      and appointments.status in ('agreed', 'performed', 'missed', 'contested', 'cancelled')
      and appointments.ends_at > ${since}
      and (appointments.status <> 'cancelled' or appointments.updated_at > ${since})
    union all
    select booking_id, service_title, customer_name, customer_phone, location, starts_at, ends_at, null, 0, 'agreed', paid_at
    from unplaced_bookings
    where company_id = ${companyId} and ends_at > ${since}
    order by starts_at
    limit ${mostEntries}`.execute(db)
  return rows
}
const mostEntries = 5_000
