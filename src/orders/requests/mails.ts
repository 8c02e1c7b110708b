import { type Booking, bookingButton, type Company, factsOf, heading, text } from '#src/orders/appointments/mails.ts'
import { type Bought, boughtTexts } from '#src/orders/bookings/bought.ts'
import { type BookingLinks, linkBlocks } from '#src/orders/bookings/mails.ts'
import { berlinDay, formatClock, formatDate, formatLongDate, formatMoment } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { greeting } from '#src/platform/kit/text.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { answerUntil, estimateTexts } from './texts.ts'

type Facts = { booking: Booking; company: Company }
type ToCustomer = Facts & { links: BookingLinks }
type ToCompany = Facts & { publicUrl: string }

const subjectOf = (what: string, { serviceTitle, bookingDate }: Booking) => `${what}: ${serviceTitle} am ${formatDate(bookingDate)}`
const nothingCharged = 'Es wurde nichts abgebucht.'

/** Range of an estimate, and the price that the company named, in cents. */
type Estimate = { lowCents: Cents; ceilingCents: Cents; priceCents: Cents | null; reason: string | null }

type Requested = Facts & {
  booking: Booking & { location: string; description: string; amountCents: number; agreedWith: string | null }
  items: Bought
  estimate: Estimate | undefined
  until: Date
  links: BookingLinks
  publicUrl: string
}

/**
 * Mails to both sides when a request arrived. The customer's address is unconfirmed, so its mail repeats no free text. The company gets
 * what it needs to decide; it gets the customer's address and phone only with the booking.
 */
export const requestedMails = ({ booking, company, items, estimate, until, links, publicUrl }: Requested) => ({
  secret: {
    to: booking.customerEmail,
    occasion: `request:${booking.id}:sent`,
    subject: subjectOf('Ihre Anfrage ist beim Anbieter', booking),
    blocks: [
      heading('Ihre Anfrage ist beim Anbieter'),
      text(`Guten Tag, ${company.companyName} prüft Ihre Anfrage. ${answerUntil(until)}`),
      factsOf(booking, [['Anbieter', company.companyName], ...priceRows(booking, estimate)]),
      text(estimate ? estimateTexts.customerMail : 'Ihr Auftrag kommt zustande, wenn der Anbieter annimmt.'),
      text('Bis dahin können Sie die Anfrage zurückziehen.'),
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
        ...priceRows(booking, estimate),
        ...(booking.agreedWith ? [['Laut Kunde vereinbart mit', booking.agreedWith] satisfies [string, string]] : []),
        ['Kunde', booking.customerName],
        ...(booking.description ? [['Beschreibung', booking.description] satisfies [string, string]] : []),
      ]),
      text(
        estimate
          ? estimateTexts.companyMail
          : 'Wenn Sie annehmen, wird der Betrag abgebucht und der Termin ist verbindlich. Ohne Antwort verfällt die Anfrage.',
      ),
      bookingButton(publicUrl, booking),
    ],
  } satisfies MailMessage,
})

const priceRows = ({ amountCents }: { amountCents: Cents }, estimate: Estimate | undefined): [string, string][] =>
  estimate
    ? [
        ['Schätzung', estimateTexts.range(estimate)],
        ['Höchstpreis', formatEuro(estimate.ceilingCents)],
      ]
    : [['Betrag', formatEuro(amountCents)]]

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
    text(`Guten Tag, ${company.companyName} kann Ihren Auftrag nicht annehmen. ${nothingCharged}`),
    factsOf(booking, [['Grund', reason]]),
    ...linkBlocks(links),
  ],
})

