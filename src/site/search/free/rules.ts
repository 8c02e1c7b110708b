import { addDays, berlinDay, berlinOffset, isCalendarDay } from '#src/platform/kit/dates.ts'
import { halfHours, indexedDays } from '#src/supply/calendars/availability/days.ts'
import { type DayPart, partMinutes } from '#src/supply/calendars/dayParts.ts'

/** Requested time of an appointment. */
export type When = {
  /** 'heute', 'morgen' or a day; null: any. */
  day: string | null
  part: DayPart | null
}
export const anyTime: When = { day: null, part: null }
export const isAnyTime = ({ day, part }: When) => day === null && part === null

/** Parses the day of an address; undefined for anything else. */
export const parseDay = (text: string) => (text === 'heute' || text === 'morgen' || isCalendarDay(text) ? text : undefined)

/** Last day that can be requested: the availability index reaches so far, and its last day is added after midnight. */
export const lastRequestableDay = (today: string) => addDays(today, indexedDays - 2)

/**
 * Requested time as of a moment: the days from `first` to `last` days after today, and the index's half hours that count on each of them.
 */
export type RequestedTime = { today: string; first: number; last: number; mask: number; earliest: readonly number[] }

/** Undefined for any time, and for a day that is over or beyond the availability index. */
export function requestedTime({ day, part }: When, now: Date): RequestedTime | undefined {
  if (day === null && part === null) return undefined
  const today = berlinDay(now)
  const on = meantOn(day, today)
  if (on !== null && (on < today || on > lastRequestableDay(today))) return undefined
  const first = on === null ? 0 : daysBetween(today, on)
  return { ...whenever(now), first, last: on === null ? indexedDays - 1 : first, mask: maskOf(part) }
}

/** Any time from now on. */
export const whenever = (now: Date): RequestedTime => ({
  today: berlinDay(now),
  first: 0,
  last: indexedDays - 1,
  mask: maskOf(null),
  earliest: earliestOf(now),
})

/** Returns the requested Berlin day; null: any. */
export function meantOn(day: string | null, today: string) {
  if (day === 'heute') return today
  return day === 'morgen' ? addDays(today, 1) : day
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

function maskOf(part: DayPart | null) {
  const [from, to] = part === null ? [0, 1_440] : partMinutes[part]
  const halves = Array.from({ length: halfHours.perDay }, (_, half) => half)
  return halves.reduce((mask, half) => (isWithin(half, from, to) ? mask + 2 ** half : mask), 0)
}

const isWithin = (half: number, from: number, to: number) => {
  const minute = (half + halfHours.before) * 30
  return from <= minute && minute < to
}

/** For each notice in hours the first half hour that can still be booked, counted from today's midnight, 48 for each day. */
function earliestOf(now: Date): readonly number[] {
  const halves = now.getTime() / 1_800_000
  // Every half hour is recomputed: the day or the offset of the time zone may change with it.
  const during = Math.floor(halves) + Math.ceil(halves)
  if (during === lastEarliest.during) return lastEarliest.of
  const midnight = Date.parse(berlinDay(now))
  const of = Array.from({ length: mostNoticeHours + 1 }, (_, hours) => {
    const at = now.getTime() + hours * 3_600_000
    return Math.ceil((at + berlinOffset(at) - midnight) / 1_800_000)
  })
  lastEarliest = { during, of }
  return of
}
/** The result is the same for half an hour, and every search for a time needs it. */
let lastEarliest: { during: number; of: readonly number[] } = { during: -1, of: [] }

/**
 * For each notice the requested day's half hours that can still be booked; the lowest bits are the earliest. It ends with the last notice
 * that leaves any.
 */
export function masksOfDay({ first, mask, earliest }: RequestedTime) {
  const masks = earliest.map((start) => {
    const past = 2 ** Math.min(Math.max(start - first * 48 - halfHours.before, 0), halfHours.perDay)
    return Math.floor(mask / past) * past
  })
  return masks.slice(0, masks.findLastIndex((one) => one > 0) + 1)
}

/** Equal to `timeLimits.noticeHours` (a test): those limits come with schemas, which this page does not load. */
const mostNoticeHours = 720
