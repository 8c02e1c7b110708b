import type { Parts } from '#src/orders/bookings/termTexts.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { AppointmentStatus } from './states.ts'

const hourMs = 3_600_000

/**
 * Times of reminders (docs/spec.md#reminders), in milliseconds before the start. If no process ran at the first moment, the reminder is
 * sent later, up to the moment at which the next one is due.
 */
export const reminders = {
  dayBefore: { fromMs: 24 * hourMs, untilMs: 2 * hourMs },
  hoursBefore: { fromMs: 2 * hourMs, untilMs: 0 },
} as const
export type ReminderOccasion = keyof typeof reminders
export const reminderOccasions = ['dayBefore', 'hoursBefore'] as const satisfies readonly ReminderOccasion[]

/** Mail key of a reminder. It contains the start, so a moved appointment is reminded of again. */
export const reminderKey = ({ bookingId, startsAt }: { bookingId: string; startsAt: Date }, occasion: ReminderOccasion) =>
  `booking:${bookingId}:${occasion}:${startsAt.getTime()}`

type Agreed = { status: AppointmentStatus; startsAt: Date; updatedAt: Date }

/** True if a reminder is due. An appointment that was agreed or moved only after the reminder's moment needs none. */
export function isReminderDue({ status, startsAt, updatedAt }: Agreed, occasion: ReminderOccasion, now: Date) {
  const { fromMs, untilMs } = reminders[occasion]
  const leftMs = startsAt.getTime() - now.getTime()
  return status === 'agreed' && leftMs > untilMs && leftMs <= fromMs && startsAt.getTime() - updatedAt.getTime() > fromMs
}

/** Appointment in the list of a day; `parts`: working times of that day, for work in several parts. */
export type ListedAppointment = {
  startsAt: Date
  endsAt: Date
  parts?: Parts
  serviceTitle: string
  customerName: string
  customerPhone: string
  location: string
}

/** Time of day in Berlin, on the evening before, at which companies get the list of a day. */
const dayListTime = '18:00'

/**
 * Days whose lists are due now, with the moment and bounds of each: today, in case it was not sent yesterday, and from the evening on
 * tomorrow.
 */
export const dayListsAt = (now: Date) =>
  [berlinDay(now), addDays(berlinDay(now), 1)]
    .map((day) => ({
      day,
      dueAt: berlinInstant(addDays(day, -1), dayListTime),
      from: berlinInstant(day, '00:00'),
      to: berlinInstant(addDays(day, 1), '00:00'),
    }))
    .filter(({ dueAt }) => dueAt <= now)
