import { retentionNote } from '#src/orders/appointments/refundRules.ts'
import { berlinInstant, formatDate } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { greeting, shortId } from '#src/platform/kit/text.ts'
import { factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { mailedEntry } from './calendar.ts'
import type { Canceller } from './cancelRules.ts'
import { type BookingLinks, linkBlocks } from './mails.ts'
import { bookingTermText, type Parts } from './termTexts.ts'

type Booking = { id: string; serviceTitle: string; customerName: string; customerEmail: string; bookingDate: string; bookingTime: string }
type Company = { companyName: string; mailbox: string; contactPerson: string }
/**
 * Cancellation, amounts in cents. `refundCents` goes back to the customer, undefined if nothing was paid; `retainedCents` stays with the
 * company.
 */
export type Cancelled = {
  booking: Booking
  company: Company
  by: Canceller
  reason: string
  refundCents: Cents | undefined
  retainedCents: Cents
  /** Undefined if no calendar file was ever mailed, because the booking was not paid. */
  entry: CancelledEntry | undefined
  publicUrl: string
}
/** Calendar entry to remove. `sequence` is higher than in every file mailed before. */
type CancelledEntry = { endsAt: Date | undefined; parts?: Parts; sequence: number; at: Date }

const termOf = ({ booking, entry }: Cancelled) => bookingTermText({ booking, parts: entry?.parts })

/** First sentence of the mail by cause, for customer and company. */
const causes = {
  operator: { customer: 'wir mussten Ihre Buchung stornieren.', company: 'wir haben eine Buchung bei Ihnen storniert.' },
  customer: { customer: 'Sie haben Ihre Buchung storniert.', company: 'ein Kunde hat seine Buchung bei Ihnen storniert.' },
  company: { customer: 'Ihr Anbieter hat den Termin abgesagt.', company: 'Sie haben einen Termin abgesagt.' },
  withdrawal: {
    customer: 'Sie haben den Vertrag widerrufen. Ihre Buchung ist damit storniert.',
    company: 'der Vertrag über eine Buchung bei Ihnen wurde widerrufen. Sie ist damit storniert.',
  },
} as const satisfies Record<Canceller, object>

/** Calendar file that removes the entry of earlier mails. `title` must be the one that was mailed before. */
function calendarOf({ booking, entry, publicUrl }: Cancelled, title: string) {
  if (!entry) return {}
  const startsAt = berlinInstant(booking.bookingDate, booking.bookingTime)
  const { endsAt, parts, sequence, at } = entry
  const cancelled = { id: booking.id, title, startsAt, location: '', lines: undefined, writtenAt: at, sequence, isCancelled: true }
  return { calendar: mailedEntry({ ...cancelled, ...(endsAt ? { endsAt, parts } : {}) }, publicUrl) }
}
const removalNote = ({ entry }: Cancelled) => (entry ? [text('Die Kalenderdatei im Anhang entfernt den Termin aus Ihrem Kalender.')] : [])

/** Row with the reason. Left out if the customer cancelled and so knows it. */
const reasonRow = ({ by, reason }: Cancelled): [string, string][] => (by === 'operator' || by === 'company' ? [['Grund', reason]] : [])

/** Mail to the customer. The address may be unconfirmed, so the mail repeats no text typed into the booking. */
export const cancelledCustomerMail = (cancelled: Cancelled & { links: BookingLinks }): MailMessage => {
  const { booking, company, by, refundCents, retainedCents, links } = cancelled
  return {
    to: booking.customerEmail,
    occasion: `booking:${booking.id}:cancelled:customer`,
    subject: `Ihre Buchung wurde storniert: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`,
    ...calendarOf(cancelled, `${booking.serviceTitle} – ${company.companyName}`),
    blocks: [
      heading('Ihre Buchung wurde storniert'),
      text(`Guten Tag, ${causes[by].customer} Der Termin findet nicht statt.`),
      factsBlock([
        ['Buchungsnummer', shortId(booking.id)],
        ['Anbieter', company.companyName],
        ['Leistung', booking.serviceTitle],
        ['Termin', termOf(cancelled)],
        ...reasonRow(cancelled),
      ]),
      text(moneyText(refundCents, retainedCents)),
      ...(retainedCents > 0 ? [text(retentionNote)] : []),
      ...removalNote(cancelled),
      ...linkBlocks(links),
    ],
  }
}

function moneyText(refundCents: Cents | undefined, retainedCents: Cents) {
  if (refundCents === undefined)
    return 'Es wurde nichts abgebucht. Sollte Ihre Zahlung trotzdem noch eingehen, erstatten wir sie in voller Höhe.'
  if (refundCents === 0 && retainedCents === 0) return 'Ihre Zahlung haben wir bereits erstattet.'
  const kept = retainedCents > 0 ? ` ${formatEuro(retainedCents)} behält der Anbieter nach seinen Stornobedingungen.` : ''
  return `Wir erstatten Ihnen ${formatEuro(refundCents)}.${kept} Sobald das Geld unterwegs ist, bekommen Sie noch eine E-Mail.`
}

/** Mail to the company. `isPaidOut`: the share is in a payout already. */
export const cancelledCompanyMail = (cancelled: Cancelled & { isPaidOut: boolean }): MailMessage => {
  const { booking, company, by } = cancelled
  return {
    to: company.mailbox,
    occasion: `booking:${booking.id}:cancelled:company`,
    subject: `Buchung storniert: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`,
    ...calendarOf(cancelled, `${booking.serviceTitle} – ${booking.customerName}`),
    blocks: [
      heading('Eine Buchung wurde storniert'),
      text(`${greeting(company.contactPerson)}, ${causes[by].company} Der Termin findet nicht statt.`),
      factsBlock([
        ['Buchungsnummer', shortId(booking.id)],
        ['Kunde', booking.customerName],
        ['Leistung', booking.serviceTitle],
        ['Termin', termOf(cancelled)],
        ...reasonRow(cancelled),
      ]),
      text(shareText(cancelled)),
      ...removalNote(cancelled),
    ],
  }
}

function shareText({ refundCents, retainedCents, isPaidOut }: Pick<Cancelled, 'refundCents' | 'retainedCents'> & { isPaidOut: boolean }) {
  if (refundCents === undefined) return 'Die Buchung war noch nicht bezahlt.'
  if (retainedCents > 0)
    return `Der Kunde bekommt ${formatEuro(refundCents)} zurück. ${formatEuro(retainedCents)} bleiben nach Ihren Stornobedingungen bei Ihnen, abzüglich der Provision.`
  if (isPaidOut)
    return 'Der Kunde bekommt sein Geld zurück. Ihr Anteil war schon ausgezahlt oder unterwegs. Wir holen ihn zurück oder verrechnen ihn mit Ihrer nächsten Auszahlung.'
  return 'Der Kunde bekommt sein Geld zurück. Ein Anteil aus dieser Buchung wird nicht ausgezahlt.'
}
