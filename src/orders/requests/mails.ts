import { type Booking, type Company, subjectOf, toCompany, toCustomer } from '#src/orders/appointments/mails.ts'
import { type Bought, boughtTexts } from '#src/orders/bookings/bought.ts'
import type { BookingLinks } from '#src/orders/bookings/mails.ts'
import { berlinDay, formatClock, formatLongDate, formatMoment } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import type { MailRow } from '#src/platform/server/mail/message.ts'
import { answerUntil, estimateTexts } from './texts.ts'

type Facts = { booking: Booking; company: Company }
type ToCustomer = Facts & { links: BookingLinks }
type ToCompany = Facts & { publicUrl: string }

/** Occasion, subject and heading of a mail about a request. */
const named = (booking: Booking, what: string, title: string) => ({
  occasion: `request:${booking.id}:${what}`,
  subject: subjectOf(title, booking),
  title,
})
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
export const requestedMails = ({ items, estimate, until, ...facts }: Requested) => {
  const { booking, company } = facts
  return {
    secret: toCustomer(facts, {
      ...named(booking, 'sent', 'Ihre Anfrage ist beim Anbieter'),
      says: `${company.companyName} prüft Ihre Anfrage. ${answerUntil(until)}`,
      rows: [['Anbieter', company.companyName], ...priceRows(booking, estimate)],
      more: [
        estimate ? estimateTexts.customerMail : 'Ihr Auftrag kommt zustande, wenn der Anbieter annimmt.',
        'Bis dahin können Sie die Anfrage zurückziehen.',
      ],
    }),
    open: toCompany(facts, {
      ...named(booking, 'arrived', 'Neue Anfrage'),
      title: 'Sie haben eine neue Anfrage',
      says: `ein Kunde möchte Sie buchen. Bitte antworten Sie bis ${formatMoment(until)}.`,
      rows: [
        ...boughtRow(items),
        ['Ort', booking.location],
        ...priceRows(booking, estimate),
        ...(booking.agreedWith ? [['Laut Kunde vereinbart mit', booking.agreedWith] satisfies MailRow] : []),
        ['Kunde', booking.customerName],
        ...(booking.description ? [['Beschreibung', booking.description] satisfies MailRow] : []),
      ],
      more: [
        estimate
          ? estimateTexts.companyMail
          : 'Wenn Sie annehmen, wird der Betrag abgebucht und der Termin ist verbindlich. Ohne Antwort verfällt die Anfrage.',
      ],
    }),
  }
}

const priceRows = ({ amountCents }: { amountCents: Cents }, estimate: Estimate | undefined): MailRow[] =>
  estimate
    ? [
        ['Schätzung', estimateTexts.range(estimate)],
        ['Höchstpreis', formatEuro(estimate.ceilingCents)],
      ]
    : [['Betrag', formatEuro(amountCents)]]

/** Row with the purchased items beyond the title. */
export function boughtRow(items: Bought): MailRow[] {
  const lines = boughtTexts(items)
  return lines.length === 0 ? [] : [['Umfang', lines.join('\n')]]
}

/** Mail to the company whose answer is due soon. */
export const answerDueMail = ({ until, ...facts }: ToCompany & { until: Date }) =>
  toCompany(facts, {
    ...named(facts.booking, 'due', 'Eine Anfrage wartet auf Ihre Antwort'),
    says: `um ${formatClock(until)} verfällt diese Anfrage.`,
    rows: [['Kunde', facts.booking.customerName]],
  })

/** Mail to the customer whose request was declined. */
export const declinedMail = ({ reason, ...facts }: ToCustomer & { reason: string }) =>
  toCustomer(facts, {
    ...named(facts.booking, 'declined', 'Ihre Anfrage wurde abgelehnt'),
    says: `${facts.company.companyName} kann Ihren Auftrag nicht annehmen. ${nothingCharged}`,
    rows: [['Grund', reason]],
  })

type Countered = ToCustomer & { estimate: Estimate | undefined; starts: readonly Date[]; until: Date }

/** Mail to the customer to whom the company proposes other times. */
export const counteredMail = ({ estimate, starts, until, ...facts }: Countered) =>
  toCustomer(facts, {
    ...named(facts.booking, 'countered', 'Ihr Anbieter schlägt andere Zeiten vor'),
    says: `${facts.company.companyName} kann zur gewünschten Zeit nicht, schlägt aber diese Termine vor:`,
    rows: [
      ['Vorschlag', starts.map((start) => `${formatLongDate(berlinDay(start))}, ${formatClock(start)}`).join('\n')],
      ...namedRows(estimate),
    ],
    more: [`Bitte wählen Sie bis ${formatMoment(until)} auf der Seite Ihrer Buchung. Bis dahin wird nichts abgebucht.`],
  })