/** Mail to the customer to whom the company proposes other times. */
export const counteredMail = ({
  booking,
  company,
  estimate,
  starts,
  until,
  links,
}: ToCustomer & { estimate: Estimate | undefined; starts: readonly Date[]; until: Date }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `request:${booking.id}:countered`,
  subject: subjectOf('Ihr Anbieter schlägt andere Zeiten vor', booking),
  blocks: [
    heading('Ihr Anbieter schlägt andere Zeiten vor'),
    text(`Guten Tag, ${company.companyName} kann zur gewünschten Zeit nicht, schlägt aber diese Termine vor:`),
    factsOf(booking, [
      ['Vorschlag', starts.map((start) => `${formatLongDate(berlinDay(start))}, ${formatClock(start)}`).join('\n')],
      ...namedRows(estimate),
    ]),
    text(`Bitte wählen Sie bis ${formatMoment(until)} auf der Seite Ihrer Buchung. Bis dahin wird nichts abgebucht.`),
    ...linkBlocks(links),
  ],
})

const namedRows = (estimate: Estimate | undefined): [string, string][] =>
  estimate?.priceCents
    ? [['Preis', formatEuro(estimate.priceCents)], ...(estimate.reason ? [['Grund', estimate.reason] satisfies [string, string]] : [])]
    : []

/** Mail to the customer to whom the company names a price above the ceiling of the estimate. */
export const pricedMail = ({
  booking,
  company,
  estimate,
  until,
  links,
}: ToCustomer & { estimate: Estimate; until: Date }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `request:${booking.id}:priced`,
  subject: subjectOf('Ihr Anbieter nennt einen höheren Preis', booking),
  blocks: [
    heading('Ihr Anbieter nennt einen höheren Preis'),
    text(`Guten Tag, ${company.companyName} kann Ihren Auftrag nicht zum Höchstpreis von ${formatEuro(estimate.ceilingCents)} ausführen.`),
    factsOf(booking, namedRows(estimate)),
    text(`Bitte entscheiden Sie bis ${formatMoment(until)} auf der Seite Ihrer Buchung. Bis dahin wird nichts abgebucht.`),
    ...linkBlocks(links),
  ],
})

/** Mail to the customer who accepted a price above the ceiling and has to pay it. */
export const payNewPriceMail = ({ booking, company, until, links }: ToCustomer & { until: Date }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `request:${booking.id}:payNewPrice`,
  subject: subjectOf('Bitte bezahlen Sie den neuen Preis', booking),
  blocks: [
    heading('Bitte bezahlen Sie den neuen Preis'),
    text(`Guten Tag, Sie haben den Preis von ${company.companyName} angenommen. Der zuvor reservierte Betrag ist wieder frei.`),
    factsOf(booking, [['Anbieter', company.companyName]]),
    text(`Ihr Termin bleibt bis ${formatMoment(until)} für Sie reserviert. Bezahlen Sie bis dahin auf der Seite Ihrer Buchung.`),
    ...linkBlocks(links),
  ],
})

/** `missing`: the answer that did not come in time. */
type Lapsed = ToCustomer & ToCompany & { missing: 'answer' | 'timeChoice' | 'priceAnswer' }

/** Mails to both sides when the company or, after its counter-proposal, the customer did not answer in time. */
export const lapsedMails = ({ booking, company, links, publicUrl, missing }: Lapsed) => {
  const who = {
    answer: `${company.companyName} hat nicht geantwortet.`,
    timeChoice: 'Sie haben keine der vorgeschlagenen Zeiten gewählt.',
    priceAnswer: 'Sie haben auf den Preis des Anbieters nicht geantwortet.',
  }[missing]
  const whoNot = {
    answer: 'Sie haben auf diese Anfrage nicht geantwortet.',
    timeChoice: 'der Kunde hat keine Ihrer Zeiten gewählt.',
    priceAnswer: 'der Kunde hat auf Ihren Preis nicht geantwortet.',
  }[missing]
  return {
    secret: {
      to: booking.customerEmail,
      occasion: `request:${booking.id}:lapsed:customer`,
      subject: subjectOf('Ihre Anfrage ist verfallen', booking),
      blocks: [
        heading('Ihre Anfrage ist verfallen'),
        text(`Guten Tag, ${who} ${nothingCharged}`),
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

/** Mail to the company whose customer declined a price above the ceiling. */
export const priceDeclinedMail = (facts: ToCompany) =>
  endedMail(facts, { what: 'priceDeclined', says: 'der Kunde hat Ihren Preis nicht angenommen.' })

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
