import { z } from 'zod'
import { bookingKey, type HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { withdrawalFields } from '#src/orders/bookings/order/fields.ts'
import { payableAfterDays } from '#src/orders/bookings/rules.ts'
import { type CustomerKind, earlyStartOffered, isEarlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { Problem } from '#src/platform/kit/problems.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { holdRequest, slotQuestion } from '#src/supply/calendars/rules.ts'
import { freeUntilOf, type Terms, withdrawalUntilOf } from './refundRules.ts'
import type { AppointmentStatus } from './states.ts'

/** Moves that a customer may make of one appointment. */
export const movesAllowed = 3

type Movable = Pick<Terms, 'policy' | 'startsAt'> & { status: AppointmentStatus; moves: number }

/** Moves that the customer has left; 0 once cancelling is no longer free. */
export const movesLeftAt = ({ status, moves, ...terms }: Movable, now: Date) =>
  status === 'agreed' && now <= freeUntilOf(terms) ? Math.max(0, movesAllowed - moves) : 0

/** Kind of move that the customer has now: at once ('free'), only by a proposal, or none. */
export function customerMoveAt(appointment: Movable, now: Date) {
  if (appointment.status !== 'agreed' || now >= appointment.startsAt) return undefined
  if (now > freeUntilOf(appointment)) return 'proposal'
  return appointment.moves < movesAllowed ? 'free' : undefined
}

type Bought = {
  customerKind: CustomerKind
  serviceTitle: string
  earlyStartVersion: string | null
  paidAt: Date | null
  bookingDate: string
}

/**
 * Last day that a consumer can choose only with consent to an early start (§ 356 Abs. 4 BGB); null: any day. A customer who consented for a
 * day within the period need not consent again; one who moves into the period must.
 */
export function consentUntil(booking: Bought) {
  const last = withdrawalUntilOf(booking)
  const isGiven = booking.earlyStartVersion !== null && last !== null && booking.bookingDate <= last
  return isGiven ? null : last
}

export type Consent = { version: string } | undefined

/** Version of the consent that a day requires; null if none. Throws withinPeriod. */
export function consentFor(booking: Bought, day: string, consent: Consent) {
  const until = consentUntil(booking)
  if (until === null || day > until) return null
  if (!consent || !isEarlyStartVersion(consent.version)) throw withinPeriod(addDays(until, 1))
  return consent.version
}

const withinPeriod = (firstDay: string) => new Problem('appointments.withinPeriod', 409, earlyStartOffered(firstDay))

/** Reasons for which a share is paid out later: a new company, and a payment that the payer's bank may return. */
export type Wait = { holdDays: number; returnableUntil: Date | null }

/** Moment from which the share of an appointment is due: a day after its end plus `holdDays`, at the same time of day in Berlin. */
export const payableAfter = (endsAt: Date, { holdDays, returnableUntil }: Wait) =>
  laterOf(berlinInstant(addDays(berlinDay(endsAt), payableAfterDays + holdDays), clockTime(endsAt.getTime())), returnableUntil)

export const laterOf = (one: Date, other: Date | null) => (other !== null && other > one ? other : one)

export const moveQuestion = z.object({ key: bookingKey, ...slotQuestion.pick({ from: true, days: true }).shape })
export const moveRequest = z.object({
  key: bookingKey,
  ...holdRequest.pick({ date: true, time: true }).shape,
  earlyStartConsent: withdrawalFields.earlyStartConsent,
})
export type MoveRequest = Omit<z.infer<typeof moveRequest>, 'key'> & { key: HeldKey }
export const moveRate = { max: 30, windowSeconds: 3_600 } as const
