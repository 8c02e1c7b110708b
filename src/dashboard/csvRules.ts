import { bookingStatusWords, paymentStatusWords } from '#src/bookings/statusRules.ts'
import { berlinDay, formatDate } from '#src/kit/dates.ts'
import type { ShownBooking } from './bookingRules.ts'

/** Without it a German spreadsheet reads the file in another encoding. */
export const byteOrderMark = '\ufeff'

type Column = { title: string; cell: (booking: ShownBooking) => string }

const columns: Column[] = [
  { title: 'Buchungsnummer', cell: ({ id }) => asText(id) },
  { title: 'Gebucht am', cell: ({ created_at }) => formatDate(berlinDay(new Date(created_at))) },
  { title: 'Termin', cell: ({ booking_date }) => formatDate(booking_date) },
  { title: 'Uhrzeit', cell: ({ booking_time }) => booking_time },
  { title: 'Leistung', cell: ({ service_title }) => asText(service_title) },
  { title: 'Kunde', cell: ({ customer_name }) => asText(customer_name) },
  { title: 'E-Mail', cell: ({ customer_email }) => asText(customer_email ?? '') },
  { title: 'Telefon', cell: ({ customer_phone }) => asText(customer_phone ?? '') },
  { title: 'Ort', cell: ({ location }) => asText(location ?? '') },
  { title: 'Betrag (EUR)', cell: ({ amount }) => germanNumber(amount) },
  { title: 'Erstattet (EUR)', cell: ({ refunded }) => germanNumber(refunded) },
  { title: 'Provision (EUR)', cell: ({ platform_fee }) => germanNumber(platform_fee) },
  { title: 'Ihr Anteil (EUR)', cell: ({ provider_share }) => germanNumber(provider_share) },
  { title: 'Buchungsstatus', cell: ({ booking_status }) => bookingStatusWords[booking_status] },
  { title: 'Zahlungsstatus', cell: ({ payment_status }) => paymentStatusWords[payment_status] },
]

const lineOf = (cells: string[]) => `${cells.join(';')}\r\n`

/** The titles of the columns. */
export const csvHead = lineOf(columns.map(({ title }) => title))

/** One booking as a line: dates and numbers German, semicolons between. */
export const csvLine = (booking: ShownBooking) => lineOf(columns.map(({ cell }) => cell(booking)))

/**
 * A text as a cell. One that a spreadsheet would take for a formula gets an apostrophe in front (decisions 8), also behind blanks and
 * control characters, which programs skip.
 */
export function asText(text: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const harmless = /^[\s\x00-\x1f]*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(harmless) || harmless !== harmless.trim() ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** '1234,50', without dots between thousands: every spreadsheet reads it as a number. Nothing for nothing. */
const germanNumber = (euros: number | null) => (euros === null ? '' : euros.toFixed(2).replace('.', ','))
