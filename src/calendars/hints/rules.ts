import { addDays, berlinOffset } from '#src/kit/dates.ts'
import { dayOf } from '../openings.ts'
import { type OfferedTimes, ruleOf, usualTimes } from '../rules.ts'
import { type Calendar, freeDays, type TimeRule } from '../slots.ts'
import { halfHours, hintDays } from './days.ts'

/** When a company is free, roughly: 32 bits for each day, the lowest one is 6:00. It says nothing of notice, which passes by itself. */
export type Hint = { free: number[]; noticeHours: number }
type Work = { calendar: Calendar; services: readonly OfferedTimes[]; today: string; now: number }

export function hintOf({ calendar, services, today, now }: Work): Hint {
  const free = Array.from({ length: hintDays }, () => 0)
  const rules: TimeRule[] = services.length > 0 ? services.map(ruleOf) : [usualTimes]
  for (const rule of withoutSame(rules)) {
    const days = freeDays(calendar, { ...rule, noticeHours: 0 }, { now, firstDay: today, days: hintDays, place: null })
    days.forEach(({ starts }, day) => {
      free[day] = starts.reduce((bits, start) => bits | bitOf(start), free[day] ?? 0)
    })
  }
  return { free, noticeHours: Math.min(...rules.map((one) => one.noticeHours)) }
}

/** Services that take their time in the same way are one. */
function withoutSame(rules: readonly TimeRule[]) {
  const keys = rules.map(({ minutes, bufferBeforeMinutes, bufferAfterMinutes, gridMinutes, horizonDays, people, resourceIds }) =>
    JSON.stringify([minutes, bufferBeforeMinutes, bufferAfterMinutes, gridMinutes, horizonDays, people, resourceIds]),
  )
  return rules.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}

/** None for a start at night. */
function bitOf(start: number) {
  const half = Math.floor((((start + berlinOffset(start)) / 60_000) % 1_440) / 30) - halfHours.before
  return half < 0 || half >= halfHours.perDay ? 0 : 1 << half
}

/** From which day on times are wanted, how many, and which of a day; whoever has none of those has any. */
export type TimesWanted = {
  firstDay: string
  fits: (start: number) => boolean
  most: number
  /** One of each day, as far as there are so many days. */
  isSpread?: boolean
}
const daysAtOnce = 7

/** The first free starts that are wanted, as customers may take them: exactly what the booking offers (docs/spec.md#free-times). */
export function firstStarts(calendar: Calendar, rule: TimeRule, { firstDay, fits, most, isSpread, now }: TimesWanted & { now: number }) {
  const starts: number[] = []
  const counted = () => (isSpread ? firstOfDays(starts.filter(fits)) : starts.filter(fits)).length
  for (let at = 0; at < hintDays && counted() < most; at += daysAtOnce) {
    const days = freeDays(calendar, rule, { now, firstDay: addDays(firstDay, at), days: daysAtOnce, place: null })
    for (const day of days) starts.push(...day.starts)
  }
  const fitting = starts.filter(fits)
  const offered = fitting.length > 0 ? fitting : starts
  return isSpread ? spread(offered, most) : offered.slice(0, most)
}

const firstOfDays = (starts: readonly number[]) => starts.filter((start, at) => at === 0 || dayOf(start) !== dayOf(starts[at - 1] ?? 0))

/** The first start of each day, and where there are fewer days the next ones. */
function spread(starts: readonly number[], most: number) {
  const first = firstOfDays(starts).slice(0, most)
  const others = starts.filter((start) => !first.includes(start)).slice(0, most - first.length)
  return [...first, ...others].sort((one, other) => one - other)
}