const namedRows = (estimate: Estimate | undefined): MailRow[] =>
  estimate?.priceCents
    ? [['Preis', formatEuro(estimate.priceCents)], ...(estimate.reason ? [['Grund', estimate.reason] satisfies MailRow] : [])]
    : []

/** Mail to the customer to whom the company names a price above the ceiling of the estimate. */
export const pricedMail = ({ estimate, until, ...facts }: ToCustomer & { estimate: Estimate; until: Date }) =>
  toCustomer(facts, {
    ...named(facts.booking, 'priced', 'Ihr Anbieter nennt einen höheren Preis'),
    says: `${facts.company.companyName} kann Ihren Auftrag nicht zum Höchstpreis von ${formatEuro(estimate.ceilingCents)} ausführen.`,
    rows: namedRows(estimate),
    more: [`Bitte entscheiden Sie bis ${formatMoment(until)} auf der Seite Ihrer Buchung. Bis dahin wird nichts abgebucht.`],
  })

type ToPayAgain = ToCustomer & { until: Date }
const payAgain = (until: Date) =>
  `Ihr Termin bleibt bis ${formatMoment(until)} für Sie reserviert. Bezahlen Sie bis dahin auf der Seite Ihrer Buchung.`

/** Mail to the customer who accepted a price above the ceiling and has to pay it. */
export const payNewPriceMail = ({ until, ...facts }: ToPayAgain) =>
  toCustomer(facts, {
    ...named(facts.booking, 'payNewPrice', 'Bitte bezahlen Sie den neuen Preis'),
    says: `Sie haben den Preis von ${facts.company.companyName} angenommen. Der zuvor reservierte Betrag ist wieder frei.`,
    rows: [['Anbieter', facts.company.companyName]],
    more: [payAgain(until)],
  })

/** Mail to the customer whose bank refused the payment of an accepted request. */
export const captureRefusedMail = ({ until, ...facts }: ToPayAgain) =>
  toCustomer(facts, {
    ...named(facts.booking, 'refused', 'Bitte bezahlen Sie noch einmal'),
    title: 'Ihre Bank hat die Abbuchung abgelehnt',
    says: `${facts.company.companyName} hat Ihre Anfrage angenommen, aber Ihre Bank hat die Abbuchung abgelehnt.`,
    rows: [['Anbieter', facts.company.companyName]],
    more: [payAgain(until)],
  })

/** `missing`: the answer that did not come in time. */
type Lapsed = ToCustomer & ToCompany & { missing: 'answer' | 'timeChoice' | 'priceAnswer' }

/** Mails to both sides when the company or, after its counter-proposal, the customer did not answer in time. */
export const lapsedMails = ({ missing, ...facts }: Lapsed) => {
  const { booking, company } = facts
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
    secret: toCustomer(facts, {
      ...named(booking, 'lapsed:customer', 'Ihre Anfrage ist verfallen'),
      says: `${who} ${nothingCharged}`,
      rows: [['Anbieter', company.companyName]],
    }),
    open: toCompany(facts, {
      ...named(booking, 'lapsed:company', 'Anfrage verfallen'),
      title: 'Eine Anfrage ist verfallen',
      says: `${whoNot} Die Zeit ist wieder frei.`,
      rows: [['Kunde', booking.customerName]],
    }),
  }
}

/** Mail to the company whose customer withdrew a request. */
export const withdrawnMail = (facts: ToCompany) => ended(facts, 'withdrawn', 'der Kunde hat seine Anfrage zurückgezogen.')

/** Mail to the company whose customer declined all of its times. */
export const noneFitsMail = (facts: ToCompany) => ended(facts, 'noneFits', 'keine Ihrer Zeiten passt dem Kunden.')

/** Mail to the company whose customer declined a price above the ceiling. */
export const priceDeclinedMail = (facts: ToCompany) => ended(facts, 'priceDeclined', 'der Kunde hat Ihren Preis nicht angenommen.')

const ended = (facts: ToCompany, what: string, says: string) =>
  toCompany(facts, {
    ...named(facts.booking, what, 'Anfrage zurückgezogen'),
    title: 'Eine Anfrage ist zurückgezogen',
    says: `${says} Die Zeit ist wieder frei.`,
    rows: [['Kunde', facts.booking.customerName]],
  })
