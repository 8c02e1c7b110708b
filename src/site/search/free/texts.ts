import { dayShort } from '#src/orders/ordering/times/texts.ts'
import { addDays } from '#src/platform/kit/dates.ts'
import { plural } from '#src/platform/kit/text.ts'
import { dayPartLabels } from '#src/supply/calendars/dayParts.ts'
import { onRequestUpTo } from '../query/rules.ts'
import type { When } from './rules.ts'

/** 'Heute', 'Morgen' or 'Do 26.11.' */
export function dayWord(day: string) {
  if (day === 'heute') return 'Heute'
  if (day === 'morgen') return 'Morgen'
  return `${dayShort(day).weekday} ${day.slice(8)}.${day.slice(5, 7)}.`
}

/** 'Heute, Nachmittag' */
export const whenWord = ({ day, part }: When) =>
  [day === null ? null : dayWord(day), part === null ? null : dayPartLabels[part]].filter(Boolean).join(', ') || 'Jederzeit'

/** Free time on a card: the day, in a list also 'Heute' and 'Morgen', and the time. */
export function formatStart(start: string, { today, tomorrow }: { today: string; tomorrow: string }) {
  const day = start.slice(0, 10)
  const near = day === today ? 'heute' : day === tomorrow ? 'morgen' : day
  return { day: dayWord(near), time: start.slice(11) }
}

/** Earliest days, by their names in links. */
export const nearDays = (today: string) => ({ today, tomorrow: addDays(today, 1) })

export const freeTexts = {
  /** Number of other companies that may be free, too (docs/spec.md#search-times). */
  onRequest: (count: number) =>
    count > onRequestUpTo
      ? `Mehr als ${onRequestUpTo} weitere Anbieter nennen ihre Termine auf Anfrage.`
      : `${plural(count, 'weiterer Anbieter nennt seine', 'weitere Anbieter nennen ihre')} Termine auf Anfrage.`,
  alsoOnRequest: 'Auch diese zeigen',
  missed: (when: When) => `${whenWord(when)} hat niemand online einen Termin frei. Gezeigt werden alle, die passen.`,
} as const
