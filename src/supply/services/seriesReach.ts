import { timeLimits } from './rules.ts'

/** Limits of a series that a service's own limits have to leave room for (docs/spec.md#series). */
export const seriesReach = {
  dates: { min: 2, max: 26 },
  /** Hours between the request and the first date, at least. */
  aheadHours: 120,
} as const

/** At most so many dates of the slowest rhythm: the company gets a hint. */
const fewDates = 3

/** Hint beside the days that a service is booked ahead: number of dates left for a series; undefined if there are enough. */
export function fewDatesText(horizonDays: number) {
  const count = slowDates(horizonDays)
  if (!(count <= fewDates)) return undefined
  const { max } = timeLimits.horizonDays
  return count < seriesReach.dates.min
    ? `Eine Serie alle 4 Wochen ist so nicht möglich, mit ${max} Tagen hat sie bis zu ${slowDates(max)} Termine.`
    : `Eine Serie alle 4 Wochen hat so höchstens ${count} Termine, mit ${max} Tagen ${slowDates(max)}.`
}

/** Most dates, four weeks apart, from the nearest possible first one to the last bookable day. */
const slowDates = (horizonDays: number) => Math.max(0, Math.floor((horizonDays - seriesReach.aheadHours / 24) / 28) + 1)
