import { type Booking, bookingButton, type Company, heading, text } from '#src/orders/appointments/mails.ts'
import type { Bought } from '#src/orders/bookings/bought.ts'
import { type BookingLinks, linkBlocks } from '#src/orders/bookings/mails.ts'
import { formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { greeting, shortId } from '#src/platform/kit/text.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { labelOf } from './rules.ts'

type Facts = { booking: Booking; company: Company }
type Proposed = { id: string; item: Bought[number]; reason: string }

const subjectOf = (what: string, { serviceTitle, bookingDate }: Booking) => `${what}: ${serviceTitle} am ${formatDate(bookingDate)}`

const factsOf = ({ id, serviceTitle }: Pick<Booking, 'id' | 'serviceTitle'>, { item, reason }: Omit<Proposed, 'id'>) =>
  ({
    kind: 'facts',
    rows: [
      ['Buchungsnummer', shortId(id)],
      ['Auftrag', serviceTitle],
      ['Nachtrag', labelOf(item)],
      ['Preis', formatEuro(item.totalCents)],
      ...(reason === '' ? [] : [['Begründung', reason] satisfies [string, string]]),
    ],
  }) satisfies { kind: 'facts'; rows: [string, string][] }

/** Mail to the customer whose company proposes more work than agreed. */
export const proposedMail = ({
  booking,
  company,
  supplement,
  links,
}: Facts & { supplement: Proposed & { answerBy: Date }; links: BookingLinks }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `supplement:${supplement.id}:proposed`,
  subject: subjectOf('Ihr Anbieter schlägt einen Nachtrag vor', booking),
  blocks: [
    heading('Ihr Anbieter schlägt einen Nachtrag vor'),
    text(`Guten Tag, ${company.companyName} möchte mehr berechnen als vereinbart:`),
    factsOf(booking, supplement),
    text(
      `Bitte antworten Sie bis ${formatMoment(supplement.answerBy)} auf der Seite Ihrer Buchung. Ohne Ihr Ja bleibt es beim vereinbarten Auftrag, und es wird nichts abgebucht.`,
    ),
    ...linkBlocks(links),
  ],
})

/** Mail to the customer whose company withdrew a supplement. */
export const withdrawnMail = ({
  booking,
  company,
  supplement,
  links,
}: Facts & { supplement: Proposed; links: BookingLinks }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `supplement:${supplement.id}:withdrawn`,
  subject: subjectOf('Ein Nachtrag ist zurückgezogen', booking),
  blocks: [
    heading('Ein Nachtrag ist zurückgezogen'),
    text(`Guten Tag, ${company.companyName} hat diesen Nachtrag zurückgezogen. Es bleibt beim vereinbarten Auftrag.`),
    factsOf(booking, supplement),
    ...linkBlocks(links),
  ],
})

const answers = {
  declined: { subject: 'Ihr Nachtrag ist abgelehnt', says: 'Ihr Kunde hat diesen Nachtrag abgelehnt.' },
  lapsed: { subject: 'Ihr Nachtrag ist verfallen', says: 'Ihr Kunde hat auf diesen Nachtrag nicht rechtzeitig geantwortet.' },
} as const

/** Mail to the company whose customer declined a supplement, or did not answer. */
export const answeredMail = ({
  booking,
  company,
  supplement,
  answer,
  publicUrl,
}: Facts & { supplement: Proposed; answer: keyof typeof answers; publicUrl: string }): MailMessage => ({
  to: company.mailbox,
  occasion: `supplement:${supplement.id}:${answer}`,
  subject: subjectOf(answers[answer].subject, booking),
  blocks: [
    heading(answers[answer].subject),
    text(`${greeting(company.contactPerson)}, ${answers[answer].says} Bitte führen Sie den Auftrag wie vereinbart aus.`),
    factsOf(booking, { ...supplement, reason: '' }),
    bookingButton(publicUrl, booking),
  ],
})

type Paid = {
  job: Booking
  order: Booking & { amountCents: Cents }
  items: Bought
  company: Company
  links: BookingLinks
  publicUrl: string
}

/** Mails to both sides after a supplement was accepted and paid. */
export const paidMails = ({ job, order, items, company, links, publicUrl }: Paid) => {
  const facts = {
    kind: 'facts',
    rows: [
      ['Buchungsnummer', shortId(order.id)],
      ['Auftrag', `${job.serviceTitle}, ${shortId(job.id)}`],
      ['Nachtrag', items.map(labelOf).join('\n')],
      ['Bezahlt', formatEuro(order.amountCents)],
    ],
  } satisfies { kind: 'facts'; rows: [string, string][] }
  return {
    secret: {
      to: order.customerEmail,
      occasion: `booking:${order.id}:confirmed:customer`,
      subject: subjectOf('Ihr Nachtrag ist angenommen', job),
      // The contract is confirmed with its terms on a durable medium (§ 312f Abs. 2 BGB).
      enclosed: ['customerTerms', 'withdrawalPolicy'],
      blocks: [
        heading('Ihr Nachtrag ist angenommen und bezahlt'),
        text(`Guten Tag, Ihre Zahlung ist eingegangen. ${company.companyName} führt die zusätzliche Arbeit aus.`),
        facts,
        ...linkBlocks(links),
      ],
    } satisfies MailMessage,
    open: {
      to: company.mailbox,
      occasion: `booking:${order.id}:confirmed:company`,
      subject: subjectOf('Ihr Nachtrag ist angenommen', job),
      blocks: [
        heading('Ihr Nachtrag ist angenommen und bezahlt'),
        text(`${greeting(company.contactPerson)}, Ihr Kunde hat den Nachtrag angenommen und bezahlt.`),
        facts,
        bookingButton(publicUrl, job),
      ],
    } satisfies MailMessage,
  }
}
