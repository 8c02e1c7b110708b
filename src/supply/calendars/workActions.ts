import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { longWorkMinutes, minutesFor } from '#src/supply/services/durations.ts'
import { type BookingMode, serviceProblems } from '#src/supply/services/rules.ts'
import { spreadDays } from './parts.ts'
import { ruleOf, usualTimes } from './rules.ts'
import type { TimeRule } from './slots.ts'
import { findCalendar, findPlace, findServiceTimes } from './store.ts'

/**
 * Work for which a time is requested; `quantity`: hours of a service by the hour, or units. `minutes`, `isAgreed`: for a time that was sold
 * before; its length is fixed, notice and grid are not checked. `isSpread`: continuity of such a time, by default the service's.
 * `byCompany`: the company chooses the time, without notice. `anyHours`: ignores opening hours and busy times, for a booking outside the
 * hours.
 */
export type Work = {
  companyId: string
  serviceId?: string | undefined
  quantity?: number | undefined
  minutes?: number
  isSpread?: boolean | undefined
  isAgreed?: true
  byCompany?: boolean
  anyHours?: boolean
  location?: string | undefined
}

type Read = {
  firstDay: string
  days: number
  now: Date
  callerHash?: string | undefined
  exceptBookingId?: string | undefined
}

/**
 * Calendar with the times that are taken on some days, and on the further ones that spread work may reach. `place`: coordinates of the
 * work's location; null if it has none or it is unknown.
 */
export async function readDays(db: Database | Transaction, rule: TimeRule, { location, firstDay, days, ...read }: Work & Read) {
  const span = spanOf(firstDay, days + (rule.isSpread ? spreadDays : 0))
  const [calendar, place] = await Promise.all([findCalendar(db, { ...read, ...span }), location ? findPlace(db, location) : null])
  return { calendar, place }
}

/** Duration of the work, with its service's buffers, notice and people. Throws serviceProblems.unknown. */
export async function readTimes(
  db: Database | Transaction,
  { companyId, serviceId, quantity, minutes: known, isSpread, isAgreed, byCompany }: Work,
): Promise<{ rule: TimeRule; bookingMode: BookingMode }> {
  const isSold = known !== undefined || isAgreed === true
  const times = await findServiceTimes(db, { companyId, serviceId, isSold })
  if (!times && serviceId !== undefined && !isSold) throw serviceProblems.unknown()
  const notice = byCompany ? { noticeHours: 0 } : {}
  if (!times) {
    const { bookingMode, ...usual } = usualTimes
    const minutes = known ?? usual.minutes
    return { rule: { ...usual, ...notice, minutes, isSpread: isSpread ?? minutes > longWorkMinutes }, bookingMode }
  }
  const { priceKind, minutesPerUnit, ...offered } = times
  const minutes = known ?? minutesFor({ priceKind, minutesPerUnit: minutesPerUnit ?? null, minutes: offered.minutes }, quantity)
  const rule = ruleOf({ ...offered, minutes })
  return { rule: { ...rule, ...notice, isSpread: isSpread ?? rule.isSpread === true }, bookingMode: offered.bookingMode }
}

/** Time span to read for these days, two days wider on both sides, because earlier and later jobs may reach in. */
export const spanOf = (firstDay: string, days: number) => ({
  from: berlinInstant(addDays(firstDay, -2), '00:00'),
  to: berlinInstant(addDays(firstDay, days + 2), '00:00'),
})
