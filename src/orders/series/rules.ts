import { z } from 'zod'
import { type BookingStatus, isStanding } from '#src/money/payments/bookingStates.ts'
import { billingAddress } from '#src/orders/bookings/billing/rules.ts'
import { cancelTexts } from '#src/orders/bookings/cancelRules.ts'
import { bookingKey, type HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingLinkDays } from '#src/orders/bookings/links/rules.ts'
import { withdrawalFields } from '#src/orders/bookings/order/fields.ts'
import { bookingRequest } from '#src/orders/bookings/order/rules.ts'
import { addDays, berlinInstant, isBerlinTime } from '#src/platform/kit/dates.ts'
import { Problem, problemsOf } from '#src/platform/kit/problems.ts'
import { holdRequest } from '#src/supply/calendars/rules.ts'
import { seriesLimits, seriesPage, seriesTexts } from './texts.ts'

const hourMs = 3_600_000

/** States of a series; `unconfirmed`: the address is not confirmed yet, and no time is held. */
export const seriesStatuses = ['unconfirmed', 'requested', 'accepted', 'declined', 'lapsed', 'withdrawn', 'ended'] as const
export type SeriesStatus = (typeof seriesStatuses)[number]

/** States of a date; `open`: not agreed yet, `planned` and `due`: before and after it becomes payable. */
export const seriesDateStatuses = ['open', 'planned', 'due', 'paid', 'lapsed', 'cancelled'] as const

/** Moments from which and until which a date can be paid (docs/spec.md#series). */
export const payTimes = (startsAt: Date) => ({
  dueAt: new Date(startsAt.getTime() - seriesLimits.dueDays * 24 * hourMs),
  until: new Date(startsAt.getTime() - seriesLimits.untilHours * hourMs),
})

/** Deadline of the company's answer, early enough to pay the first date. */
export const seriesDeadline = ({ startsAt, answerHours }: { startsAt: Date; answerHours: number }, now: Date) =>
  new Date(Math.min(now.getTime() + answerHours * hourMs, startsAt.getTime() - seriesLimits.answerBeforeHours * hourMs))

/** True if the first date is too close to be answered and paid, when the series is requested. */
export const isSoon = (startsAt: Date, now: Date) => startsAt.getTime() < now.getTime() + seriesLimits.aheadHours * hourMs
/** True if the first date is too close when the address is confirmed, some hours later. */
export const isTooSoon = (startsAt: Date, now: Date) => startsAt.getTime() < now.getTime() + seriesLimits.confirmedHours * hourMs

type Kept = { seriesStatus: SeriesStatus; bookingStatus: BookingStatus; hasLapsed: boolean; dueAt: Date }

/** State of a date, derived from its booking and its series. `dueAt`: moment from which it is payable. */
export function dateStatusOf({ seriesStatus, bookingStatus, hasLapsed, dueAt }: Kept, now: Date): (typeof seriesDateStatuses)[number] {
  if (isStanding(bookingStatus)) return 'paid'
  if (bookingStatus === 'cancelled') return hasLapsed ? 'lapsed' : 'cancelled'
  if (seriesStatus !== 'accepted') return 'open'
  return dueAt <= now ? 'due' : 'planned'
}

/** Expiry of a series' link: some days after it was mailed or after the last date, the later of both. */
export const linkEndOf = (lastStart: Date | null, now: Date) =>
  new Date(Math.max(lastStart?.getTime() ?? 0, now.getTime()) + bookingLinkDays * 24 * hourMs)

export const seriesRates = {
  check: { max: 30, windowSeconds: 60 },
  perIp: { max: 10, windowSeconds: 3_600 },
  perAddress: { max: 5, windowSeconds: 3_600 },
  perCompany: { max: 30, windowSeconds: 3_600 },
  read: { max: 120, windowSeconds: 60 },
  act: { max: 30, windowSeconds: 3_600 },
} as const

export const seriesProblems = problemsOf('series', {
  notOffered: [409, 'Für diese Leistung gibt es keine Serie.'],
  linkUnknown: [404, seriesTexts.linkUnknown],
  linkEnded: [410, seriesTexts.linkEnded],
  notFound: [404, 'Serie nicht gefunden'],
  tooMany: [409, `Mit dieser E-Mail-Adresse warten schon ${seriesLimits.perAddress} Serien auf eine Antwort.`],
  full: [409, 'Bei diesem Anbieter warten schon sehr viele Anfragen. Bitte versuchen Sie es später noch einmal.'],
  over: [409, 'Das ist für diese Serie nicht mehr möglich.'],
  tooSoon: [409, 'Der erste Termin ist inzwischen zu nah. Bitte fragen Sie die Serie noch einmal mit späteren Terminen an.'],
  notPayable: [409, 'Dieser Termin kann nicht bezahlt werden.'],
})

/** Problem for a series with dates that are no longer free; `slots` names them as 'YYYY-MM-DD HH:MM'. */
export const datesOccupied = (slots: readonly string[]) =>
  new Problem('series.taken', 409, seriesTexts.taken, { dates: [seriesTexts.taken], slots: [...slots] })

