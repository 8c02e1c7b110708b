import { z } from 'zod'
import { calendarLimits } from '#src/calendars/rules.ts'
import { clockTime } from '#src/calendars/words.ts'
import { addDays, berlinDay, berlinInstant, formatDate } from '#src/kit/dates.ts'
import { Problem } from '#src/kit/problems.ts'
import { bookingKey } from '../links/keyRules.ts'
import { payableAfterDays } from '../rules.ts'
import { type CustomerKind, contractDayOf, isExemptTitle, withdrawalDeadline } from '../withdrawalRules.ts'
import { freeUntilOf, type Terms } from './refundRules.ts'
import type { AppointmentStatus } from './states.ts'

/** How often a customer may move an appointment. */
export const movesAllowed = 3

type Movable = Pick<Terms, 'policy' | 'startsAt'> & { status: AppointmentStatus; moves: number }

/** How often the customer may still move it at this moment: in the time in which cancelling is free. */
export const movesLeftAt = ({ status, moves, ...terms }: Movable, now: Date) =>
  status === 'agreed' && now <= freeUntilOf(terms) ? Math.max(0, movesAllowed - moves) : 0

type Bought = { customerKind: CustomerKind; serviceTitle: string; earlyStartVersion: string | null; paidAt: Date | null }

/** The first day to which a consumer may move who did not ask for an early start (§ 356 Abs. 4 BGB); undefined: any. */
export function firstMovableDay({ customerKind, serviceTitle, earlyStartVersion, paidAt }: Bought) {
  const isAny = customerKind !== 'consumer' || isExemptTitle(serviceTitle) || earlyStartVersion !== null || paidAt === null
  return isAny ? undefined : addDays(withdrawalDeadline(contractDayOf(paidAt)), 1)
}

export const tooEarly = (firstDay: string) =>
  new Problem(
    'appointments.withinPeriod',
    409,
    `Sie haben keinen Beginn vor Ablauf der Widerrufsfrist verlangt. Bitte wählen Sie einen Termin ab dem ${formatDate(firstDay)}.`,
  )

/** When the share of an appointment is due by schedule: a day after its end, at the same time of the clock. */
export const payableAfter = (endsAt: Date) => berlinInstant(addDays(berlinDay(endsAt), payableAfterDays), clockTime(endsAt.getTime()))

export const moveQuestion = z.object({
  key: bookingKey,
  from: z.iso.date().optional(),
  days: z.int().min(1).max(calendarLimits.daysAsked).default(14),
})
export const moveRequest = z.object({ key: bookingKey, date: z.iso.date(), time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) })
export type MoveRequest = z.infer<typeof moveRequest>
export const moveRate = { max: 30, windowSeconds: 3_600 } as const
