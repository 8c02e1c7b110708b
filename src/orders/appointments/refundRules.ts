import { freeCancellationHours } from '#src/orders/bookings/customerCancelRules.ts'
import { type CustomerKind, contractDayOf, isExemptTitle, withdrawalDeadline } from '#src/orders/bookings/withdrawalRules.ts'
import { berlinDay, dateFormat, formatClock, formatDate } from '#src/platform/kit/dates.ts'
import { type Cents, shareOf } from '#src/platform/kit/money.ts'
import type { Policy } from '#src/platform/kit/settingOptions.ts'

const whole = 10_000

/**
 * Refund for a cancellation up to `hours` before the start, in basis points, earliest tier first (docs/spec.md#cancellation-tiers); null:
 * as the company agrees. No tier with a number refunds less than half.
 */
const tiers: Record<Policy, readonly { hours: number; backBasisPoints: number | null }[]> = {
  kulant: [
    { hours: freeCancellationHours, backBasisPoints: whole },
    { hours: 0, backBasisPoints: null },
  ],
  ueblich: [
    { hours: 24, backBasisPoints: whole },
    { hours: 0, backBasisPoints: 5_000 },
  ],
  fest: [
    { hours: 48, backBasisPoints: whole },
    { hours: 24, backBasisPoints: 7_000 },
    { hours: 0, backBasisPoints: 5_000 },
  ],
}

/** Refund to a customer who was absent, in basis points; null: as the company agrees. */
const missedBasisPoints: Record<Policy, number | null> = { kulant: null, ueblich: 2_000, fest: 2_000 }

/** § 309 Nr. 5 b BGB: required wherever a part is retained. */
export const retentionNote = 'Ihnen bleibt der Nachweis, dass kein oder ein geringerer Schaden entstanden ist.'

/** Terms of cancellation. `withdrawalUntil`: last day of the right of withdrawal, null without one. */
export type Terms = { policy: Policy; startsAt: Date; withdrawalUntil: string | null }

/** Last day on which the consumer may withdraw from the contract; null without a right of withdrawal. */
export function withdrawalUntilOf(booking: { customerKind: CustomerKind; serviceTitle: string; paidAt: Date | null }) {
  if (booking.customerKind !== 'consumer' || booking.paidAt === null || isExemptTitle(booking.serviceTitle)) return null
  return withdrawalDeadline(contractDayOf(booking.paidAt))
}

/** Refund in cents. `because`: in full in time ('free'), in full by the right of withdrawal, or in part by the policy. */
export type Refund = { refundCents: Cents; retainedCents: Cents; because: 'free' | 'withdrawal' | 'policy' }

/**
 * Refund if the customer cancels at a moment, as a part of `leftCents`, the rest of the payment: the higher one of policy and law.
 * Undefined if it is not decided in advance: the company has to agree, or the appointment has begun.
 */
export function refundAt({ policy, startsAt, withdrawalUntil }: Terms, leftCents: Cents, at: Date): Refund | undefined {
  if (at >= startsAt) return undefined
  const { backBasisPoints } = tierAt(policy, startsAt, at) ?? { backBasisPoints: null }
  if (backBasisPoints === whole) return { refundCents: leftCents, retainedCents: 0, because: 'free' }
  if (withdrawalUntil !== null && berlinDay(at) <= withdrawalUntil)
    return { refundCents: leftCents, retainedCents: 0, because: 'withdrawal' }
  if (backBasisPoints === null) return undefined
  return { ...splitOf(leftCents, backBasisPoints), because: 'policy' }
}

/** Refund to a customer who was absent; undefined if the policy leaves it to the company. */
export function refundOfMissed(policy: Policy, leftCents: Cents) {
  const backBasisPoints = missedBasisPoints[policy]
  return backBasisPoints === null ? undefined : splitOf(leftCents, backBasisPoints)
}

/** Refunds of a policy as rows of a text: moment of the cancellation, and what the customer gets back. */
export const policyRows = (policy: Policy): (readonly [when: string, back: string])[] => [
  ...tiers[policy].map(
    ({ hours, backBasisPoints }) => [hours > 0 ? `bis ${hours} Stunden vorher` : 'danach bis zum Beginn', backOf(backBasisPoints)] as const,
  ),
  ['Sie sind nicht da', backOf(missedBasisPoints[policy])],
]
const backOf = (basisPoints: number | null) => (basisPoints === whole ? 'alles zurück' : sayOf(basisPoints))

function splitOf(leftCents: Cents, backBasisPoints: number) {
  const refundCents = shareOf(leftCents, backBasisPoints)
  return { refundCents, retainedCents: leftCents - refundCents }
}

const endOf = (startsAt: Date, hours: number) => new Date(startsAt.getTime() - hours * 3_600_000)
const tierAt = (policy: Policy, startsAt: Date, at: Date) => tiers[policy].find(({ hours }) => at <= endOf(startsAt, hours))

/** Last moment at which the policy refunds in full. */
export const freeUntilOf = ({ policy, startsAt }: Pick<Terms, 'policy' | 'startsAt'>) => endOf(startsAt, tiers[policy][0]?.hours ?? 0)

/** Line of the refunds from a moment on: 'Bis Do, 14:00 Uhr kostenlos · danach 50 % zurück · Widerruf bis 06.12.'. */
export function cancellationTimeline({ policy, startsAt, withdrawalUntil }: Terms, at: Date) {
  const steps = tiers[policy].filter(({ hours }) => at <= endOf(startsAt, hours))
  const words = steps.map(({ hours, backBasisPoints }, index) => {
    const says = sayOf(backBasisPoints)
    if (hours > 0) return `bis ${shortMoment(endOf(startsAt, hours), at)} ${says}`
    return index === 0 ? `Jetzt ${says}` : `danach ${says}`
  })
  const isOpen = withdrawalUntil !== null && berlinDay(at) <= withdrawalUntil
  const line = [...words, ...(isOpen ? [`Widerruf bis ${formatDate(withdrawalUntil).slice(0, 6)}`] : [])].join(' · ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

function sayOf(backBasisPoints: number | null) {
  if (backBasisPoints === null) return 'nach Absprache mit dem Anbieter'
  return backBasisPoints === whole ? 'kostenlos' : `${backBasisPoints / 100}\u00a0% zurück`
}

const weekday = dateFormat('de-DE', { timeZone: 'Europe/Berlin', weekday: 'short' })

/** 'Do, 14:00 Uhr' if less than six days ahead, else 'Do, 03.12., 14:00 Uhr'. */
function shortMoment(moment: Date, at: Date) {
  const isNear = moment.getTime() - at.getTime() < 6 * 86_400_000
  const day = isNear ? [] : [formatDate(berlinDay(moment)).slice(0, 6)]
  return [weekday(moment), ...day, formatClock(moment)].join(', ')
}
