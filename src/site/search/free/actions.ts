import { berlinDay } from '#src/platform/kit/dates.ts'
import { fitsPart } from '#src/supply/calendars/dayParts.ts'
import type { StartsWanted } from '#src/supply/calendars/hints/actions.ts'
import { anyTime, meantOn, type When } from './rules.ts'

/** So many free times stand on a card. */
const mostStarts = 3

/** The free times that a card shows: from the wanted day on and at the wanted part of it. Without a wanted day they are of different days. Without any at that part those that follow. */
export function startsOnCards(time: When | null, now: Date): StartsWanted {
  const { day, part } = time ?? anyTime
  const today = berlinDay(now)
  return { now, firstDay: meantOn(day, today) ?? today, most: mostStarts, isSpread: day === null, fits: (start) => fitsPart(part, start) }
}
