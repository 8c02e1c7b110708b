import { sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import { type ReminderOccasion, reminders } from './reminderRules.ts'

/** The appointments that are to be reminded of, the nearest first. */
export async function listToRemind(db: Database, { occasion, now }: { occasion: ReminderOccasion; now: Date }) {
  const { fromMs, untilMs } = reminders[occasion]
  const { rows } = await sql<{ bookingId: string }>`
    select appointments.booking_id
    from appointments
    join bookings on bookings.id = appointments.booking_id
    where appointments.status = 'agreed'
      and appointments.starts_at > ${new Date(now.getTime() + untilMs)}
      and appointments.starts_at <= ${new Date(now.getTime() + fromMs)}
      and appointments.starts_at - appointments.updated_at > ${fromMs} * interval '1 millisecond'
      and bookings.refunded_cents < bookings.amount_cents
      and not exists (
        select
        from appointment_reminders as sent
        where sent.booking_id = appointments.booking_id
          and sent.occasion = ${occasion}
          and sent.starts_at = appointments.starts_at
      )
    order by appointments.starts_at
    limit 500`.execute(db)
  return rows
}

type Reminder = { bookingId: string; occasion: ReminderOccasion | 'answerDue'; startsAt: Date; now: Date }

/** Notes a reminder; undefined when there was one. */
export const insertReminder = (tx: Transaction, { now, ...reminder }: Reminder) =>
  tx
    .insertInto('appointmentReminders')
    .values({ ...reminder, sentAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('bookingId')
    .executeTakeFirst()

type Day = { day: string; dueAt: Date; from: Date; to: Date }

/** Companies that have appointments ahead on a day, agreed before its list was due, and did not get the list. */
export async function listWithoutDayList(db: Database, { day, dueAt, from, to, now }: Day & { now: Date }) {
  const { rows } = await sql<{ companyId: string }>`
    select distinct company_id
    from appointments
    where status = 'agreed'
      and starts_at >= ${from}
      and starts_at < ${to}
      and starts_at > ${now}
      and updated_at < ${dueAt}
      and not exists (
        select
        from day_lists
        where day_lists.company_id = appointments.company_id and day_lists.day = ${day}
      )
    limit 500`.execute(db)
  return rows
}

/** Notes a list; undefined when there was one. */
export const insertDayList = (tx: Transaction, { now, ...list }: { companyId: string; day: string; now: Date }) =>
  tx
    .insertInto('dayLists')
    .values({ ...list, sentAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()

/** The agreed appointments of a company between two moments, in their order. */
export const listAgreedBetween = (tx: Transaction, { companyId, from, to }: { companyId: string; from: Date; to: Date }) =>
  tx
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'appointments.bookingId')
    .select([
      'appointments.startsAt',
      'appointments.endsAt',
      'bookings.serviceTitle',
      'bookings.customerName',
      'bookings.customerPhone',
      'bookings.location',
    ])
    .where('appointments.companyId', '=', companyId)
    .where('appointments.status', '=', 'agreed')
    .where('appointments.startsAt', '>=', from)
    .where('appointments.startsAt', '<', to)
    .orderBy('appointments.startsAt')
    .execute()
