import { z } from 'zod'
import { daySchema } from '#src/calendars/dayRules.ts'
import { misfits } from '#src/calendars/fit.ts'
import { resourceKinds } from '#src/calendars/hours/rules.ts'
import { berlinDay } from '#src/kit/dates.ts'
import type { Wire } from '#src/kit/wire.ts'
import { companyActs, hourly } from '../appointments/actRules.ts'
import { type AppointmentStatus, appointmentStatuses, sides } from '../appointments/states.ts'

/** The most days of one answer: six weeks, what a month's sheet shows. */
export const diaryDays = 42

/** What stands in a company's diary: what takes its time, or took it. */
export const diaryStatuses = [
  'held',
  'requested',
  'countered',
  'accepting',
  'agreed',
  'performed',
  'missed',
  'contested',
] as const satisfies readonly AppointmentStatus[]

const days = z.int().min(1).max(diaryDays).default(7)
export const diaryQuestion = z.object({ companyId: z.uuid(), from: daySchema.optional(), days })
export type DiaryQuestion = z.infer<typeof diaryQuestion>

const resourceIds = z.array(z.string())
const span = { startsAt: z.date(), endsAt: z.date() }

/**
 * An appointment; `takenFrom` and `takenUntil` with its buffers. Place and phone are shown once the booking is confirmed, the place also to who
 * has to answer a request. `ways`: from the job before it on that day.
 */
const diaryAppointment = z.object({
  bookingId: z.string(),
  ...span,
  takenFrom: z.date(),
  takenUntil: z.date(),
  status: z.enum(appointmentStatuses),
  customerName: z.string(),
  customerPhone: z.string().nullable(),
  serviceTitle: z.string(),
  location: z.string().nullable(),
  ways: z.array(z.object({ resourceId: z.string(), minutes: z.number(), from: z.string() })),
  hourly,
  resourceIds,
  acts: z.array(z.enum(companyActs)),
  mayPropose: z.boolean(),
  /** Something in the company's own calendar elsewhere lies in its time. */
  clashes: z.boolean(),
  misfit: z.enum(misfits).nullable(),
})

/** A time that was proposed instead of an appointment's, and is held until somebody answers. */
const diaryProposal = z.object({
  bookingId: z.string(),
  ...span,
  proposedBy: z.enum(sides),
  until: z.date(),
  customerName: z.string(),
  serviceTitle: z.string(),
  resourceIds,
})

const diaryBlock = z.object({ id: z.string(), ...span, note: z.string(), resourceIds })
/** A time that somebody who is just booking holds for some minutes. */
const diaryHold = z.object({ ...span, resourceIds })

/** When one of the company works on a day, as a Berlin clock shows it; why not, if not; and what is free of it. */
const diaryHours = z.object({
  resourceId: z.string(),
  open: z.array(z.object({ from: z.string(), to: z.string() })),
  closedBy: z.enum(['hours', 'holiday', 'closure']).nullable(),
  /** The holiday's name, or what the company noted of the day. */
  note: z.string(),
  free: z.array(z.object(span)),
})

/** A company's diary of some days; without a calendar it holds confirmed bookings only. */
export const diary = z.object({
  hasCalendar: z.boolean(),
  now: z.date(),
  resources: z.array(z.object({ id: z.string(), kind: z.enum(resourceKinds), name: z.string(), isHidden: z.boolean() })),
  days: z.array(z.object({ day: z.string(), hours: z.array(diaryHours) })),
  appointments: z.array(diaryAppointment),
  proposals: z.array(diaryProposal),
  blocks: z.array(diaryBlock),
  holds: z.array(diaryHold),
  /** Taken in the company's own calendar elsewhere. */
  busy: z.array(z.object(span)),
})
export type Diary = z.infer<typeof diary>
export type ShownDiary = Wire<Diary>

/** The first day of a question: today, if it names none. */
export const firstDayOf = ({ from }: DiaryQuestion, now: Date) => from ?? berlinDay(now)