/** Problem for a series with dates after the last day for which the company takes bookings. */
export function datesFar(slots: readonly string[], lastDay: string) {
  const text = seriesTexts.lastDay(lastDay)
  return new Problem('series.far', 409, text, { dates: [text], slots: [...slots] })
}

const weeks = z.union([z.literal(1), z.literal(2), z.literal(4)])
const { min, max } = seriesLimits.dates

/** Query for the dates of a series of `count` dates, each with its availability. */
export const seriesQuestion = holdRequest.extend({
  weeks,
  count: z.int({ error: seriesTexts.count }).min(min, seriesTexts.count).max(max, seriesTexts.count),
})
export type SeriesQuestion = z.infer<typeof seriesQuestion>

/** Dates on the same day of the week, at the same time of day in Berlin. */
export const requestedDates = ({ date, time, weeks: every, count }: Pick<SeriesQuestion, 'date' | 'time' | 'weeks' | 'count'>) =>
  Array.from({ length: count }, (_, index) => ({ date: addDays(date, index * every * 7), time }))

const at = z.object({ date: z.string(), time: z.string() })
export const requestedDatesResponse = z.object({
  dates: z.array(
    at.extend({
      state: z.enum(['free', 'closed', 'taken', 'skipped', 'far']),
      holiday: z.string().nullable(),
      alternative: at.nullable(),
    }),
  ),
  /** Last bookable day. */
  lastDay: z.string(),
})

/** Request for a series: a booking request without date and files, but with all dates, the earliest first. */
export const seriesForm = bookingRequest
  .omit({ date: true, time: true, serviceTitle: true, attachmentIds: true, earlyStartConsent: true })
  .extend({
    serviceId: z.uuid(),
    weeks,
    dates: z
      .array(holdRequest.pick({ date: true, time: true }))
      .min(min, seriesTexts.count)
      .max(max, seriesTexts.count),
    billingAddress: billingAddress.optional(),
  })
export type SeriesForm = z.infer<typeof seriesForm>

/** Schema of the request for a moment. */
export const seriesFormAt = (now: Date) =>
  seriesForm
    .refine(({ dates }) => dates.every(({ date }, index) => index === 0 || date > (dates[index - 1]?.date ?? '')), {
      error: seriesTexts.order,
      path: ['dates'],
    })
    .refine(({ dates }) => dates.every(({ date, time }) => isBerlinTime(date, time)), {
      error: seriesTexts.days,
      path: ['dates'],
    })
    .refine(({ dates: [first] }) => !first || !isSoon(berlinInstant(first.date, first.time), now), {
      error: seriesTexts.soon,
      path: ['dates'],
    })

/** Keys of a series: the token of its mails, or a key of one of its bookings. */
export const seriesKey = z.union([z.object({ token: z.string().min(1).max(255) }), z.object({ booking: bookingKey })])
export type HeldSeriesKey = { token: string } | { booking: HeldKey }

const confirmedDates = z
  .array(holdRequest.pick({ date: true, time: true }))
  .min(min)
  .max(max)
/** Confirmation of the address; `dates` may leave out dates that are no longer free. */
export const seriesConfirmation = z.object({ token: z.string().min(1).max(255), dates: confirmedDates.optional() })

export const payment = z.object({ key: seriesKey, bookingId: z.uuid(), earlyStartConsent: withdrawalFields.earlyStartConsent })
/** End of a series, or with `bookingId` of this date only. */
export const seriesEnding = z.object({ key: seriesKey, bookingId: z.uuid().optional() })

const reason = z.string({ error: cancelTexts.reason }).trim().min(1, cancelTexts.reason).max(500, cancelTexts.reason)
const customerSeries = z.object({ companyId: z.uuid(), seriesId: z.uuid() })
export const seriesAnswer = z.discriminatedUnion('answer', [
  customerSeries.extend({ answer: z.literal('accept') }),
  customerSeries.extend({ answer: z.literal('decline'), reason }),
])
export type SeriesAnswer = z.infer<typeof seriesAnswer>
export const companyEnding = customerSeries.extend({ reason, bookingId: z.uuid().optional() })

const dateView = at.extend({
  bookingId: z.string().nullable(),
  status: z.enum(seriesDateStatuses),
  dueAt: z.date(),
  until: z.date(),
})

/** State of a series, with its dates. */
export const seriesState = z.object({
  status: z.enum(seriesStatuses),
  weeks,
  /** Deadline of the company's answer. */
  until: z.date().nullable(),
  /** Reason why the series ended. */
  reason: z.string().nullable(),
  dates: z.array(dateView),
})

/** View of a series for its customer. */
export const shownSeries = seriesState.extend({
  companyId: z.string(),
  companyName: z.string(),
  serviceId: z.string().nullable(),
  serviceTitle: z.string(),
  /** Price of each date. */
  amountCents: z.number(),
  /** Last day that requires consent to an early start. */
  consentUntil: z.string().nullable(),
})

/** View of a series for its company, with what it needs to decide. */
export const companySeries = seriesState.extend({
  id: z.string(),
  serviceTitle: z.string(),
  customerName: z.string(),
  location: z.string(),
  description: z.string(),
  amountCents: z.number(),
})

export const seriesPageUrl = (publicUrl: string, token: string) => `${publicUrl}${seriesPage}?token=${token}`
