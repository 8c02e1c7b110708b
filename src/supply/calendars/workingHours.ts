import { addDays, berlinDay, berlinMoment } from '#src/platform/kit/dates.ts'
import { type FederalState, holidaysOf } from '#src/platform/kit/holidays.ts'

/** Span in milliseconds since 1970; the end is excluded. */
export type Span = { from: number; to: number }
/** Span in minutes of a Berlin wall clock, 0 to 1440; the end is excluded. */
export type Minutes = { from: number; to: number }

/** Working hours of a company. Entries without a resource apply to the whole company. Weekdays from 1 (Monday). */
export type WorkingHours = {
  federalState: FederalState | null
  hours: readonly { resourceId: string | null; weekday: number; minutes: Minutes }[]
  days: readonly { resourceId: string | null; day: string; minutes: readonly Minutes[] }[]
  /** First and last day are both closed. */
  closures: readonly { resourceId: string | null; firstDay: string; lastDay: string }[]
}

export type ClosedBy = 'hours' | 'holiday' | 'closure'
type OpenDay = { minutes: readonly Minutes[]; closedBy: ClosedBy | undefined }

/**
 * Hours of a resource on a day, by the first that applies: exception of the day, closure, public holiday, the resource's weekly hours, the
 * company's.
 */
export function openDay(openings: WorkingHours, resourceId: string, day: string): OpenDay {
  const counts = (one: { resourceId: string | null }) => one.resourceId === null || one.resourceId === resourceId
  const different = openings.days.filter((one) => one.day === day && counts(one))
  const special = different.find((one) => one.resourceId !== null) ?? different[0]
  if (special) return { minutes: special.minutes, closedBy: special.minutes.length === 0 ? 'closure' : undefined }
  if (openings.closures.some((one) => counts(one) && one.firstDay <= day && day <= one.lastDay)) return { minutes: [], closedBy: 'closure' }
  if (isHoliday(openings.federalState, day)) return { minutes: [], closedBy: 'holiday' }
  const own = openings.hours.filter((one) => one.resourceId === resourceId)
  const weekly = own.length > 0 ? own : openings.hours.filter((one) => one.resourceId === null)
  const minutes = weekly.filter(({ weekday }) => weekday === weekdayOf(day)).map((one) => one.minutes)
  return { minutes, closedBy: minutes.length === 0 ? 'hours' : undefined }
}

/** Working times of a resource from the first day on; a span that ends at midnight is merged with one that begins there. */
export function openSpans(openings: WorkingHours, resourceId: string, { firstDay, days }: { firstDay: string; days: number }) {
  const spans: Span[] = []
  for (let offset = 0; offset < days; offset += 1) {
    const day = addDays(firstDay, offset)
    const midnight = Date.parse(day)
    for (const { from, to } of openDay(openings, resourceId, day).minutes.toSorted((one, other) => one.from - other.from)) {
      const span = { from: berlinMoment(midnight, from), to: berlinMoment(midnight, to) }
      const last = spans.at(-1)
      if (last && last.to >= span.from) last.to = Math.max(last.to, span.to)
      else if (span.to > span.from) spans.push(span)
    }
  }
  return spans
}

/** Weekday of a day: Monday is 1, Sunday 7. */
export const weekdayOf = (day: string) => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

const known = new Map<string, ReadonlySet<string>>()

function isHoliday(state: FederalState | null, day: string) {
  if (state === null) return false
  const key = `${state}${day.slice(0, 4)}`
  const days = known.get(key) ?? new Set(holidaysOf(state, Number(day.slice(0, 4))).map((holiday) => holiday.day))
  known.set(key, days)
  return days.has(day)
}

/** Berlin day of a time in milliseconds. */
export const dayOf = (at: number) => berlinDay(new Date(at))
