import { type Booking, bookingButton, type Company, factsOf, heading, text } from '#src/orders/appointments/mails.ts'
import { type Bought, boughtTexts } from '#src/orders/bookings/bought.ts'
import { type BookingLinks, linkBlocks } from '#src/orders/bookings/mails.ts'
import { berlinDay, formatClock, formatDate, formatLongDate, formatMoment } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { greeting } from '#src/platform/kit/text.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { answerUntil } from './texts.ts'

type Facts = { booking: Booking; company: Company }
type ToCustomer = Facts & { links: BookingLinks }
type ToCompany = Facts & { publicUrl: string }

const subjectOf = (what: string, { serviceTitle, bookingDate }: Booking) => `${what}: ${serviceTitle} am ${formatDate(bookingDate)}`
const nothingTaken = 'Es wurde nichts abgebucht.'

type Requested = Facts & {
  booking: Booking & { location: string; description: string; amountCents: number; agreedWith: string | null }
  items: Bought
  until: Date
  links: BookingLinks
  publicUrl: string
}

/**
 * Mails to both sides when a request arrived. The customer's address is unconfirmed, so its mail repeats no free text. The company gets
 * what it needs to decide; it gets the customer's address and phone only with the booking.
 */
export const requestedMails = ({ booking, company, items, until, links, publicUrl }: Requested) => ({
  secret: {
    to: booking.customerEmail,
    occasion: `request:${booking.id}:sent`,
    subject: subjectOf('Ihre Anfrage ist beim Anbieter', booking),
    blocks: [
      heading('Ihre Anfrage ist beim Anbieter'),
      text(`Guten Tag, ${company.companyName} prüft Ihre Anfrage. ${answerUntil(until)}`),
      factsOf(booking, [
        ['Anbieter', company.companyName],
        ['Betrag', formatEuro(booking.amountCents)],
      ]),
      text('Ihr Auftrag kommt zustande, wenn der Anbieter annimmt. Bis dahin können Sie die Anfrage zurückziehen.'),
      ...linkBlocks(links),
    ],
  } satisfies MailMessage,
  open: {
    to: company.mailbox,
    occasion: `request:${booking.id}:arrived`,
    subject: subjectOf('Neue Anfrage', booking),
    blocks: [
      heading('Sie haben eine neue Anfrage'),
      text(`${greeting(company.contactPerson)}, ein Kunde möchte Sie buchen. Bitte antworten Sie bis ${formatMoment(until)}.`),
      factsOf(booking, [
        ...boughtRow(items),
        ['Ort', booking.location],
        ['Betrag', formatEuro(booking.amountCents)],
        ...(booking.agreedWith ? [['Laut Kunde vereinbart mit', booking.agreedWith] satisfies [string, string]] : []),
        ['Kunde', booking.customerName],
        ...(booking.description ? [['Beschreibung', booking.description] satisfies [string, string]] : []),
      ]),
      text('Wenn Sie annehmen, wird der Betrag abgebucht und der Termin ist verbindlich. Ohne Antwort verfällt die Anfrage.'),
      bookingButton(publicUrl, booking),
    ],
  } satisfies MailMessage,
})

function boughtRow(items: Bought): [string, string][] {
  const lines = boughtTexts(items)
  return lines.length === 0 ? [] : [['Umfang', lines.join('\n')]]
}

/** Mail to the company whose answer is due soon. */
export const answerDueMail = ({ booking, company, until, publicUrl }: ToCompany & { until: Date }): MailMessage => ({
  to: company.mailbox,
  occasion: `request:${booking.id}:due`,
  subject: subjectOf('Eine Anfrage wartet auf Ihre Antwort', booking),
  blocks: [
    heading('Eine Anfrage wartet auf Ihre Antwort'),
    text(`${greeting(company.contactPerson)}, um ${formatClock(until)} verfällt diese Anfrage.`),
    factsOf(booking, [['Kunde', booking.customerName]]),
    bookingButton(publicUrl, booking),
  ],
})

/** Mail to the customer whose request was declined. */
export const declinedMail = ({ booking, company, reason, links }: ToCustomer & { reason: string }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `request:${booking.id}:declined`,
  subject: subjectOf('Ihre Anfrage wurde abgelehnt', booking),
  blocks: [
    heading('Ihre Anfrage wurde abgelehnt'),
    text(`Guten Tag, ${company.companyName} kann Ihren Auftrag nicht annehmen. ${nothingTaken}`),
    factsOf(booking, [['Grund', reason]]),
    ...linkBlocks(links),
  ],
})

