import { addDays, formatLongDate, formatTime } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import type { BookingReceipt } from '../schemas.ts'

/** Facts of a booking for offline reading: lines of text, day and id. No secret, no customer's address, no amount. */
export type SavedFacts = { id: string; date: string; lines: string[] }

/** Maximum number of saved bookings, and days after the appointment until one is dropped. */
const limits = { bookings: 20, daysAfter: 1 } as const

export function factsOf({
  id,
  service_title: title,
  booking_date: date,
  booking_time: time,
  location,
  company,
}: BookingReceipt): SavedFacts {
  const lines = [
    title,
    `${formatLongDate(date)}, ${formatTime(time)}`,
    location,
    company.company_name,
    company.phone,
    `Buchung ${shortId(id)}`,
  ]
  return { id, date, lines: lines.filter((line) => line !== '') }
}

/** Parses saved facts, which may be malformed, and drops past bookings. */
export function readFacts(text: string | null, today: string): SavedFacts[] {
  return parsed(text).filter(({ date }) => addDays(date, limits.daysAfter) >= today)
}

/** Adds or replaces a booking; the newest comes first. */
export const withFacts = (kept: readonly SavedFacts[], facts: SavedFacts) => [facts, ...without(kept, facts.id)].slice(0, limits.bookings)
export const without = (kept: readonly SavedFacts[], id: string) => kept.filter((one) => one.id !== id)

function parsed(text: string | null): SavedFacts[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isFacts) : []
  } catch {
    return []
  }
}

function isFacts(found: unknown): found is SavedFacts {
  const { id, date, lines } = Object(found)
  const isText = (one: unknown) => typeof one === 'string'
  return isText(id) && isText(date) && /^\d{4}-\d\d-\d\d$/.test(date) && Array.isArray(lines) && lines.every(isText)
}
