import { bookingStatusWords, paymentStatusWords } from '#src/bookings/statusWords.ts'
import { byteOrderMark, csvCents, csvLine, csvText } from '#src/kit/csv.ts'
import { berlinDay, formatDate } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import { csvAnswer } from '#src/server/calls/csvAnswer.ts'
import type { BookingFilter } from './rules.ts'
import { type BookingRow, listBookingsBefore } from './store.ts'

const batchSize = 1_000

/** All bookings that match as a file, the newest first, read and sent in batches. */
export const writeBookings = (app: App, filter: BookingFilter) => csvAnswer(app, 'buchungen.csv', partsOf(app, filter))

async function* partsOf(app: App, filter: BookingFilter): AsyncGenerator<string, undefined, undefined> {
  yield `${byteOrderMark}${csvLine(columns.map(({ title }) => title))}`
  let before: string | undefined
  for (;;) {
    const rows = await listBookingsBefore(app.db, { filter, before, limit: batchSize })
    if (rows.length) yield rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('')
    before = rows.at(-1)?.id
    if (rows.length < batchSize) return
  }
}

const shareOf = ({ amountCents, refundedCents, feeCents }: BookingRow) =>
  feeCents === null ? '' : csvCents(amountCents - refundedCents - feeCents)

const columns: { title: string; cell: (row: BookingRow) => string }[] = [
  { title: 'Buchungsnummer', cell: ({ id }) => csvText(id) },
  { title: 'Erstellt am', cell: ({ createdAt }) => formatDate(berlinDay(createdAt)) },
  { title: 'Kunde', cell: ({ customerName }) => csvText(customerName) },
  { title: 'E-Mail', cell: ({ customerEmail }) => csvText(customerEmail) },
  { title: 'Leistung', cell: ({ serviceTitle }) => csvText(serviceTitle) },
  { title: 'Anbieter', cell: ({ companyName }) => csvText(companyName) },
  { title: 'Termin', cell: ({ bookingDate }) => formatDate(bookingDate) },
  { title: 'Uhrzeit', cell: ({ bookingTime }) => bookingTime.slice(0, 5) },
  { title: 'Betrag (EUR)', cell: ({ amountCents }) => csvCents(amountCents) },
  { title: 'Erstattet (EUR)', cell: ({ refundedCents }) => csvCents(refundedCents) },
  { title: 'Provision (EUR)', cell: ({ feeCents }) => (feeCents === null ? '' : csvCents(feeCents)) },
  { title: 'Anteil des Anbieters (EUR)', cell: shareOf },
  { title: 'Buchungsstatus', cell: ({ bookingStatus }) => bookingStatusWords[bookingStatus] },
  { title: 'Zahlungsstatus', cell: ({ paymentStatus }) => paymentStatusWords[paymentStatus] },
]
