import { type Booking, bookingButton, type Company } from '#src/orders/appointments/mails.ts'
import type { Bought } from '#src/orders/bookings/bought.ts'
import { type BookingLinks, linkBlocks, messagesOfPaidPart, type PaidPart } from '#src/orders/bookings/mails.ts'
import { formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { greeting, shortId } from '#src/platform/kit/text.ts'
import { factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { labelOf } from './rules.ts'

type Proposed = { id: string; item: Bought[number]; reason: string }
type Facts = { booking: Booking; company: Company; supplement: Proposed }
type ToCustomer = Facts & { links: BookingLinks }

const subjectOf = (what: string, { serviceTitle, bookingDate }: Booking) => `${what}: ${serviceTitle} am ${formatDate(bookingDate)}`

const factsOf = ({ id, serviceTitle }: Pick<Booking, 'id' | 'serviceTitle'>, { item, reason }: Omit<Proposed, 'id'>) =>
  factsBlock([
    ['Buchungsnummer', shortId(id)],
    ['Auftrag', serviceTitle],
    ['Nachtrag', labelOf(item)],
    ['Preis', formatEuro(item.totalCents)],
    ...(reason === '' ? [] : [['Begründung', reason] satisfies [string, string]]),
  ])

/** Mail to the customer whose company proposes more work than agreed. */
export const proposedMail = ({ booking, company, supplement, answerBy, links }: ToCustomer & { answerBy: Date }): MailMessage => ({
  to: booking.customerEmail,
  occasion: `supplement:${supplement.id}:proposed`,
  subject: subjectOf('Ihr Anbieter schlägt einen Nachtrag vor', booking),
  blocks: [
    heading('Ihr Anbieter schlägt einen Nachtrag vor'),
    text(`Guten Tag, ${company.companyName} möchte mehr berechnen als vereinbart:`),
    factsOf(booking, supplement),
    text(
      `Bitte antworten Sie bis ${formatMoment(answerBy)} auf der Seite Ihrer Buchung. Ohne Ihr Ja bleibt es beim vereinbarten Auftrag, und es wird nichts abgebucht.`,
    ),
    ...linkBlocks(links),
  ],
})

/** Mail to the customer whose company withdrew a supplement. */
export const withdrawnMail = ({ booking, company, supplement, links }: ToCustomer): MailMessage => ({
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

type Answered = Facts & { answer: keyof typeof answers; publicUrl: string }

/** Mail to the company whose customer declined a supplement, or did not answer. */
export const answeredMail = ({ booking, company, supplement, answer, publicUrl }: Answered): MailMessage => ({
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

/** Mails to both sides after a supplement was accepted and paid. */
export const paidMails = (paid: PaidPart & { items: Bought }) =>
  messagesOfPaidPart(paid, {
    rows: [
      ['Auftrag', `${paid.job.serviceTitle}, ${shortId(paid.job.id)}`],
      ['Nachtrag', paid.items.map(labelOf).join('\n')],
      ['Bezahlt', formatEuro(paid.order.amountCents)],
    ],
    customer: {
      subject: subjectOf('Ihr Nachtrag ist angenommen', paid.job),
      title: 'Ihr Nachtrag ist angenommen und bezahlt',
      says: `Ihre Zahlung ist eingegangen. ${paid.company.companyName} führt die zusätzliche Arbeit aus.`,
      // The contract is confirmed with its terms on a durable medium (§ 312f Abs. 2 BGB).
      enclosed: ['customerTerms', 'withdrawalPolicy'],
    },
    provider: {
      subject: subjectOf('Ihr Nachtrag ist angenommen', paid.job),
      title: 'Ihr Nachtrag ist angenommen und bezahlt',
      says: 'Ihr Kunde hat den Nachtrag angenommen und bezahlt.',
    },
  })
