import { z } from 'zod'
import { byPiece, companyActs, hourly } from '#src/orders/appointments/actRules.ts'
import { appointmentStatuses, endedStatuses, sides } from '#src/orders/appointments/states.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { daySchema } from '#src/supply/calendars/dayRules.ts'
import { misfits } from '#src/supply/calendars/fit.ts'
import { resourceKinds } from '#src/supply/calendars/hours/rules.ts'

/** Maximum number of days per response: six weeks, as many as a month view shows. */
export const diaryDays = 42

/** States of appointments in a diary: those that occupy time, or did. */
export const diaryStatuses = appointmentStatuses.filter((status) => !endedStatuses.includes(status))

const days = z.int().min(1).max(diaryDays).default(7)
export const diaryQuestion = z.object({ companyId: z.uuid(), from: daySchema.optional(), days })
export type DiaryQuestion = z.infer<typeof diaryQuestion>

const resourceIds = z.array(z.string())
const span = { startsAt: z.date(), endsAt: z.date() }
/** Working times of work in several parts; empty for work in one piece. */
const parts = z.array(z.object(span))

/**
 * Appointment; `takenFrom` and `takenUntil` include buffers. Place and phone are shown once the booking is confirmed, the place also while
 * the company has to answer a request. `ways`: travel times from the preceding job of that day.
 */
const diaryAppointment = z.object({
  bookingId: z.string(),
  ...span,
  parts,
  takenFrom: z.date(),
  takenUntil: z.date(),
  status: z.enum(appointmentStatuses),
  customerName: z.string(),
  customerPhone: z.string().nullable(),
  serviceTitle: z.string(),
  location: z.string().nullable(),
  ways: z.array(z.object({ resourceId: z.string(), minutes: z.number(), from: z.string() })),
  hourly,
  byPiece,
  resourceIds,
  acts: z.array(z.enum(companyActs)),
  mayPropose: z.boolean(),
  /** True if an event of the company's external calendar overlaps. */
  clashes: z.boolean(),
  misfit: z.enum(misfits).nullable(),
})

/** Time proposed in place of an appointment's, held until it is answered. */
const diaryProposal = z.object({
  bookingId: z.string(),
  ...span,
  parts,
  proposedBy: z.enum(sides),
  until: z.date(),
  customerName: z.string(),
  serviceTitle: z.string(),
  resourceIds,
})

const diaryBlock = z.object({ id: z.string(), ...span, note: z.string(), resourceIds })
/** Time that a visitor holds for some minutes while booking. */
const diaryHold = z.object({ ...span, resourceIds })

/** Working hours of a resource on a day in Berlin time, the reason if there are none, and the free times. */
const diaryHours = z.object({
  resourceId: z.string(),
  open: z.array(z.object({ from: z.string(), to: z.string() })),
  closedBy: z.enum(['hours', 'holiday', 'closure']).nullable(),
  /** Name of the holiday, or the company's note about the day. */
  note: z.string(),
  free: z.array(z.object(span)),
})

/** Diary of a company for some days; without a calendar it has confirmed bookings only. */
export const diary = z.object({
  hasCalendar: z.boolean(),
  now: z.date(),
  resources: z.array(z.object({ id: z.string(), kind: z.enum(resourceKinds), name: z.string(), isHidden: z.boolean() })),
  days: z.array(z.object({ day: z.string(), hours: z.array(diaryHours) })),
  appointments: z.array(diaryAppointment),
  proposals: z.array(diaryProposal),
  blocks: z.array(diaryBlock),
  holds: z.array(diaryHold),
  /** Busy times of the company's external calendar. */
  busy: z.array(z.object(span)),
})
export type Diary = z.infer<typeof diary>
export type DiaryView = Wire<Diary>

/** First day of a query: today by default. */
export const firstDayOf = ({ from }: DiaryQuestion, now: Date) => from ?? berlinDay(now)
