import type { BookingLinks } from '#src/orders/bookings/mails.ts'
import { berlinDay, formatClock, formatLongDate, formatMoment } from '#src/platform/kit/dates.ts'
import type { MailRow } from '#src/platform/server/mail/message.ts'
import { type Booking, type Company, subjectOf, toCompany, toCustomer } from './mails.ts'
import type { ProposalStatus } from './states.ts'

type Proposal = { id: string; startsAt: Date; until: Date }
type Facts = { proposal: Proposal; booking: Booking; company: Company }
type ToCustomer = Facts & { links: BookingLinks }
type ToCompany = Facts & { publicUrl: string }

const proposedRow = ({ startsAt }: Proposal): MailRow => ['Vorschlag', `${formatLongDate(berlinDay(startsAt))}, ${formatClock(startsAt)}`]
const companyRows = ({ proposal, booking }: Facts): MailRow[] => [proposedRow(proposal), ['Kunde', booking.customerName]]

/** Occasion, subject and request for an answer of both mails about a new proposal. */
const proposed = ({ booking: { serviceTitle }, proposal: { id, startsAt, until } }: Facts) => ({
  occasion: `move:${id}:proposed`,
  subject: subjectOf('Neuer Termin vorgeschlagen', { serviceTitle, bookingDate: berlinDay(startsAt) }),
  more: [`Bitte antworten Sie bis ${formatMoment(until)}. Ohne Antwort bleibt es beim bisherigen Termin. Der Preis bleibt derselbe.`],
})

/** Mail to the customer whose company proposes another time. */
export function proposedCustomerMail(facts: ToCustomer) {
  const { more, ...name } = proposed(facts)
  return toCustomer(facts, {
    ...name,
    title: 'Ihr Anbieter schlägt einen anderen Termin vor',
    says: `${facts.company.companyName} bittet Sie, Ihren Termin zu verschieben.`,
    rows: [proposedRow(facts.proposal)],
    more: [...more, 'Auf der Seite Ihrer Buchung nehmen Sie den Vorschlag an, oder Sie bleiben beim alten Termin.'],
  })
}

/** Mail to the company whose customer proposes another time. */
export const proposedCompanyMail = (facts: ToCompany) =>
  toCompany(facts, {
    ...proposed(facts),
    title: 'Ein Kunde möchte seinen Termin verschieben',
    says: 'ein Kunde schlägt einen anderen Termin vor.',
    rows: companyRows(facts),
  })

type Status = Exclude<ProposalStatus, 'open' | 'accepted'>

const subjects: Record<Status, string> = {
  declined: 'Es bleibt beim alten Termin',
  withdrawn: 'Vorschlag zurückgezogen',
  lapsed: 'Vorschlag verfallen',
}
const stays = 'Es bleibt beim bisherigen Termin.'

/** Occasion, subject and heading of both mails about the end of a proposal. */
const ended = ({ proposal, booking, status }: Facts & { status: Status }) => ({
  occasion: `move:${proposal.id}:${status}`,
  subject: subjectOf(subjects[status], booking),
  title: subjects[status],
})

/** Mail to the customer when a proposal ended without a new time. */
export function endedCustomerMail(facts: ToCustomer & { status: Status }) {
  const { companyName } = facts.company
  const says: Record<Status, string> = {
    declined: `${companyName} hat Ihren Vorschlag nicht angenommen.`,
    withdrawn: `${companyName} hat den Vorschlag für einen anderen Termin zurückgezogen.`,
    lapsed: `${companyName} hat auf Ihren Vorschlag nicht geantwortet.`,
  }
  return toCustomer(facts, { ...ended(facts), says: `${says[facts.status]} ${stays}`, rows: [proposedRow(facts.proposal)] })
}

/** Mail to the company when a proposal ended without a new time. */
export function endedCompanyMail(facts: ToCompany & { status: Status }) {
  const says: Record<Status, string> = {
    declined: 'der Kunde hat Ihren Vorschlag nicht angenommen.',
    withdrawn: 'der Kunde hat seinen Vorschlag für einen anderen Termin zurückgezogen.',
    lapsed: 'der Kunde hat auf Ihren Vorschlag nicht geantwortet.',
  }
  return toCompany(facts, { ...ended(facts), says: `${says[facts.status]} ${stays}`, rows: companyRows(facts) })
}
