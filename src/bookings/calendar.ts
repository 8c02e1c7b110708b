import { berlinInstant } from '#src/kit/dates.ts'
import { oneLine, shortId } from '#src/kit/text.ts'
import { lineOfWire } from '#src/services/words.ts'
import type { BookingReceipt } from './rules.ts'

export const calendarFile = (bookingId: string) => `termin-${shortId(bookingId)}.ics`

/**
 * An appointment as an iCalendar file (RFC 5545). It has no end, because no duration was agreed. `host` makes its UID unique, so that a
 * second import replaces the first.
 */
export function writeCalendar(receipt: BookingReceipt, host: string) {
  const { id, service_title, bought, booking_date, booking_time, location, paid_at, company } = receipt
  const contact = [company.company_name, company.contact_person, company.phone, company.email].filter((part) => part !== '')
  const stamp = paid_at === null ? berlinInstant(booking_date, booking_time) : new Date(paid_at)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Handschlag//Buchung//DE',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(berlinInstant(booking_date, booking_time))}`,
    `SUMMARY:${textOf(`${service_title} – ${company.company_name}`)}`,
    ...(location === '' ? [] : [`LOCATION:${textOf(location)}`]),
    `DESCRIPTION:${[`Buchungsnummer ${shortId(id)}`, ...bought.map(lineOfWire), ...contact].map(textOf).join('\\n')}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')
}

/** '20261203T063000Z' */
const utc = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** One line of text as a value, with separators escaped (3.3.11). */
const textOf = (text: string) => oneLine(text).replace(/[\\;,]/g, '\\$&')

const encoder = new TextEncoder()
/** Bytes per line, without the line break (3.1). */
const longestLine = 75

/** Folds a long line: every following line begins with a blank, and no letter is split. */
function fold(line: string) {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const letter of line) {
    const more = encoder.encode(letter).length
    if (bytes + more > longestLine) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += letter
    bytes += more
  }
  return [...parts, part].join('\r\n')
}
