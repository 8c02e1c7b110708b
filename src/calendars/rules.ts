import { z } from 'zod'
import { companyProblems } from '#src/companies/rules.ts'
import { Problem, problemsOf } from '#src/kit/problems.ts'
import { type Policy, usualAppointments } from '#src/kit/settingWords.ts'
import { type BookingMode, bookingModes } from '#src/services/rules.ts'
import { usualServiceTimes } from '#src/services/schemas.ts'
import { daySchema } from './dayRules.ts'
import type { Calendar, TimeRule } from './slots.ts'
import { slotTexts } from './texts.ts'

/** A request needs time for its answer, so it comes so long before the start, whatever notice its service wants. */
export const requestNoticeHours = 4

/** Limits of times: minutes, hours and days as named. */
export const calendarLimits = {
  /** Days of free times in one answer. */
  daysAsked: 31,
  /** How many free times a refusal names. */
  alternatives: 3,
  /** How long a time is held from 'Weiter' on (docs/spec.md#hold). */
  holdMinutes: 10,
  /** Times that browsers of one network hold at a company. */
  heldByNetwork: 1,
  /** Share of a day's times that may be held at once, rounded up. */
  heldShareOfDay: 0.5,
  /** Orders of one network at a company that wait for their payment. */
  unpaidByNetwork: 3,
  /** Of how many days before and after a wished date of a series another time is proposed. */
  nearDays: 3,
} as const

/** What counts for a company with a calendar but without services, and for what a service leaves open. */
export const usualTimes = {
  ...usualServiceTimes,
  noticeHours: usualAppointments.noticeHours,
  horizonDays: usualAppointments.horizonDays,
  minutes: 60,
  resourceIds: undefined,
} as const satisfies TimeRule

/** How an offered service says that it takes its time: what it leaves open is null, nobody named means everybody. */
export type OfferedTimes = Omit<TimeRule, 'resourceIds' | 'minutes'> & {
  minutes: number | null
  resourceIds: string[]
  bookingMode: BookingMode
}

/** A company's calendar with what is taken, and how its visible services take their time, the first one first (`company_calendars`). */
export type CompanyCalendar = Calendar & {
  companyId: string
  policy: Policy
  isOn: boolean
  services: (OfferedTimes & { id: string })[]
}

export const ruleOf = ({ bookingMode, minutes, resourceIds, ...same }: OfferedTimes): TimeRule => ({
  ...same,
  noticeHours: Math.max(same.noticeHours, bookingMode === 'request' ? requestNoticeHours : 0),
  minutes: minutes ?? usualTimes.minutes,
  resourceIds: resourceIds.length > 0 ? resourceIds : undefined,
})

/** How often free times may be asked for, per client address: nobody shall read a company's diary out of them. */
export const slotRate = { max: 60, windowSeconds: 60, isLoose: true } as const
/** Holds per client address. */
export const holdRate = { max: 10, windowSeconds: calendarLimits.holdMinutes * 60 } as const

export const calendarProblems = problemsOf('calendars', {
  none: [404, 'Dieser Anbieter hat keinen Kalender.'],
  notBookable: [409, companyProblems.takesNoBookings().message],
  manyHeld: [429, 'An diesem Tag werden gerade viele Termine reserviert. Sie können ohne Reservierung weitermachen.'],
  manyUnpaid: [
    429,
    'Von Ihrem Anschluss warten schon mehrere Buchungen bei diesem Anbieter auf ihre Bezahlung. Bitte bezahlen Sie diese zuerst, oder versuchen Sie es in einer halben Stunde noch einmal.',
  ],
})

/** A start as days and times of day are written: 'YYYY-MM-DD HH:MM' on a Berlin clock. */
export type Alternatives = readonly string[]

/** The refusal of a time that is not free: why, and the next free ones, earliest first. */
export function slotRefusal(why: 'taken' | 'notOffered', slots: Alternatives) {
  return new Problem(`calendars.${why}`, 409, slotTexts[why], { time: [slotTexts[why]], slots: [...slots] })
}

const day = daySchema
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** For which work a time is wanted: the company's first service if none is named, hours for a service by the hour, and where. */
const work = {
  companyId: z.uuid(),
  serviceId: z.uuid().optional(),
  quantity: z.number().min(0.5).max(999).optional(),
  location: z.string().trim().max(500).optional(),
}
export const slotQuestion = z.object({ ...work, from: day.optional(), days: z.int().min(1).max(calendarLimits.daysAsked).default(14) })
export type SlotQuestion = z.infer<typeof slotQuestion>
export const holdRequest = z.object({ ...work, date: day, time })
export type HoldRequest = z.infer<typeof holdRequest>

/** Free times by day, as a Berlin clock shows them; `reason` says why a day has none, `holiday` which one it is. */
export const slotAnswer = z.object({
  hasCalendar: z.boolean(),
  bookingMode: z.enum(bookingModes),
  minutes: z.number(),
  days: z.array(
    z.object({
      day: z.string(),
      times: z.array(z.string()),
      reason: z.enum(['hours', 'holiday', 'closure', 'notice', 'horizon', 'full', 'short']).nullable(),
      holiday: z.string().nullable(),
    }),
  ),
  /** The last day that can be booked. */
  lastDay: z.string(),
})
export type SlotAnswer = z.infer<typeof slotAnswer>
