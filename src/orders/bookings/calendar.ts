import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { oneLine, shortId } from '#src/platform/kit/text.ts'
import { spansOfWire } from '#src/supply/calendars/termTexts.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'
import { lineOfWire } from '#src/supply/services/texts.ts'

export const calendarFile = (bookingId: string) => `termin-${shortId(bookingId)}.ics`

/** iCalendar file of a booking, as its customer downloads it. */
export function writeCalendar(receipt: BookingReceipt, host: string) {
  const { id, service_title, bought, booking_date, booking_time, location, paid_at, company, appointment } = receipt
  const startsAt = berlinInstant(booking_date, booking_time)
  return writeEntry(
    {
      id,
      title: `${service_title} – ${company.company_name}`,
      startsAt,
      ...(appointment ? { endsAt: new Date(appointment.ends_at), parts: spansOfWire(appointment.parts) } : {}),
      location,
      lines: [...bought.map(lineOfWire), company.company_name, company.contact_person, company.phone, company.email],
      writtenAt: paid_at === null ? startsAt : new Date(paid_at),
      sequence: appointment?.sequence ?? 0,
    },
    host,
  )
}

/**
 * Calendar entry. `endsAt` is set only if a duration was agreed; `sequence` rises with each change; without `lines` there is no
 * description. Work in several `parts` has an event for each; `partsBefore`: their number before a move, whose surplus ones are cancelled.
 */
export type Entry = {
  id: string
  title: string
  startsAt: Date
  endsAt?: Date
  parts?: readonly Span[] | null | undefined
  partsBefore?: number
  location: string
  lines: readonly string[] | undefined
  writtenAt: Date
  sequence: number
  isCancelled?: boolean
}

/** CANCEL removes the entry of the same UID from the calendar (RFC 5546, 3.2.5). Only PUBLISH may have several UIDs. */
const methodOf = ({ isCancelled, parts }: Pick<Entry, 'isCancelled' | 'parts'>) =>
  isCancelled && (parts?.length ?? 1) <= 1 ? 'CANCEL' : 'PUBLISH'

/** iCalendar file of one appointment (RFC 5545). `host` makes its UID unique, so that a later file replaces the earlier one. */
export const writeEntry = (entry: Entry, host: string) => fileOf([`METHOD:${methodOf(entry)}`, ...linesOf(entry, host)])

/** Calendar file to attach to a mail. `publicUrl`: origin of the product. */
export const mailedEntry = (entry: Entry, publicUrl: string) => ({
  name: calendarFile(entry.id),
  content: writeEntry(entry, new URL(publicUrl).hostname),
  method: methodOf(entry) as 'CANCEL' | 'PUBLISH',
})

/** iCalendar feed of many appointments, which a calendar program polls and shows under `name`. */
export const writeFeed = (entries: readonly Entry[], { host, name }: { host: string; name: string }) =>
  fileOf([
    `X-WR-CALNAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...entries.flatMap((entry) => linesOf(entry, host)),
  ])

const fileOf = (lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Handschlag//Buchung//DE', 'CALSCALE:GREGORIAN', ...lines, 'END:VCALENDAR']
    .map((line) => `${fold(line)}\r\n`)
    .join('')

/** Events of an entry. The first one has the UID of a booking in one piece, so that it stays the same if the number of parts changes. */
function linesOf(entry: Entry, host: string) {
  const { id, startsAt, endsAt, parts, partsBefore = 0 } = entry
  const spans =
    parts && parts.length > 1 ? parts.map(({ from, to }) => ({ startsAt: new Date(from), endsAt: new Date(to) })) : [{ startsAt, endsAt }]
  const surplus = Array.from({ length: Math.max(0, partsBefore - spans.length) }, () => ({
    startsAt,
    endsAt: undefined,
    isCancelled: true,
  }))
  return [...spans, ...surplus].flatMap((span, at) =>
    eventLines({ ...entry, ...span }, at === 0 ? `${id}@${host}` : `${id}-${at + 1}@${host}`),
  )
}

type Event = Omit<Entry, 'endsAt'> & { endsAt: Date | undefined }

function eventLines({ id, title, startsAt, endsAt, location, lines, writtenAt, sequence, isCancelled }: Event, uid: string) {
  const description = lines && [`Buchungsnummer ${shortId(id)}`, ...lines.filter((line) => line !== '')]
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(writtenAt)}`,
    `DTSTART:${utc(startsAt)}`,
    ...(endsAt ? [`DTEND:${utc(endsAt)}`] : []),
    `SUMMARY:${textOf(title)}`,
    ...(location === '' ? [] : [`LOCATION:${textOf(location)}`]),
    ...(description ? [`DESCRIPTION:${description.map(textOf).join('\\n')}`] : []),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/** Formats a moment in UTC: '20261203T063000Z'. */
const utc = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** One line of text as a value, with separators escaped (3.3.11). */
const textOf = (text: string) => oneLine(text).replace(/[\\;,]/g, '\\$&')

const encoder = new TextEncoder()
/** Bytes per line, without the line break (3.1). */
const longestLine = 75

/** Folds a long line: every following line begins with a blank, and no character is split. */
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
