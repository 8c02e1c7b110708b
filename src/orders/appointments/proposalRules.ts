import { z } from 'zod'
import { bookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { withdrawalFields } from '#src/orders/bookings/order/fields.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { longestOf } from '#src/supply/calendars/parts.ts'
import { holdRequest, slotQuestion } from '#src/supply/calendars/rules.ts'
import type { Take } from '#src/supply/calendars/slots.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'
import { customerAppointment } from './actRules.ts'
import type { AppointmentStatus, Side } from './states.ts'

/** Side that answers a proposal by `side` (docs/spec.md#moving-by-proposal). */
export const otherSide = (side: Side): Side => (side === 'customer' ? 'company' : 'customer')

/** Time to answer a proposal, and its minimum lead before the start, at which it ends at the latest. */
const timeoutMs = 48 * 3_600_000
const leadMs = 2 * 3_600_000

/** Deadline of a proposal: 48 hours from now, at the latest two hours before its start. */
export const proposalEnd = (startsAt: Date, now: Date) => new Date(Math.min(now.getTime() + timeoutMs, startsAt.getTime() - leadMs))

/** Span as stored, as text: the moments of all other columns are written in the same way. */
const moment = z.iso.datetime().transform((text) => Date.parse(text))
const span = z.object({ from: moment, to: moment })
const storedSpan = ({ from, to }: Span) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
/** Resources and seats that a proposed time takes, as stored. Work in several parts stores the times of each part. */
export const heldSeats = z.array(z.object({ resourceId: z.string(), seat: z.number(), core: span.optional(), during: span.optional() }))

/** Times that a proposal takes, as they are stored: without the spans if they are the proposal's own. */
export const seatsOf = (takes: readonly Take[], parts: readonly Span[]) =>
  takes.map(({ resourceId, seat, core, during }) => ({
    ...{ resourceId, seat },
    ...(parts.length > 1 ? { core: storedSpan(core), during: storedSpan(during) } : {}),
  }))

/** Time from the first to the last moment that these parts take, with their buffers. */
export const takenSpan = (takes: readonly Take[]): Span => ({
  from: Math.min(...takes.map(({ during }) => during.from)),
  to: Math.max(...takes.map(({ during }) => during.to)),
})

type Stored = { startsAt: Date; endsAt: Date; takenFrom: Date; takenTo: Date; seats: z.infer<typeof heldSeats> }

/** Times that a stored proposal takes, and its working times. */
export function takesOf({ startsAt, endsAt, takenFrom, takenTo, seats }: Stored) {
  const core = { from: startsAt.getTime(), to: endsAt.getTime() }
  const during = { from: takenFrom.getTime(), to: takenTo.getTime() }
  const takes = seats.map((one) => ({ ...one, core: one.core ?? core, during: one.during ?? during }))
  return { takes, parts: longestOf(takes) }
}

type Timed = { status: AppointmentStatus; startsAt: Date; endsAt: Date }

/** True if a company may propose another time now. */
export const mayPropose = ({ status, endsAt }: Timed, now: Date) => status === 'agreed' && now < endsAt

type Open = { until: Date }

/** True if a proposal still waits for its answer: until its own deadline, and while its appointment is not over. */
export const isWaiting = ({ until }: Open, { status, endsAt }: Timed, now: Date) => status === 'agreed' && now < until && now < endsAt

export const moveAnswers = ['accept', 'decline', 'withdraw'] as const
export type MoveAnswer = (typeof moveAnswers)[number]
export const customerMoveAnswer = z.object({
  key: bookingKey,
  proposalId: z.uuid(),
  answer: z.enum(moveAnswers),
  earlyStartConsent: withdrawalFields.earlyStartConsent,
})
export const companyMoveAnswer = customerAppointment.extend({ proposalId: z.uuid(), answer: z.enum(moveAnswers) })
export const companyMove = customerAppointment.extend(holdRequest.pick({ date: true, time: true }).shape)
export const companyMoveQuestion = customerAppointment.extend(slotQuestion.pick({ from: true, days: true }).shape)

export type FoundProposal = Open & { id: string; proposedBy: Side; startsAt: Date }

/** View of a proposal for both sides; null if there is none to answer. */
export const showProposal = (proposal: FoundProposal | undefined, appointment: Timed, now: Date) =>
  proposal && isWaiting(proposal, appointment, now)
    ? {
        id: proposal.id,
        proposedBy: proposal.proposedBy,
        date: berlinDay(proposal.startsAt),
        time: clockTime(proposal.startsAt.getTime()),
        until: proposal.until,
      }
    : null
