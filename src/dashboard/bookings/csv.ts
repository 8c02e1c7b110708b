import { bookingStatusWords, paymentStatusWords } from '#src/bookings/statusWords.ts'
import { csvEuros, csvLine, csvText } from '#src/kit/csv.ts'
import { berlinDay, formatDate } from '#src/kit/dates.ts'
import type { ShownBooking } from './rules.ts'

/** The columns of the file of bookings: dates and numbers German. */
export const bookingCells: { title: string; cell: (booking: ShownBooking) => string }[] = [
  { title: 'Buchungsnummer', cell: ({ id }) => csvText(id) },
  { title: 'Gebucht am', cell: ({ created_at }) => formatDate(berlinDay(new Date(created_at))) },
  { title: 'Termin', cell: ({ booking_date }) => formatDate(booking_date) },
  { title: 'Uhrzeit', cell: ({ booking_time }) => booking_time },
  { title: 'Leistung', cell: ({ service_title }) => csvText(service_title) },
  { title: 'Kunde', cell: ({ customer_name }) => csvText(customer_name) },
  { title: 'E-Mail', cell: ({ customer_email }) => csvText(customer_email ?? '') },
  { title: 'Telefon', cell: ({ customer_phone }) => csvText(customer_phone ?? '') },
  { title: 'Ort', cell: ({ location }) => csvText(location ?? '') },
  { title: 'Betrag (EUR)', cell: ({ amount }) => csvEuros(amount) },
  { title: 'Erstattet (EUR)', cell: ({ refunded }) => csvEuros(refunded) },
  { title: 'Provision (EUR)', cell: ({ platform_fee }) => csvEuros(platform_fee) },
  { title: 'Ihr Anteil (EUR)', cell: ({ company_share }) => csvEuros(company_share) },
  { title: 'Buchungsstatus', cell: ({ booking_status }) => bookingStatusWords[booking_status] },
  { title: 'Zahlungsstatus', cell: ({ payment_status }) => paymentStatusWords[payment_status] },
]
