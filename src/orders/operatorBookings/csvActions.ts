import { bookingStatusLabels, paymentStatusLabels } from '#src/money/payments/bookingStates.ts'
import { csvCents, csvText } from '#src/platform/kit/csv.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { type CsvColumns, csvFile } from '#src/platform/server/calls/csvResponse.ts'
import { detailLines, lineText } from '#src/supply/services/texts.ts'
import type { BookingFilter } from './listRules.ts'
import { type ExportedRow, listBookingsBefore } from './store.ts'

/** Writes all matching bookings to a file, newest first. */
export const writeBookings = (app: App, filter: BookingFilter) =>
  csvFile(app, {
    name: 'buchungen.csv',
    columns,
    read: (last, limit) => listBookingsBefore(app.db, { filter, before: last?.id, limit }),
  })

const shareOf = ({ amountCents, refundedCents, feeCents }: ExportedRow) =>
  feeCents === null ? '' : csvCents(amountCents - refundedCents - feeCents)

const columns: CsvColumns<ExportedRow> = [
  { title: 'Buchungsnummer', cell: ({ id }) => csvText(id) },
  { title: 'Erstellt am', cell: ({ createdAt }) => formatDate(berlinDay(createdAt)) },
  { title: 'Kunde', cell: ({ customerName }) => csvText(customerName) },
  { title: 'E-Mail', cell: ({ customerEmail }) => csvText(customerEmail) },
  { title: 'Leistung', cell: ({ serviceTitle }) => csvText(serviceTitle) },
  { title: 'Anbieter', cell: ({ companyName }) => csvText(companyName) },
  { title: 'Termin', cell: ({ bookingDate }) => formatDate(bookingDate) },
  { title: 'Uhrzeit', cell: ({ bookingTime }) => bookingTime },
  { title: 'Betrag (EUR)', cell: ({ amountCents }) => csvCents(amountCents) },
  { title: 'Erstattet (EUR)', cell: ({ refundedCents }) => csvCents(refundedCents) },
  { title: 'Provision (EUR)', cell: ({ feeCents }) => csvCents(feeCents) },
  { title: 'Anteil des Anbieters (EUR)', cell: shareOf },
  { title: 'Buchungsstatus', cell: ({ bookingStatus }) => bookingStatusLabels[bookingStatus] },
  { title: 'Zahlungsstatus', cell: ({ paymentStatus }) => paymentStatusLabels[paymentStatus] },
  { title: 'Umfang', cell: ({ items }) => csvText(detailLines(items).map(lineText).join(' | ')) },
  { title: 'Preis vereinbart mit', cell: ({ agreedWith }) => csvText(agreedWith ?? '') },
]
