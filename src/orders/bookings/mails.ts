import { berlinInstant, formatDate } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import { greeting, shortId } from '#src/platform/kit/text.ts'
import { telLink } from '#src/platform/kit/typed.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailBlock, MailMessage, MailRow } from '#src/platform/server/mail/message.ts'
import { type Bought, boughtTexts } from './bought.ts'
import { mailedEntry } from './calendar.ts'
import { bookingTermText, type Parts } from './termTexts.ts'

type Booking = {
  id: string
  companyId: string
  serviceTitle: string
  customerName: string
  customerEmail: string
  customerPhone: string
  location: string
  description: string
  bookingDate: string
  bookingTime: string
  amountCents: number
  agreedWith: string | null
}
type Company = { companyName: string; legalForm: string | null; email: string; mailbox: string; contactPerson: string; phone: string }
/** Facts for mails about a paid booking. `endsAt` is set if a duration was agreed; `parts`: times of work in several parts. */
type Facts = {
  booking: Booking
  company: Company
  items: Bought
  endsAt: Date | undefined
  at: Date
  publicUrl: string
  parts?: Parts
  /** Price of a job whose booking charges only the deposit, in cents. */
  planCents?: number | undefined
}
/** URLs that open the booking. They contain a secret token, so a mail with them is a secret, too. */
export type BookingLinks = { page: string; withdrawal: string }

/** Last blocks of every mail about a booking to its customer. */
export const linkBlocks = ({ page, withdrawal }: BookingLinks): MailBlock[] => [
  button('Buchung ansehen', page),
  {
    kind: 'smallPrint',
    text: 'Der Link öffnet Ihre Buchung ohne Anmeldung. Bitte geben Sie ihn nicht weiter. Ein gesetzliches Widerrufsrecht üben Sie hier aus:',
    label: legalPages.withdrawal.title,
    href: withdrawal,
  },
]

/** Rows of a facts block that can be tapped: a phone number starts a call, an address opens a mail. */
export const phoneRow = (phone: string): MailRow => ['Telefon', phone, telLink(phone)]
export const emailRow = (email: string): MailRow => ['E-Mail', email, `mailto:${email}`]

/** Row with the purchased items beyond the title. */
const boughtRow = (items: Bought): [string, string][] => {
  const lines = boughtTexts(items)
  return lines.length === 0 ? [] : [['Umfang', lines.join('\n')]]
}

/** Rows about money: the amount, or deposit, price and rest of a job with a deposit. */
function paidRows({ booking: { amountCents }, planCents }: Facts, label: string): [string, string][] {
  if (planCents === undefined) return [[label, formatEuro(amountCents)]]
  return [
    ['Gesamtpreis', formatEuro(planCents)],
    ['Anzahlung', `${formatEuro(amountCents)} (bezahlt)`],
    ['Rest', formatEuro(planCents - amountCents)],
  ]
}

/** Calendar file that both confirmations attach. */
const calendarOf = ({ booking, endsAt, parts, at, publicUrl }: Facts, shown: { title: string; location: string; lines: string[] }) =>
  mailedEntry(
    {
      id: booking.id,
      startsAt: berlinInstant(booking.bookingDate, booking.bookingTime),
      ...(endsAt ? { endsAt, parts } : {}),
      writtenAt: at,
      sequence: 0,
      ...shown,
    },
    publicUrl,
  )

/** URL of one booking in its company's dashboard. */
export const customerBookingUrl = (publicUrl: string, id: string) =>
  `${publicUrl}/dashboard/buchungen?${new URLSearchParams({ buchung: id })}`

type Confirmed = Facts & { links: BookingLinks; wasRequested: boolean }

/**
 * Mail to the customer after the payment. The address is unconfirmed, so the mail repeats no typed text (docs/spec.md#unconfirmed-address):
 * no name, no place, no description, and not the person who agreed to the price.
 */
