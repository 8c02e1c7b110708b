import { z } from 'zod'
import { ownAppointment } from '#src/orders/appointments/actRules.ts'
import { type AppointmentStatus, askedStatuses } from '#src/orders/appointments/states.ts'
import { cancelTexts } from '#src/orders/bookings/cancelRules.ts'
import { bookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { withdrawalFields } from '#src/orders/bookings/order/fields.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { daySchema } from '#src/supply/calendars/dayRules.ts'
import { clockTime } from '#src/supply/calendars/words.ts'

const hourMs = 3_600_000

/** Minimum time between the deadline of an answer and the start, and the end of the card's authorization. */
const answer = { beforeStartMs: 2 * hourMs, beforePromiseEndMs: 12 * hourMs } as const
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
      heldUntil.getTime() - answer.beforePromiseEndMs,
    ),
  )

type Asked = { status: AppointmentStatus; deadlineAt: Date | null }

/** True if a request waits for an answer: the company's, or after its counter-proposal the customer's. */
export const isWaitingFor = (status: 'requested' | 'countered', appointment: Asked, now: Date) =>
  appointment.status === status && appointment.deadlineAt !== null && now < appointment.deadlineAt

/** True if the company has been asked and sees the request; it sees the customer's address and phone only with the booking. */
export const isAsked = (status: AppointmentStatus) => askedStatuses.some((one) => one === status)

const day = daySchema
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const reason = z.string({ error: cancelTexts.reason }).trim().min(1, cancelTexts.reason).max(500, cancelTexts.reason)

/** Body of a company's answer. */
export const requestAnswer = z.discriminatedUnion('answer', [
  ownAppointment.extend({ answer: z.literal('accept') }),
  ownAppointment.extend({ answer: z.literal('decline'), reason }),
  ownAppointment.extend({
    answer: z.literal('counter'),
    times: z
      .array(z.object({ date: day, time }))
      .min(1)
      .max(mostCounterTimes),
  }),
])
export type RequestAnswer = z.infer<typeof requestAnswer>

/** Customer's choice among the times that the company proposes; null: none of them. */
export const counterAnswer = z.object({
  key: bookingKey,
  timeId: z.uuid().nullable(),
  earlyStartConsent: withdrawalFields.earlyStartConsent,
})

/** Step that a state of the appointment means to the customer; `payAgain`: accepted, but the bank refused the payment. */
export const requestSteps: Partial<Record<AppointmentStatus, (typeof steps)[number]>> = {
  requested: 'requested',
  countered: 'countered',
  accepting: 'accepting',
  held: 'payAgain',
}
const steps = ['requested', 'countered', 'accepting', 'payAgain'] as const

/** View of a request for its customer: next step and its deadline. */
export const shownRequest = z.object({
  step: z.enum(steps),
  until: z.date().nullable(),
  times: z.array(z.object({ id: z.string(), date: z.string(), time: z.string() })),
  /** Last day that requires consent to an early start. */
  consentUntil: z.string().nullable(),
  payUrl: z.string().nullable(),
})
export type ShownRequest = Wire<z.infer<typeof shownRequest>>

/** Request that waits for the company's answer. */
export const openRequest = z.object({
  id: z.uuid(),
  serviceTitle: z.string(),
  customerName: z.string(),
  location: z.string(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  amountCents: z.number(),
  until: z.date(),
})
export type OpenRequest = Wire<z.infer<typeof openRequest>>

/** Proposed time for the customer, as day and time in Berlin. */
export const shownTime = ({ id, startsAt }: { id: string; startsAt: Date }) => ({
  id,
  date: berlinDay(startsAt),
  time: clockTime(startsAt.getTime()),
})

export const withdrawnReason = 'Anfrage zurückgezogen'
export const noneFitsReason = 'Gegenvorschlag abgelehnt'
export const requestRate = { max: 30, windowSeconds: 3_600 } as const