/** Mail to the customer to whom the company proposes other times. */
export const counteredMail = ({
  booking,
  company,
  starts,
  until,
  links,
}: ToCustomer & { starts: readonly Date[]; until: Date }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `request:${booking.id}:countered`,
  subject: subjectOf('Ihr Anbieter schlägt andere Zeiten vor', booking),
  blocks: [
    heading('Ihr Anbieter schlägt andere Zeiten vor'),
    text(`Guten Tag, zu Ihrer Zeit kann ${company.companyName} nicht, aber zu diesen:`),
    factsOf(booking, [['Vorschlag', starts.map((start) => `${formatLongDate(berlinDay(start))}, ${formatClock(start)}`).join('\n')]]),
    text(`Bitte wählen Sie bis ${formatMoment(until)} auf der Seite Ihrer Buchung. Bis dahin wird nichts abgebucht.`),
    ...linkBlocks(links),
  ],
})

/** Mails to both sides when the company or, after its counter-proposal, the customer did not answer in time. */
export const lapsedMails = ({ booking, company, links, publicUrl, wasCountered }: ToCustomer & ToCompany & { wasCountered: boolean }) => {
  const who = wasCountered ? 'Sie haben keine der vorgeschlagenen Zeiten gewählt.' : `${company.companyName} hat nicht geantwortet.`
  const whoNot = wasCountered ? 'der Kunde hat keine Ihrer Zeiten gewählt.' : 'Sie haben auf diese Anfrage nicht geantwortet.'
  return {
    secret: {
      to: booking.customerEmail,
      occasion: `request:${booking.id}:lapsed:customer`,
      subject: subjectOf('Ihre Anfrage ist verfallen', booking),
      blocks: [
        heading('Ihre Anfrage ist verfallen'),
        text(`Guten Tag, ${who} ${nothingTaken}`),
        factsOf(booking, [['Anbieter', company.companyName]]),
        ...linkBlocks(links),
      ],
    } satisfies MailMessage,
    open: {
      to: company.mailbox,
      occasion: `request:${booking.id}:lapsed:company`,
      subject: subjectOf('Anfrage verfallen', booking),
      blocks: [
        heading('Eine Anfrage ist verfallen'),
        text(`${greeting(company.contactPerson)}, ${whoNot} Die Zeit ist wieder frei.`),
        factsOf(booking, [['Kunde', booking.customerName]]),
        bookingButton(publicUrl, booking),
      ],
    } satisfies MailMessage,
  }
}

/** Mail to the company whose customer withdrew a request. */
export const withdrawnMail = (facts: ToCompany) =>
  endedMail(facts, { what: 'withdrawn', says: 'der Kunde hat seine Anfrage zurückgezogen.' })

/** Mail to the company whose customer declined all of its times. */
export const noneFitsMail = (facts: ToCompany) => endedMail(facts, { what: 'noneFits', says: 'keine Ihrer Zeiten passt dem Kunden.' })

const endedMail = ({ booking, company, publicUrl }: ToCompany, { what, says }: { what: string; says: string }): MailMessage => ({
  to: company.mailbox,
  occasion: `request:${booking.id}:${what}`,
  subject: subjectOf('Anfrage zurückgezogen', booking),
  blocks: [
    heading('Eine Anfrage ist zurückgezogen'),
    text(`${greeting(company.contactPerson)}, ${says} Die Zeit ist wieder frei.`),
    factsOf(booking, [['Kunde', booking.customerName]]),
    bookingButton(publicUrl, booking),
  ],
})

/** Mail to the customer whose bank refused the payment of an accepted request. */
export const captureRefusedMail = ({ booking, company, until, links }: ToCustomer & { until: Date }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `request:${booking.id}:refused`,
  subject: subjectOf('Bitte bezahlen Sie noch einmal', booking),
  blocks: [
    heading('Ihre Bank hat die Abbuchung abgelehnt'),
    text(`Guten Tag, ${company.companyName} hat Ihre Anfrage angenommen, aber Ihre Bank hat die Abbuchung abgelehnt.`),
    factsOf(booking, [['Anbieter', company.companyName]]),
    text(`Ihr Termin bleibt bis ${formatMoment(until)} für Sie reserviert. Bezahlen Sie bis dahin auf der Seite Ihrer Buchung.`),
    ...linkBlocks(links),
  ],
})
