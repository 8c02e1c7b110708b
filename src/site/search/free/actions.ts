import { berlinDay } from '#src/platform/kit/dates.ts'
import type { DatedStartsQuery } from '#src/supply/calendars/availability/actions.ts'
import { fitsPart } from '#src/supply/calendars/dayParts.ts'
import { anyTime, meantOn, type When } from './rules.ts'

/** Number of free times on a card. */
const mostStarts = 3

/**
 * Query for the free times of a card: from the requested day on and at the requested part of it. Without a requested day they are of
 * different days. If there are none at that part, the next ones.
 */
export function startsOnCards(time: When | null, now: Date): DatedStartsQuery {
  const { day, part } = time ?? anyTime
  const today = berlinDay(now)
  return { now, firstDay: meantOn(day, today) ?? today, most: mostStarts, isSpread: day === null, fits: (start) => fitsPart(part, start) }
}