export const confirmedCustomerMail = ({ links, wasRequested, ...facts }: Confirmed): MailMessage => {
  const { booking, company, items } = facts
  return {
    to: booking.customerEmail,
    occasion: `booking:${booking.id}:confirmed:customer`,
    subject: `Ihre Buchung ist bestätigt: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`,
    // The contract is confirmed with its terms on a durable medium (§ 312f Abs. 2 BGB).
    enclosed: ['customerTerms', 'withdrawalPolicy'],
    calendar: calendarOf(facts, {
      title: `${booking.serviceTitle} – ${company.companyName}`,
      location: '',
      lines: [company.companyName, company.contactPerson, company.phone],
    }),
    blocks: [
      heading('Ihre Buchung ist bestätigt'),
      text(
        wasRequested
          ? `Guten Tag, ${company.companyName} hat Ihre Anfrage angenommen, und Ihre Zahlung ist eingegangen. Ihr Termin ist verbindlich gebucht.`
          : `Guten Tag, Ihre Zahlung ist eingegangen. ${company.companyName} ist für Ihren Termin verbindlich gebucht.`,
      ),
      factsBlock([
        ['Buchungsnummer', shortId(booking.id)],
        ['Leistung', booking.serviceTitle],
        ...boughtRow(items),
        ['Termin', bookingTermText(facts)],
        ...paidRows(facts, 'Bezahlt'),
      ]),
      ...(facts.planCents === undefined ? [] : [text('Den Rest bezahlen Sie, wenn er fällig ist. Wir schreiben Ihnen dann eine E-Mail.')]),
      text('So erreichen Sie Ihren Anbieter:'),
      factsBlock([
        ['Anbieter', [company.companyName, company.legalForm].filter(Boolean).join(' ')],
        ['Ansprechpartner', company.contactPerson],
        phoneRow(company.phone),
        emailRow(company.email),
      ]),
      ...linkBlocks(links),
    ],
  }
}

/** Mail to the company after the payment, with everything needed to do the work. */
export const confirmedCompanyMail = ({ fileNames, ...facts }: Facts & { fileNames: string[] }): MailMessage => {
  const { booking, company, items, publicUrl } = facts
  const href = customerBookingUrl(publicUrl, booking.id)
  return {
    to: company.mailbox,
    occasion: `booking:${booking.id}:confirmed:company`,
    subject: `Neue Buchung: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`,
    calendar: calendarOf(facts, {
      title: `${booking.serviceTitle} – ${booking.customerName}`,
      location: booking.location,
      lines: [booking.customerName, booking.customerPhone],
    }),
    blocks: [
      heading('Sie haben eine neue Buchung'),
      text(`${greeting(company.contactPerson)}, ein Kunde hat Sie gebucht und bezahlt.`),
      factsBlock([
        ['Buchungsnummer', shortId(booking.id)],
        ['Leistung', booking.serviceTitle],
        ...boughtRow(items),
        ['Termin', bookingTermText(facts)],
        ['Ort', booking.location],
        ...paidRows(facts, 'Betrag'),
        ...(booking.agreedWith ? [['Vereinbart mit', booking.agreedWith] satisfies [string, string]] : []),
        ['Kunde', booking.customerName],
        emailRow(booking.customerEmail),
        ...(booking.customerPhone ? [phoneRow(booking.customerPhone)] : []),
        ...(booking.description ? [['Beschreibung', booking.description] satisfies [string, string]] : []),
        ...(fileNames.length ? [['Dateien', fileNames.join('\n')] satisfies [string, string]] : []),
      ]),
      text('Ihr Anteil wird nach dem Termin ausgezahlt.'),
      button('Buchung ansehen', href),
      ...(fileNames.length ? [{ kind: 'link', label: 'Dateien ansehen', href: `${href}#dateien` } as const] : []),
    ],
  }
}

/** Paid order of a supplement, an instalment or a tip. */
export type PaidPart = { job: Booking; order: Booking; company: Company; links: BookingLinks; publicUrl: string }
type Content = { subject: string; title: string; says: string; enclosed?: MailMessage['enclosed']; end?: MailBlock[] }

/** Mails to both sides about a paid part of a job: `rows` describe the part, `says` continues the greeting. */
export function messagesOfPaidPart(
  { job, order, company, links, publicUrl }: PaidPart,
  { rows, customer, provider }: { rows: MailRow[]; customer: Content; provider: Content },
) {
  const facts = factsBlock([['Buchungsnummer', shortId(order.id)], ...rows])
  return {
    secret: {
      to: order.customerEmail,
      occasion: `booking:${order.id}:confirmed:customer`,
      subject: customer.subject,
      enclosed: customer.enclosed,
      blocks: [heading(customer.title), text(`Guten Tag, ${customer.says}`), facts, ...(customer.end ?? linkBlocks(links))],
    },
    open: {
      to: company.mailbox,
      occasion: `booking:${order.id}:confirmed:company`,
      subject: provider.subject,
      blocks: [
        heading(provider.title),
        text(`${greeting(company.contactPerson)}, ${provider.says}`),
        facts,
        ...(provider.end ?? []),
        button('Buchung ansehen', customerBookingUrl(publicUrl, job.id)),
      ],
    },
  } satisfies Record<string, MailMessage>
}

