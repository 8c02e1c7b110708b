import { type BookingStatus, isStanding } from '#src/money/payments/bookingStates.ts'
import { appointmentProblems, objectionEnd } from '#src/orders/appointments/actRules.ts'
import { consentUntil, customerMoveAt, movesLeftAt } from '#src/orders/appointments/moveRules.ts'
import { type FoundProposal, showProposal } from '#src/orders/appointments/proposalRules.ts'
import { cancellationTimeline, freeUntilOf, refundAt, withdrawalUntilOf } from '#src/orders/appointments/refundRules.ts'
import type { AppointmentStatus } from '#src/orders/appointments/states.ts'
import { cancelProblems } from '#src/orders/bookings/cancelRules.ts'
import { customerCancelProblems, freeCancellationEnd } from '#src/orders/bookings/customerCancelRules.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Policy } from '#src/platform/kit/settingOptions.ts'
import { wireSpans } from '#src/supply/calendars/termTexts.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'

type Left = { amountCents: Cents; refundedCents: Cents; pendingCents: Cents }
type Standing = Left & { bookingStatus: BookingStatus }
type Cancellable = Standing & Parameters<typeof consentUntil>[0] & { bookingTime: string; isDisputed: boolean }
type Appointment = {
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  parts: readonly Span[] | null
  deadlineAt: Date | null
  policy: Policy
  moves: number
  sequence: number
  proposal: FoundProposal | undefined
}

/** Amount of a booking in cents minus completed and pending refunds. */
export const leftOf = ({ amountCents, refundedCents, pendingCents }: Left) => amountCents - refundedCents - pendingCents

/** True if the appointment takes place: the booking is confirmed and not refunded in full. */
export const takesPlace = (booking: Standing) => isStanding(booking.bookingStatus) && leftOf(booking) > 0

/** Deadline, refund and refusal of a cancellation. For display only: the cancellation checks again. */
export function cancellingOf(booking: Cancellable, appointment: Appointment | undefined, now: Date) {
  const never = whyNever(booking)
  if (!appointment) {
    const freeUntil = freeCancellationEnd(booking)
    const refusal = never ?? (now > freeUntil ? customerCancelProblems.tooLate() : undefined)
    return { appointment: null, freeUntil, cancelRefusal: refusal?.message ?? null }
  }
  const { status, startsAt, endsAt } = appointment
  const isAhead = status === 'agreed' && now < startsAt
  const terms = { ...appointment, withdrawalUntil: withdrawalUntilOf(booking) }
  const refund = isAhead && !never ? refundAt(terms, leftOf(booking), now) : undefined
  const refusal = refund ? undefined : (never ?? (isAhead ? customerCancelProblems.tooLate() : appointmentProblems.over()))
  const shown = {
    status,
    endsAt,
    parts: wireSpans(appointment.parts),
    timeline: isAhead ? cancellationTimeline(terms, now) : '',
    refundCents: refund?.refundCents ?? null,
    retainedCents: refund?.retainedCents ?? null,
    movesLeft: never ? 0 : movesLeftAt(appointment, now),
    mayPropose: !never && customerMoveAt(appointment, now) === 'proposal',
    proposal: showProposal(appointment.proposal, appointment, now),
    consentUntil: consentUntil(booking),
    sequence: appointment.sequence,
    objectUntil: objectionEnd(appointment, now),
  }
  return { appointment: shown, freeUntil: freeUntilOf(terms), cancelRefusal: refusal?.message ?? null }
}

/** Reason why the customer can never cancel the booking, regardless of the time. */
function whyNever(booking: Cancellable) {
  if (!takesPlace(booking)) return cancelProblems.alreadyCancelled()
  return booking.isDisputed ? cancelProblems.disputed() : undefined
}
