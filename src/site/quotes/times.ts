import { type DayPart, isAtPart } from '#src/supply/calendars/dayParts.ts'
import type { Urgency } from './rules.ts'

type Free = { day: string; times: readonly string[] }
type RequestedTimes = { urgency: Urgency; wishedDays: readonly string[]; wishedParts: readonly DayPart[] }

/** Number of proposed times, in total and per day. */
const most = { all: 6, ofDay: 2 }

/** Selects a few free times: of the requested days and times of day if there are any, else the next ones. */
export function chooseTimes(days: readonly Free[], { urgency, wishedDays, wishedParts }: RequestedTimes) {
  const onDays = urgency === 'days' ? days.filter(({ day }) => wishedDays.includes(day)) : days
  const inParts = onDays.map(({ day, times }) => ({
    day,
    times: times.filter((time) => wishedParts.length === 0 || wishedParts.some((part) => isAtPart(part, time))),
  }))
  const found = [inParts, onDays, days].find((some) => some.some(({ times }) => times.length > 0)) ?? []
  return found.flatMap(({ day, times }) => spread(times).map((time) => ({ date: day, time }))).slice(0, most.all)
}

/** Selects the first time of a day, and the middle one. */
function spread(times: readonly string[]) {
  const middle = Math.floor(times.length / 2)
  return [...new Set([times[0], times[middle]])].flatMap((time) => time ?? []).slice(0, most.ofDay)
}
