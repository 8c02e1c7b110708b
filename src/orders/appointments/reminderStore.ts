import { sql } from 'kysely'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { type ListedAppointment, type ReminderOccasion, reminders } from './reminderRules.ts'

/** Appointments with a due reminder, the nearest first. */
export async function listToRemind(db: Database, { occasion, now }: { occasion: ReminderOccasion; now: Date }) {
  const { fromMs, untilMs } = reminders[occasion]
  const [after, until] = [new Date(now.getTime() + untilMs), new Date(now.getTime() + fromMs)]
  const { rows } = await sql<{ bookingId: string }>`
    with
      ahead as (
        select appointments.booking_id, appointments.starts_at, appointments.updated_at
        from appointments
        join bookings on bookings.id = appointments.booking_id
        where appointments.status = 'agreed'
          and appointments.starts_at > ${after}
          and appointments.starts_at <= ${until}
          and bookings.refunded_cents < bookings.amount_cents
        union all
        select booking_id, starts_at, paid_at
        from unplaced_bookings
        where booking_date between ${berlinDay(after)} and ${berlinDay(until)} and starts_at > ${after} and starts_at <= ${until}
      )
    select booking_id
    from ahead
    where starts_at - updated_at > ${fromMs} * interval '1 millisecond'
      and not exists (
        select
        from appointment_reminders as sent
        where sent.booking_id = ahead.booking_id and sent.occasion = ${occasion} and sent.starts_at = ahead.starts_at
      )
    order by starts_at
    limit 500`.execute(db)
  return rows
}

type Reminder = { bookingId: string; occasion: ReminderOccasion | 'answerDue'; startsAt: Date; now: Date }

/** Records a sent reminder; undefined if it was recorded before. */
export const insertReminder = (tx: Transaction, { now, ...reminder }: Reminder) =>
  tx
    .insertInto('appointmentReminders')
    .values({ ...reminder, sentAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('bookingId')
    .executeTakeFirst()

type Day = { day: string; dueAt: Date; from: Date; to: Date }

/** Companies with future appointments on a day, agreed before its list was due, that have not received the list. */
export async function listWithoutDayList(db: Database, { day, dueAt, from, to, now }: Day & { now: Date }) {
  const { rows } = await sql<{ companyId: string }>`
    with
      ahead as (
        select company_id, ${startOn({ from, to })} as starts_at, updated_at
        from appointments
        where status = 'agreed' and ${isOn({ from, to })}
        union all
        select company_id, starts_at, paid_at
        from unplaced_bookings
        where booking_date = ${day}
      )
    select distinct company_id
    from ahead
    where starts_at > ${now}
      and updated_at < ${dueAt}
      and not exists (
        select
        from day_lists
        where day_lists.company_id = ahead.company_id and day_lists.day = ${day}
      )
    limit 500`.execute(db)
  return rows
}

/** Records a sent list; undefined if it was recorded before. */
export const insertDayList = (tx: Transaction, { now, ...list }: { companyId: string; day: string; now: Date }) =>
  tx
    .insertInto('dayLists')
    .values({ ...list, sentAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()

/** Condition: an appointment begins between two moments, or one of its parts lies there. */
const isOn = ({ from, to }: Pick<Day, 'from' | 'to'>) => sql`(
  (parts is null and starts_at >= ${from} and starts_at < ${to})
  or (parts is not null and starts_at < ${to} and ends_at > ${from} and parts && tstzrange(${from}, ${to}))
)`
/** Start of an appointment, or of its first part between two moments. */
const startOn = (day: Pick<Day, 'from' | 'to'>) => sql`coalesce(lower(${partsOn(day)}), starts_at)`
const partsOn = ({ from, to }: Pick<Day, 'from' | 'to'>) => sql`parts * tstzmultirange(tstzrange(${from}, ${to}))`

/** Agreed appointments and confirmed bookings of a company between two moments of a day, in order of time. */
export async function listAgreedBetween(tx: Transaction, { companyId, day, from, to }: Omit<Day, 'dueAt'> & { companyId: string }) {
  const { rows } = await sql<ListedAppointment>`
    select
      ${startOn({ from, to })} as starts_at,
      appointments.ends_at,
      ${partsOn({ from, to })} as parts,
      service_title,
      customer_name,
      customer_phone,
      location
    from appointments
    join bookings on bookings.id = appointments.booking_id
    where appointments.company_id = ${companyId}
      and appointments.status = 'agreed'
      and ${isOn({ from, to })}
    union all
    select starts_at, ends_at, null, service_title, customer_name, customer_phone, location
    from unplaced_bookings
    where company_id = ${companyId} and booking_date = ${day}
    order by starts_at`.execute(tx)
  return rows
}

/** Start, end and moment of payment of a confirmed booking without an appointment; undefined for every other booking. */
export async function findUnplaced(db: Database | Transaction, bookingId: string) {
  const { rows } = await sql<{ companyId: string; startsAt: Date; endsAt: Date; paidAt: Date }>`
    select company_id, starts_at, ends_at, paid_at
    from unplaced_bookings
    where booking_id = ${bookingId}`.execute(db)
  return rows[0]
}
