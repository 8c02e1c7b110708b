import { z } from 'zod'
import { customerAppointment } from '#src/orders/appointments/actRules.ts'
import { type AppointmentStatus, requestStatuses } from '#src/orders/appointments/states.ts'
import { cancelTexts } from '#src/orders/bookings/cancelRules.ts'
import { bookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { withdrawalFields } from '#src/orders/bookings/order/fields.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { type Cents, centsOfEuros, formatEuro } from '#src/platform/kit/money.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { daySchema } from '#src/supply/calendars/dayRules.ts'
import { serviceLimits } from '#src/supply/services/rules.ts'

const hourMs = 3_600_000

/** Minimum time between the deadline of an answer and the start, and the end of the card's authorization. */
const answer = { beforeStartMs: 2 * hourMs, beforeAuthorizationEndMs: 12 * hourMs } as const
/** Time before the deadline at which the company is reminded, if it had longer than that. */
export const remindMs = 2 * hourMs
/**
 * Time for which the slot stays reserved for a customer whose bank refused the payment. A bit less than the maximum lifetime of a checkout.
 */
export const payAgainMs = 23.5 * hourMs
export const mostCounterTimes = 3
/** Minimum notice of an order that no price confirms; an earlier start would leave the company too little time to answer. */
export const leastNoticeMs = answer.beforeStartMs + hourMs

/** Deadline of the other side's answer (docs/spec.md#requests). `startsAt`: the earliest start in question. */
export const answerDeadline = ({ startsAt, heldUntil, answerHours }: { startsAt: Date; heldUntil: Date; answerHours: number }, now: Date) =>
  new Date(
    Math.min(
      now.getTime() + answerHours * hourMs,
      startsAt.getTime() - answer.beforeStartMs,
      heldUntil.getTime() - answer.beforeAuthorizationEndMs,
    ),
  )

type Params = { status: AppointmentStatus; deadlineAt: Date | null }

/** True if a request waits for an answer: the company's, or after its counter-proposal the customer's. */
export const isWaitingFor = (status: 'requested' | 'countered', appointment: Params, now: Date) =>
  appointment.status === status && appointment.deadlineAt !== null && now < appointment.deadlineAt

/** True if the company has been asked and sees the request; it sees the customer's address and phone only with the booking. */
export const isAsked = (status: AppointmentStatus) => requestStatuses.some((one) => one === status)

const day = daySchema
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const reason = z.string({ error: cancelTexts.reason }).trim().min(1, cancelTexts.reason).max(500, cancelTexts.reason)

/** Texts of the price that a company names for an estimate. */
export const priceTexts = {
  missing: 'Bitte nennen Sie den Preis',
  amount: 'Preis muss zwischen 1 und 10.000 Euro liegen',
  fixed: 'Der Preis dieser Buchung steht fest',
  reason: 'Grund darf maximal 300 Zeichen lang sein',
  reasonMissing: (ceilingCents: Cents) =>
    `Der Preis liegt über dem Höchstpreis von ${formatEuro(ceilingCents)}. Bitte nennen Sie den Grund`,
} as const
export const priceLimits = { cents: serviceLimits.priceCents, reason: 300 } as const

/** Price in euros that the company names for an estimate, and its reason, required above the ceiling (docs/spec.md#estimates). */
const namedPrice = {
  price: z
    .number({ error: priceTexts.amount })
    .refine((euros) => {
      const cents = centsOfEuros(euros)
      return cents !== undefined && cents >= priceLimits.cents.min && cents <= priceLimits.cents.max
    }, priceTexts.amount)
    .optional(),
  priceReason: z.string().trim().max(priceLimits.reason, priceTexts.reason).optional(),
}
export type NamedPrice = { price?: number | undefined; priceReason?: string | undefined }

/** Body of a company's answer. */
export const requestAnswer = z.discriminatedUnion('answer', [
  customerAppointment.extend({ answer: z.literal('accept'), ...namedPrice }),
  customerAppointment.extend({ answer: z.literal('decline'), reason }),
  customerAppointment.extend({
    answer: z.literal('counter'),
    times: z
      .array(z.object({ date: day, time }))
      .min(1)
      .max(mostCounterTimes),
    ...namedPrice,
  }),
])
export type RequestAnswer = z.infer<typeof requestAnswer>

/** Customer's choice among the times that the company proposes; null: none of them. */
export const counterAnswer = z.object({
  key: bookingKey,
  timeId: z.uuid().nullable(),
  earlyStartConsent: withdrawalFields.earlyStartConsent,
})

/** Customer's answer to a price above the ceiling of an estimate. */
export const priceAnswer = z.object({ key: bookingKey, isAccepted: z.boolean() })

/** Step that a state of the appointment means to the customer; `payAgain`: accepted, but the bank refused the payment. */
export const requestSteps: Partial<Record<AppointmentStatus, (typeof steps)[number]>> = {
  requested: 'requested',
  countered: 'countered',
  accepting: 'accepting',
  held: 'payAgain',
}
const steps = ['requested', 'countered', 'accepting', 'payAgain'] as const

/** Range of an estimate in cents, and the price that the company named with its reason. */
export const shownEstimate = z.object({
  lowCents: z.number(),
  ceilingCents: z.number(),
  priceCents: z.number().nullable(),
  reason: z.string().nullable(),
})
export type ShownEstimate = Wire<z.infer<typeof shownEstimate>>

/** View of a request for its customer: next step and its deadline. */
export const requestView = z.object({
  step: z.enum(steps),
  until: z.date().nullable(),
  times: z.array(z.object({ id: z.string(), date: z.string(), time: z.string() })),
  /** Last day that requires consent to an early start. */
  consentUntil: z.string().nullable(),
  payUrl: z.string().nullable(),
  /** Null for a booking at a fixed price. */
  estimate: shownEstimate.nullable(),
})
export type RequestView = Wire<z.infer<typeof requestView>>

/** Request that waits for the company's answer. */
export const openRequest = z.object({
  id: z.uuid(),
  serviceTitle: z.string(),
  customerName: z.string(),
  location: z.string(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  /** For an estimate its ceiling. */
  amountCents: z.number(),
  isEstimate: z.boolean(),
  until: z.date(),
})
export type OpenRequest = Wire<z.infer<typeof openRequest>>

/** Proposed time for the customer, as day and time in Berlin. */
export const timeView = ({ id, startsAt }: { id: string; startsAt: Date }) => ({
  id,
  date: berlinDay(startsAt),
  time: clockTime(startsAt.getTime()),
})

export const withdrawnReason = 'Anfrage zurückgezogen'
export const noneFitsReason = 'Gegenvorschlag abgelehnt'
export const priceDeclinedReason = 'Preis abgelehnt'
export const requestRate = { max: 30, windowSeconds: 3_600 } as const
