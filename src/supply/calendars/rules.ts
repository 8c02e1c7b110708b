import { z } from 'zod'
import { Problem, problemsOf } from '#src/platform/kit/problems.ts'
import { type Policy, usualAppointments } from '#src/platform/kit/settingOptions.ts'
import { companyProblems } from '#src/supply/companies/rules.ts'
import { minutesFor } from '#src/supply/services/durations.ts'
import { type BookingMode, bookingModes } from '#src/supply/services/rules.ts'
import { usualServiceTimes } from '#src/supply/services/schemas.ts'
import { daySchema } from './dayRules.ts'
import type { Calendar, TimeRule } from './slots.ts'
import { slotTexts } from './texts.ts'

/** Minimum notice of a request in hours, even if its service requires less: the company needs time to answer. */
export const requestNoticeHours = 4

/** Limits of times: minutes, hours and days as named. */
export const calendarLimits = {
  /** Days of free times per response. */
  daysRequested: 31,
  /** Number of free times in a refusal. */
  alternatives: 3,
  /** Duration of a hold from 'Weiter' on (docs/spec.md#hold). */
  holdMinutes: 10,
  /** Holds that the browsers of one network may have at a company. */
  heldByNetwork: 1,
  /** Share of a day's times that may be held at once, rounded up. */
  heldShareOfDay: 0.5,
  /** Unpaid orders that one network may have at a company. */
  unpaidByNetwork: 3,
  /** Days before and after a requested date of a series in which an alternative is searched. */
  nearDays: 3,
} as const

/** Defaults for a company with a calendar but without services, and for values that a service leaves open. */
export const usualTimes = {
  ...usualServiceTimes,
  noticeHours: usualAppointments.noticeHours,
  horizonDays: usualAppointments.horizonDays,
  minutes: 60,
  isSpread: false,
  resourceIds: undefined,
} as const satisfies TimeRule

/** Time settings of an offered service: null for values left open, no resources for all. */
export type OfferedTimes = Omit<TimeRule, 'resourceIds' | 'minutes'> & {
  minutes: number | null
  minutesPerUnit?: number | null
  resourceIds: string[]
  bookingMode: BookingMode
}

/** A company's calendar with its taken times, and the time settings of its visible services, the first one first (`company_calendars`). */
export type CompanyCalendar = Calendar & {
  companyId: string
  policy: Policy
  isOn: boolean
  services: (OfferedTimes & { id: string })[]
}

/** Times of a service by default for one unit. */
export const ruleOf = ({ bookingMode, minutes, minutesPerUnit, resourceIds, ...same }: OfferedTimes): TimeRule => ({
  ...same,
  noticeHours: Math.max(same.noticeHours, bookingMode === 'request' ? requestNoticeHours : 0),
  minutes: minutesFor({ minutes, minutesPerUnit: minutesPerUnit ?? null }) ?? usualTimes.minutes,
  resourceIds: resourceIds.length > 0 ? resourceIds : undefined,
})

/** Rate limit of free times per client address, so that a company's diary cannot be derived from them. */
export const slotRate = { max: 60, windowSeconds: 60, isLoose: true } as const
/** Rate limit of holds per client address. */
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

/** Starts as 'YYYY-MM-DD HH:MM' in Berlin. */
export type Alternatives = readonly string[]

/** Refusal of a time that is not free: the reason, and the next free ones, earliest first. */
export function slotRefusal(why: 'taken' | 'notOffered', slots: Alternatives) {
  return new Problem(`calendars.${why}`, 409, slotTexts[why], { time: [slotTexts[why]], slots: [...slots] })
}

const day = daySchema
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Work for which a time is requested: the company's first service by default, its hours or units, and the place. */
const work = {
  companyId: z.uuid(),
  serviceId: z.uuid().optional(),
  quantity: z.number().min(0.5).max(999).optional(),
  location: z.string().trim().max(500).optional(),
}
export const slotQuestion = z.object({ ...work, from: day.optional(), days: z.int().min(1).max(calendarLimits.daysRequested).default(14) })
export type SlotQuestion = z.infer<typeof slotQuestion>
export const holdRequest = z.object({ ...work, date: day, time })
export type HoldRequest = z.infer<typeof holdRequest>

/** Free times by day in Berlin; `reason`: cause why a day has none, `holiday`: its name. */
export const slotResponse = z.object({
  hasCalendar: z.boolean(),
  bookingMode: z.enum(bookingModes),
  minutes: z.number(),
  /** True if the work continues after breaks and on following days; `ends` of a day: end of each of its times, 'YYYY-MM-DD HH:MM'. */
  isSpread: z.boolean(),
  days: z.array(
    z.object({
      day: z.string(),
      times: z.array(z.string()),
      ends: z.array(z.string()),
      /** Longest open time of a day that is too short. */
      openMinutes: z.number().nullable(),
      reason: z.enum(['hours', 'holiday', 'closure', 'notice', 'horizon', 'full', 'short']).nullable(),
      holiday: z.string().nullable(),
    }),
  ),
  /** Last day that can be booked. */
  lastDay: z.string(),
})
export type SlotResponse = z.infer<typeof slotResponse>
