import { addDays, berlinOffset } from '#src/platform/kit/dates.ts'
import { type OfferedTimes, ruleOf, usualTimes } from '../rules.ts'
import { type Calendar, freeDays, type TimeRule } from '../slots.ts'
import { dayOf } from '../workingHours.ts'
import { halfHours, indexedDays } from './days.ts'

/** Availability index of a company: 32 bits per day, the lowest one is 6:00. Ignores the notice, which runs out as time passes. */
export type AvailabilityIndex = { free: number[]; noticeHours: number }
type Work = { calendar: Calendar; services: readonly OfferedTimes[]; today: string; now: number }

/** Computes a company's availability index for `indexedDays` days from `today`, over all of its services. */
export function availabilityOf({ calendar, services, today, now }: Work): AvailabilityIndex {
  const free = Array.from({ length: indexedDays }, () => 0)
  const rules: TimeRule[] = services.length > 0 ? services.map(ruleOf) : [usualTimes]
  for (const rule of withoutSame(rules)) {
    const days = freeDays(calendar, { ...rule, noticeHours: 0 }, { now, firstDay: today, days: indexedDays, place: null })
    days.forEach(({ starts }, day) => {
      free[day] = starts.reduce((bits, start) => bits | bitOf(start), free[day] ?? 0)
    })
  }
  return { free, noticeHours: Math.min(...rules.map((one) => one.noticeHours)) }
}

/** Removes rules with the same free times. */
function withoutSame(rules: readonly TimeRule[]) {
  const keys = rules.map(
    ({ minutes, isSpread = false, bufferBeforeMinutes, bufferAfterMinutes, gridMinutes, horizonDays, people, resourceIds }) =>
      JSON.stringify([minutes, isSpread, bufferBeforeMinutes, bufferAfterMinutes, gridMinutes, horizonDays, people, resourceIds]),
  )
  return rules.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}

/** Bit of a start in the index; 0 at night. */
function bitOf(start: number) {
  const half = Math.floor((((start + berlinOffset(start)) / 60_000) % 1_440) / 30) - halfHours.before
  return half < 0 || half >= halfHours.perDay ? 0 : 1 << half
}

/** Requested times: the first day, a predicate for starts, and their maximum number. If no start fits, any start is returned. */
export type StartsQuery = {
  firstDay: string
  fits: (start: number) => boolean
  most: number
  /** Prefers one start per day, as far as there are enough days. */
  isSpread?: boolean
}
const daysAtOnce = 7

/** First free starts that match the request, exactly as the booking offers them (docs/spec.md#free-times). */
export function firstStarts(calendar: Calendar, rule: TimeRule, { firstDay, fits, most, isSpread, now }: StartsQuery & { now: number }) {
  const starts: number[] = []
  const counted = () => (isSpread ? firstOfDays(starts.filter(fits)) : starts.filter(fits)).length
  for (let at = 0; at < indexedDays && counted() < most; at += daysAtOnce) {
    const days = freeDays(calendar, rule, { now, firstDay: addDays(firstDay, at), days: daysAtOnce, place: null })
    for (const day of days) starts.push(...day.starts)
  }
  const fitting = starts.filter(fits)
  const offered = fitting.length > 0 ? fitting : starts
  return isSpread ? spread(offered, most) : offered.slice(0, most)
}

const firstOfDays = (starts: readonly number[]) => starts.filter((start, at) => at === 0 || dayOf(start) !== dayOf(starts[at - 1] ?? 0))

/** First start of each day; further starts fill up if there are fewer days. */
function spread(starts: readonly number[], most: number) {
  const first = firstOfDays(starts).slice(0, most)
  const others = starts.filter((start) => !first.includes(start)).slice(0, most - first.length)
  return [...first, ...others].sort((one, other) => one - other)
}
