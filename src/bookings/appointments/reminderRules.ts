import { addDays, berlinDay, berlinInstant } from '#src/kit/dates.ts'
import type { AppointmentStatus } from './states.ts'

const hourMs = 3_600_000

/**
 * When customers are reminded (docs/spec.md#reminders): from so long before the start on, until so long before it. Who missed the first
 * moment, because no process ran, sends it later, but not when the next one is due.
 */
export const reminders = {
  dayBefore: { fromMs: 24 * hourMs, untilMs: 2 * hourMs },
  hoursBefore: { fromMs: 2 * hourMs, untilMs: 0 },
} as const
export type ReminderOccasion = keyof typeof reminders
export const reminderOccasions = ['dayBefore', 'hoursBefore'] as const satisfies readonly ReminderOccasion[]

/** What its reminder is about: each start has its own. */
export const reminderKey = ({ bookingId, startsAt }: { bookingId: string; startsAt: Date }, occasion: ReminderOccasion) =>
  `booking:${bookingId}:${occasion}:${startsAt.getTime()}`

type Agreed = { status: AppointmentStatus; startsAt: Date; updatedAt: Date }

/** Whether an appointment is to be reminded of now: one that was agreed or moved only after that moment needs no reminder. */
export function isReminderDue({ status, startsAt, updatedAt }: Agreed, occasion: ReminderOccasion, now: Date) {
  const { fromMs, untilMs } = reminders[occasion]
  const leftMs = startsAt.getTime() - now.getTime()
  return status === 'agreed' && leftMs > untilMs && leftMs <= fromMs && startsAt.getTime() - updatedAt.getTime() > fromMs
}

/** When companies get the list of a day: at this time of the evening before, on a Berlin clock. */
const dayListTime = '18:00'

/** The days whose list may be due, each with its moment: today's, if nobody sent it yesterday, and from the evening on tomorrow's. */
export const dayListsAt = (now: Date) =>
  [berlinDay(now), addDays(berlinDay(now), 1)]
    .map((day) => ({
      day,
      dueAt: berlinInstant(addDays(day, -1), dayListTime),
      from: berlinInstant(day, '00:00'),
      to: berlinInstant(addDays(day, 1), '00:00'),
    }))
    .filter(({ dueAt }) => dueAt <= now)
