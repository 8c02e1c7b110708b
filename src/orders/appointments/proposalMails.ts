import { type BookingLinks, linkBlocks } from '#src/orders/bookings/mails.ts'
import { berlinDay, formatClock, formatDate, formatLongDate, formatMoment } from '#src/platform/kit/dates.ts'
import { greeting } from '#src/platform/kit/text.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { type Booking, bookingButton, type Company, factsOf, heading, text } from './mails.ts'
import type { ProposalStatus } from './states.ts'

type Proposal = { id: string; startsAt: Date; until: Date }
type Facts = { proposal: Proposal; booking: Booking; company: Company }

const proposedRow = ({ startsAt }: Proposal): [string, string] => [
  'Vorschlag',
  `${formatLongDate(berlinDay(startsAt))}, ${formatClock(startsAt)}`,
]
const subjectOf = (what: string, { booking, proposal }: Facts) =>
  `${what}: ${booking.serviceTitle} am ${formatDate(berlinDay(proposal.startsAt))}`
const waits = ({ until }: Proposal) =>
  `Bitte antworten Sie bis ${formatMoment(until)}. Ohne Antwort bleibt es beim bisherigen Termin. Der Preis bleibt derselbe.`

/** Mail to the customer whose company proposes another time. */
export const proposedCustomerMail = ({ links, ...facts }: Facts & { links: BookingLinks }): MailMessage => {
  const { proposal, booking, company } = facts
  return {
    to: booking.customerEmail,
    occasion: `move:${proposal.id}:proposed`,
    subject: subjectOf('Neuer Termin vorgeschlagen', facts),
    blocks: [
      heading('Ihr Anbieter schlägt einen anderen Termin vor'),
      text(`Guten Tag, ${company.companyName} bittet Sie, Ihren Termin zu verschieben.`),
      factsOf(booking, [proposedRow(proposal)]),
      text(waits(proposal)),
      text('Auf der Seite Ihrer Buchung nehmen Sie den Vorschlag an, oder Sie bleiben beim alten Termin.'),
      ...linkBlocks(links),
    ],
  }
}

/** Mail to the company whose customer proposes another time. */
export const proposedCompanyMail = ({ publicUrl, ...facts }: Facts & { publicUrl: string }): MailMessage => {
  const { proposal, booking, company } = facts
  return {
    to: company.mailbox,
    occasion: `move:${proposal.id}:proposed`,
    subject: subjectOf('Neuer Termin vorgeschlagen', facts),
    blocks: [
      heading('Ein Kunde möchte seinen Termin verschieben'),
      text(`${greeting(company.contactPerson)}, ein Kunde schlägt einen anderen Termin vor.`),
      factsOf(booking, [proposedRow(proposal), ['Kunde', booking.customerName]]),
      text(waits(proposal)),
      bookingButton(publicUrl, booking),
    ],
  }
}

type Status = Exclude<ProposalStatus, 'open' | 'accepted'>
type Ended = Facts & { status: Status }

const subjects: Record<Status, string> = {
  declined: 'Es bleibt beim alten Termin',
  withdrawn: 'Vorschlag zurückgezogen',
  lapsed: 'Vorschlag verfallen',
}
const stays = 'Es bleibt beim bisherigen Termin.'
const endedSubject = ({ booking, status }: Ended) => `${subjects[status]}: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`

/** Mail to the customer when a proposal ended without a new time. */
export const endedCustomerMail = ({ links, ...facts }: Ended & { links: BookingLinks }): MailMessage => {
  const { proposal, booking, company, status } = facts
  const says: Record<Status, string> = {
    declined: `${company.companyName} hat Ihren Vorschlag nicht angenommen.`,
    withdrawn: `${company.companyName} hat den Vorschlag für einen anderen Termin zurückgezogen.`,
    lapsed: `${company.companyName} hat auf Ihren Vorschlag nicht geantwortet.`,
  }
  return {
    to: booking.customerEmail,
    occasion: `move:${proposal.id}:${status}`,
    subject: endedSubject(facts),
    blocks: [
      heading(subjects[status]),
      text(`Guten Tag, ${says[status]} ${stays}`),
      factsOf(booking, [proposedRow(proposal)]),
      ...linkBlocks(links),
    ],
  }
}

/** Mail to the company when a proposal ended without a new time. */
export const endedCompanyMail = ({ publicUrl, ...facts }: Ended & { publicUrl: string }): MailMessage => {
  const { proposal, booking, company, status } = facts
  const says: Record<Status, string> = {
    declined: 'der Kunde hat Ihren Vorschlag nicht angenommen.',
    withdrawn: 'der Kunde hat seinen Vorschlag für einen anderen Termin zurückgezogen.',
    lapsed: 'der Kunde hat auf Ihren Vorschlag nicht geantwortet.',
  }
  return {
    to: company.mailbox,
    occasion: `move:${proposal.id}:${status}`,
    subject: endedSubject(facts),
    blocks: [
      heading(subjects[status]),
      text(`${greeting(company.contactPerson)}, ${says[status]} ${stays}`),
      factsOf(booking, [proposedRow(proposal), ['Kunde', booking.customerName]]),
      bookingButton(publicUrl, booking),
    ],
  }
}