/** Mail to the customer whose booking expired unpaid. */
export const expiredMail = ({ booking, publicUrl }: { booking: Booking; publicUrl: string }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `booking:${booking.id}:expired`,
  subject: 'Ihre Buchung wurde nicht bezahlt und ist verfallen',
  blocks: [
    heading('Ihre Buchung ist verfallen'),
    text(`Guten Tag, für Ihre Buchung „${booking.serviceTitle}“ am ${formatDate(booking.bookingDate)} ist keine Zahlung eingegangen.`),
    text('Es wurde nichts abgebucht. Wenn Sie den Termin weiterhin möchten, buchen Sie ihn bitte noch einmal.'),
    button('Zum Anbieter', `${publicUrl}/service/${booking.companyId}`),
  ],
})

type Processing = { booking: Booking; payment: { method: string; days: number }; links: BookingLinks }

/** Mail to the customer whose payment takes days to arrive: the time is reserved, and nothing is to be done. */
export const processingMail = ({ booking, payment: { method, days }, links }: Processing): MailMessage => ({
  to: booking.customerEmail,
  occasion: `booking:${booking.id}:processing`,
  subject: `Ihre Zahlung ist unterwegs: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`,
  blocks: [
    heading('Ihre Zahlung ist unterwegs'),
    text(
      `Guten Tag, Sie haben „${booking.serviceTitle}“ am ${formatDate(booking.bookingDate)} bestellt und ${formatEuro(booking.amountCents)} mit ${method} bezahlt. Bis das Geld bei uns ist, dauert es einige Tage, höchstens ${days}.`,
    ),
    text('So lange ist Ihr Termin für Sie reserviert. Verbindlich gebucht ist er, wenn das Geld da ist. Sie bekommen dann eine E-Mail.'),
    ...linkBlocks(links),
  ],
})

/** Mail to the customer whose bank refused a payment that was under way. */
export const paymentRefusedMail = ({ booking, publicUrl }: { booking: Booking; publicUrl: string }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `booking:${booking.id}:refused`,
  subject: 'Ihre Zahlung ist nicht angekommen, die Buchung ist aufgehoben',
  blocks: [
    heading('Ihre Zahlung ist nicht angekommen'),
    text(
      `Guten Tag, Ihre Bank hat die Zahlung für Ihre Buchung „${booking.serviceTitle}“ am ${formatDate(booking.bookingDate)} abgelehnt. Der Termin ist nicht gebucht.`,
    ),
    text('Wenn Sie den Termin weiterhin möchten, buchen Sie ihn bitte noch einmal, am besten mit einer anderen Zahlungsart.'),
    button('Zum Anbieter', `${publicUrl}/service/${booking.companyId}`),
  ],
})

type Refunded = { booking: Booking; refund: { refundId: string; amountCents: number }; links: BookingLinks }

/** Mail to the customer about a refund under way, with the sentence about its path. Amounts in cents. */
export const refundedMail = ({ booking, refund, links, path }: Refunded & { path: string }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `refund:${refund.refundId}`,
  subject: `Erstattung zu Ihrer Buchung ${shortId(booking.id)}`,
  blocks: [
    heading('Wir haben Ihnen Geld erstattet'),
    text(
      `Guten Tag, zu Ihrer Buchung „${booking.serviceTitle}“ am ${formatDate(booking.bookingDate)} haben wir ${formatEuro(refund.amountCents)} erstattet. ${path}`,
    ),
    ...linkBlocks(links),
  ],
})

/** Mail to the customer whose bank returned a refund, with the usual cause: the money is not lost, and what to do. */
export const refundReturnedMail = ({ booking, refund, links, cause }: Refunded & { cause: string }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `refund:${refund.refundId}:returned`,
  subject: `Ihre Erstattung kam zurück: Buchung ${shortId(booking.id)}`,
  blocks: [
    heading('Ihre Erstattung kam zurück'),
    text(
      `Guten Tag, die Erstattung von ${formatEuro(refund.amountCents)} zu Ihrer Buchung „${booking.serviceTitle}“ am ${formatDate(booking.bookingDate)} ` +
        `konnte Ihnen nicht gutgeschrieben werden. ${cause} Das Geld ist wieder bei uns und steht Ihnen zu.`,
    ),
    text('Wir erstatten den Betrag erneut und melden uns bei Ihnen. Sie müssen nichts tun.'),
    ...linkBlocks(links),
  ],
})

/** Mail to a customer who lost the link: a new one, sent only to the booking's own address. */
export const newLinkMail = ({ booking, requestId, links }: { booking: Booking; requestId: string; links: BookingLinks }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `booking:${booking.id}:link:${requestId}`,
  subject: `Ihr neuer Link zur Buchung ${shortId(booking.id)}`,
  blocks: [
    heading('Ihr neuer Link zur Buchung'),
    text(`Guten Tag, hier öffnen Sie Ihre Buchung „${booking.serviceTitle}“ am ${formatDate(booking.bookingDate)}.`),
    text('Haben Sie keinen Link angefordert? Dann ist nichts zu tun.'),
    ...linkBlocks(links),
  ],
})
