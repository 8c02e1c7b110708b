import { formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { greeting, shortId } from '#src/platform/kit/text.ts'
import { factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'

type Booking = { id: string; serviceTitle: string; bookingDate: string }
type Company = { mailbox: string; contactPerson: string }
/** `reason`: as text. */
type DisputeChange = { id: string; stage: 'opened' | 'won' | 'lost'; amountCents: Cents; reason: string; dueBy: Date | null }

type Facts = { company: Company; booking: Booking }
type Refunded = Facts & { refund: { refundId: string; amountCents: Cents }; shareCents: Cents; isPaidOut: boolean }

/** Mail to the company about a refund and its share. Amounts in cents. */
export const refundedCompanyMail = ({ company, booking, refund, shareCents, isPaidOut }: Refunded): MailMessage => ({
  to: company.mailbox,
  occasion: `refund:${refund.refundId}:company`,
  subject: `Erstattung zur Buchung ${shortId(booking.id)}`,
  blocks: [
    heading('Eine Buchung wurde erstattet'),
    text(
      `${greeting(company.contactPerson)}, zur Buchung „${booking.serviceTitle}“ am ${formatDate(booking.bookingDate)} haben wir dem Kunden ` +
        `${formatEuro(refund.amountCents)} erstattet. Ihr Anteil sinkt um ${formatEuro(shareCents)}.`,
    ),
    text(
      isPaidOut
        ? 'Dieser Anteil war schon ausgezahlt oder unterwegs. Wir holen ihn zurück oder verrechnen ihn mit Ihrer nächsten Auszahlung.'
        : 'Ausgezahlt wird der Anteil an dem, was bleibt.',
    ),
  ],
})

const stageTexts = {
  opened: {
    subject: 'Zahlung angefochten',
    operator: 'Die Bank eines Kunden hat eine Zahlung zurückgeholt. Bitte antworten Sie beim Zahlungsdienst.',
    company: 'Die Bank Ihres Kunden hat die Zahlung angefochten. Bis sie entschieden hat, wird diese Buchung nicht ausgezahlt.',
  },
  won: {
    subject: 'Angefochtene Zahlung bleibt bestehen',
    operator: 'Die Bank hat die Zahlung zurückgegeben.',
    company: 'Die Bank hat entschieden, dass die Zahlung bestehen bleibt. Für Sie ändert sich nichts.',
  },
  lost: {
    subject: 'Angefochtene Zahlung ist verloren',
    operator: 'Die Bank hat die Zahlung endgültig zurückgenommen. Sie zählt wie eine Erstattung.',
    company:
      'Die Bank hat die Zahlung endgültig an Ihren Kunden zurückgegeben. Ihr Anteil daran entfällt; war er schon ausgezahlt, holen wir ihn zurück oder verrechnen ihn.',
  },
} as const

/** Mail to the operator about a dispute. */
export const disputeOperatorMail = ({ to, booking, change }: { to: string; booking: Booking; change: DisputeChange }): MailMessage => ({
  to,
  occasion: `dispute:${change.id}:${change.stage}:operator`,
  subject: stageTexts[change.stage].subject,
  blocks: [heading(stageTexts[change.stage].subject), text(stageTexts[change.stage].operator), factsOf(booking, change)],
})

/** Mail to the company about a dispute. */
export const disputeCompanyMail = ({ company, booking, change }: Facts & { change: DisputeChange }): MailMessage => ({
  to: company.mailbox,
  occasion: `dispute:${change.id}:${change.stage}:company`,
  subject: `${stageTexts[change.stage].subject}: Buchung ${shortId(booking.id)}`,
  blocks: [
    heading(stageTexts[change.stage].subject),
    text(`${greeting(company.contactPerson)}. ${stageTexts[change.stage].company}`),
    factsOf(booking, { ...change, dueBy: null }),
  ],
})

const factsOf = (booking: Booking, change: DisputeChange) =>
  factsBlock([
    ['Buchungsnummer', shortId(booking.id)],
    ['Leistung', booking.serviceTitle],
    ['Termin', formatDate(booking.bookingDate)],
    ['Betrag', formatEuro(change.amountCents)],
    ['Grund', change.reason],
    ...(change.stage === 'opened' && change.dueBy ? [['Antworten bis', formatMoment(change.dueBy)] satisfies [string, string]] : []),
  ] satisfies [string, string][])
