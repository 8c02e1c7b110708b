import { formatDate, formatLongDate, formatTime } from '#src/kit/dates.ts'
import { type Cents, formatEuro } from '#src/kit/money.ts'
import { shortId } from '#src/kit/text.ts'
import type { MailMessage } from '#src/server/mail/mail.ts'

type Booking = { id: string; serviceTitle: string; customerName: string; customerEmail: string; bookingDate: string; bookingTime: string }
type Company = { companyName: string; email: string; contactPerson: string }
/** `refundCents` goes back to the customer, 0 when nothing is left; undefined when nobody had paid. */
export type Cancelled = { booking: Booking; company: Company; reason: string; refundCents: Cents | undefined }

const heading = (text: string) => ({ kind: 'heading', text }) as const
const text = (content: string) => ({ kind: 'text', text: content }) as const
const factsOf = (rows: [string, string][]) => ({ kind: 'facts', rows }) as const
const termOf = ({ bookingDate, bookingTime }: Booking) => `${formatLongDate(bookingDate)}, ${formatTime(bookingTime)}`

/** To the customer whose booking the operator cancelled. The address may be unconfirmed: nothing that was typed into the booking stands here. */
export const cancelledCustomerMail = ({ booking, company, reason, refundCents }: Cancelled): MailMessage => ({
  to: booking.customerEmail,
  occasion: `booking:${booking.id}:cancelled:customer`,
  subject: `Ihre Buchung wurde storniert: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`,
  blocks: [
    heading('Ihre Buchung wurde storniert'),
    text('Guten Tag, wir mussten Ihre Buchung stornieren. Der Termin findet nicht statt.'),
    factsOf([
      ['Buchungsnummer', shortId(booking.id)],
      ['Anbieter', company.companyName],
      ['Leistung', booking.serviceTitle],
      ['Termin', termOf(booking)],
      ['Grund', reason],
    ]),
    text(moneyText(refundCents)),
  ],
})

function moneyText(refundCents: Cents | undefined) {
  if (refundCents === undefined)
    return 'Es wurde nichts abgebucht. Sollte Ihre Zahlung trotzdem noch eingehen, erstatten wir sie in voller Höhe.'
  if (refundCents === 0) return 'Ihre Zahlung haben wir bereits erstattet.'
  return `Wir erstatten Ihnen ${formatEuro(refundCents)}. Sobald das Geld unterwegs ist, bekommen Sie noch eine E-Mail.`
}

/** To the provider whose booking the operator cancelled. */
export const cancelledProviderMail = ({ booking, company, reason, refundCents }: Cancelled): MailMessage => ({
  to: company.email,
  occasion: `booking:${booking.id}:cancelled:provider`,
  subject: `Buchung storniert: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`,
  blocks: [
    heading('Eine Buchung wurde storniert'),
    text(`Guten Tag ${company.contactPerson}, wir haben eine Buchung bei Ihnen storniert. Der Termin findet nicht statt.`),
    factsOf([
      ['Buchungsnummer', shortId(booking.id)],
      ['Kunde', booking.customerName],
      ['Leistung', booking.serviceTitle],
      ['Termin', termOf(booking)],
      ['Grund', reason],
    ]),
    text(
      refundCents === undefined
        ? 'Die Buchung war noch nicht bezahlt.'
        : 'Der Kunde bekommt sein Geld zurück. Ein Anteil aus dieser Buchung wird nicht ausgezahlt.',
    ),
  ],
})
