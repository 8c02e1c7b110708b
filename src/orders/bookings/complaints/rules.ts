import { z } from 'zod'
import { type BookingStatus, isStanding } from '#src/money/payments/bookingStates.ts'
import type { AppointmentStatus } from '#src/orders/appointments/states.ts'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { bookingKey } from '../links/keyRules.ts'

/** Limits of problems that a customer reports (docs/spec.md#complaints). */
export const complaintLimits = {
  words: 1_000,
  /** Days from the start of the appointment within which a problem can be reported. */
  days: 14,
  /** Reports per booking in all; one may be open at a time. */
  reports: 3,
  /** Hours for the company's answer, days for the customer's; afterwards the operator decides. */
  companyAnswerHours: 72,
  customerAnswerDays: 7,
} as const

const { words: longest, companyAnswerHours, customerAnswerDays } = complaintLimits
const dayMs = 86_400_000

export const complaintTexts = {
  reason: 'Bitte wählen Sie, was nicht stimmt',
  words: `Bitte beschreiben Sie das Problem (höchstens ${longest.toLocaleString('de-DE')} Zeichen)`,
  answer: `Bitte schreiben Sie eine Antwort (höchstens ${longest.toLocaleString('de-DE')} Zeichen)`,
} as const

export const complaintProblems = problemsOf('complaints', {
  unknown: [404, 'Dieses Problem wurde nicht gemeldet.'],
  notNow: [409, 'Zu dieser Buchung lässt sich jetzt kein Problem melden.'],
  alreadyOpen: [409, 'Zu dieser Buchung ist schon ein Problem gemeldet. Wir kümmern uns darum.'],
  over: [409, 'Darauf lässt sich nicht mehr antworten. Bitte laden Sie die Seite neu.'],
  answerFirst: [409, 'Der Kunde hat ein Problem gemeldet. Bitte antworten Sie darauf.'],
})

export const complaintStatuses = ['open', 'answered', 'escalated', 'settled', 'decided'] as const
export type ComplaintStatus = (typeof complaintStatuses)[number]
export const isOpenComplaint = (status: ComplaintStatus) => status !== 'settled' && status !== 'decided'

export const complaintReasons = ['missed', 'late', 'bad', 'other'] as const
export type ComplaintReason = (typeof complaintReasons)[number]
export const complaintReasonLabels: Record<ComplaintReason, string> = {
  missed: 'Es ist niemand gekommen',
  late: 'Der Anbieter kam zu spät',
  bad: 'Die Arbeit ist schlecht oder unvollständig',
  other: 'Etwas anderes',
}

export const complaintRequests = ['redo', 'part', 'full'] as const
export type ComplaintRequest = (typeof complaintRequests)[number]
export const complaintRequestLabels: Record<ComplaintRequest, string> = {
  redo: 'Nachholen oder nachbessern',
  part: 'Einen Teil des Geldes zurück',
  full: 'Alles zurück',
}

const text = (problem: string) => z.string({ error: problem }).trim().min(1, problem).max(longest, problem)
export const reportRequest = z.object({
  key: bookingKey,
  reason: z.enum(complaintReasons, { error: complaintTexts.reason }),
  words: text(complaintTexts.words),
  request: z.enum(complaintRequests).optional(),
})
/** `accept`: the customer is satisfied. `reject`: the operator decides, and reads the customer's text. */
export const resolveRequest = z.discriminatedUnion('answer', [
  z.object({ key: bookingKey, answer: z.literal('accept') }),
  z.object({ key: bookingKey, answer: z.literal('reject'), words: text(complaintTexts.words) }),
])
export const answerText = text(complaintTexts.answer)

/** View of a complaint for both sides. */
export const complaintView = z.object({
  status: z.enum(complaintStatuses),
  reason: z.enum(complaintReasons),
  words: z.string(),
  request: z.enum(complaintRequests).nullable(),
  reportedAt: z.date(),
  deadlineAt: z.date().nullable(),
  answer: z.string().nullable(),
  answeredAt: z.date().nullable(),
  refundCents: z.number(),
  rejection: z.string().nullable(),
  decisionReason: z.string().nullable(),
  decidedCents: z.number(),
  closedAt: z.date().nullable(),
})
export type ComplaintView = Wire<z.infer<typeof complaintView>>

type Reported = {
  booking: { bookingStatus: BookingStatus; bookingDate: string; bookingTime: string; paidAt: Date | null }
  leftCents: Cents
  appointment: { status: AppointmentStatus; startsAt: Date } | undefined
  complaints: readonly { status: ComplaintStatus }[]
}

/**
 * Moment until which the customer may report a problem; null if that is not possible now. A customer reported as absent objects to that
 * instead. A booking without an appointment starts at its booked day and time.
 */
export function reportableUntil({ booking, leftCents, appointment, complaints }: Reported, now: Date) {
  const { bookingStatus, bookingDate, bookingTime, paidAt } = booking
  if (paidAt === null || !isStanding(bookingStatus) || leftCents <= 0) return null
  if (appointment && !reportableStatuses.has(appointment.status)) return null
  if (complaints.length >= complaintLimits.reports || complaints.some(({ status }) => isOpenComplaint(status))) return null
  const startsAt = appointment?.startsAt ?? berlinInstant(bookingDate, bookingTime.slice(0, 5))
  const until = new Date(startsAt.getTime() + complaintLimits.days * dayMs)
  return now >= startsAt && now <= until ? until : null
}
const reportableStatuses = new Set<AppointmentStatus>(['agreed', 'performed'])

/** Deadlines of the answers by company and customer, counted from now. */
export const companyDeadline = (now: Date) => new Date(now.getTime() + companyAnswerHours * 3_600_000)
export const customerDeadline = (now: Date) => new Date(now.getTime() + customerAnswerDays * dayMs)

/** Rate limit of reports and answers per client address. */
export const complaintRate = { max: 10, windowSeconds: 3_600 } as const
