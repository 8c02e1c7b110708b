import { bookingStatusLabels, paymentStatusLabels } from '#src/money/payments/bookingStates.ts'
import { csvCents, csvText } from '#src/platform/kit/csv.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import type { BoughtItem } from '#src/supply/services/pricing.ts'
import { detailLines, lineText } from '#src/supply/services/texts.ts'
import type { BookingView } from './rules.ts'

type ExportedBooking = Omit<BookingView, 'requestStatus' | 'series' | 'hasComplaint'> & {
  items: readonly BoughtItem[]
  agreedWith: string | null
  part: 'supplement' | 'instalment' | 'tip' | null
}

/** Words for the kinds of bookings in the file; a tip is part of the taxable price. */
const partWords = { supplement: 'Nachtrag', instalment: 'Rate', tip: 'Trinkgeld' } as const
const partWord = (part: ExportedBooking['part']) => (part === null ? 'Auftrag' : partWords[part])

/** Columns of the bookings file; dates and numbers in German format. */
export const bookingCells: { title: string; cell: (booking: ExportedBooking) => string }[] = [
  { title: 'Buchungsnummer', cell: ({ id }) => csvText(id) },
  { title: 'Gebucht am', cell: ({ createdAt }) => formatDate(berlinDay(createdAt)) },
  { title: 'Termin', cell: ({ bookingDate }) => formatDate(bookingDate) },
  { title: 'Uhrzeit', cell: ({ bookingTime }) => bookingTime },
  { title: 'Leistung', cell: ({ serviceTitle }) => csvText(serviceTitle) },
  { title: 'Kunde', cell: ({ customerName }) => csvText(customerName) },
  { title: 'E-Mail', cell: ({ customerEmail }) => csvText(customerEmail ?? '') },
  { title: 'Telefon', cell: ({ customerPhone }) => csvText(customerPhone ?? '') },
  { title: 'Ort', cell: ({ location }) => csvText(location ?? '') },
  { title: 'Betrag (EUR)', cell: ({ amountCents }) => csvCents(amountCents) },
  { title: 'Erstattet (EUR)', cell: ({ refundedCents }) => csvCents(refundedCents) },
  { title: 'Provision (EUR)', cell: ({ platformFeeCents }) => csvCents(platformFeeCents) },
  { title: 'Ihr Anteil (EUR)', cell: ({ companyShareCents }) => csvCents(companyShareCents) },
  { title: 'Buchungsstatus', cell: ({ bookingStatus }) => bookingStatusLabels[bookingStatus] },
  { title: 'Zahlungsstatus', cell: ({ paymentStatus }) => paymentStatusLabels[paymentStatus] },
  { title: 'Umfang', cell: ({ items }) => csvText(detailLines(items).map(lineText).join(' | ')) },
  { title: 'Preis vereinbart mit', cell: ({ agreedWith }) => csvText(agreedWith ?? '') },
  { title: 'Art', cell: ({ part }) => partWord(part) },
]
