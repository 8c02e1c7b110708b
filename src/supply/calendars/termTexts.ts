import { dateFormat, formatLongDate } from '#src/platform/kit/dates.ts'
import { clockTime } from './clockTime.ts'
import { dayOf, type Span } from './workingHours.ts'

const weekday = dateFormat('de-DE', { timeZone: 'UTC', weekday: 'short' })

/** Formats a day: 'Mo, 7.12.' */
const dayText = (day: string) =>
  `${weekday(new Date(`${day}T00:00:00Z`)).replace('.', '')}, ${Number(day.slice(8))}.${Number(day.slice(5, 7))}.`

const timesText = (parts: readonly Span[]) => `${parts.map(({ from, to }) => `${clockTime(from)} bis ${clockTime(to)}`).join(' und ')} Uhr`

/** Days of an appointment: 'Montag, 7. Dezember 2026', or 'Mo, 7.12. bis Mi, 9.12.2026'. */
export function daysText(parts: readonly Span[]) {
  const [first, last] = [dayOf(parts[0]?.from ?? 0), dayOf(parts.at(-1)?.from ?? 0)]
  return first === last ? formatLongDate(first) : `${dayText(first)} bis ${dayText(last)}${last.slice(0, 4)}`
}

/** Times of an appointment: '08:00 bis 10:00 Uhr'; on several days a line for each: 'Mo, 7.12.: 08:00 bis 12:00 und 13:00 bis 17:00 Uhr'. */
export function partLines(parts: readonly Span[]): string[] {
  const days = [...Map.groupBy(parts, ({ from }) => dayOf(from))]
  return days.map(([day, own]) => (days.length === 1 ? timesText(own) : `${dayText(day)}: ${timesText(own)}`))
}

/** Day and times of an appointment in one text, with a line for each of several days. */
export function termText(parts: readonly Span[]) {
  const lines = partLines(parts)
  return lines.length === 1 ? `${daysText(parts)}, ${lines.join()}` : [daysText(parts), ...lines].join('\n')
}

/** End of work that begins at a chosen time and ends at 'YYYY-MM-DD HH:MM': '17:00 Uhr', or 'Mi, 9.12., 17:00 Uhr' on another day. */
export function endText(day: string, end: string) {
  const [lastDay, time] = [end.slice(0, 10), `${end.slice(11)} Uhr`]
  return lastDay === day ? time : `${dayText(lastDay)}, ${time}`
}

type WireSpan = { starts_at: string; ends_at: string }

/** Converts working times to and from their wire format; none for work in one piece. */
export const spansOfWire = (spans: readonly WireSpan[]): Span[] =>
  spans.map(({ starts_at: from, ends_at: to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
export const wireSpans = (spans: readonly Span[] | null) =>
  (spans ?? []).map(({ from, to }) => ({ startsAt: new Date(from), endsAt: new Date(to) }))
