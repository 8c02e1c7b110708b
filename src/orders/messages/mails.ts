import { formatDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import { greeting, plural, shortId } from '#src/platform/kit/text.ts'
import type { MailBlock, MailMessage } from '#src/platform/server/mail/message.ts'
import { sideLabels } from './operator/rules.ts'
import { replyLine } from './replies/rules.ts'
import type { Side } from './rules.ts'

export type Place = {
  bookingId: string | null
  quoteId: string | null
  serviceTitle: string
  bookingDate: string | null
  bookingTime: string | null
  customerName: string
  customerEmail: string
  companyName: string
  companyEmail: string
  contactPerson: string
}
type Unread = { id: string; body: string; sentAt: Date; files: readonly { name: string }[] }
/** Idempotency key of the mail: the newest message in it. */
const occasionOf = (unread: readonly Unread[]) => `message:${unread.at(-1)?.id}:unread`

const heading = (text: string) => ({ kind: 'heading', text }) as const
const text = (content: string) => ({ kind: 'text', text: content }) as const
const countOf = (unread: readonly Unread[]) => plural(unread.length, 'neue Nachricht', 'neue Nachrichten')

export const factsOf = ({ bookingId, quoteId, serviceTitle, bookingDate, bookingTime }: Place): MailBlock => ({
  kind: 'facts',
  rows: [
    bookingId === null ? ['Anfrage', shortId(quoteId ?? '')] : ['Buchungsnummer', shortId(bookingId)],
    ['Leistung', serviceTitle],
    ...(bookingDate === null || bookingTime === null
      ? []
      : ([['Termin', `${formatDate(bookingDate)}, ${formatTime(bookingTime)}`]] as [string, string][])),
  ],
})
/** 'Buchung 1a2b3c4d' */
const nameOf = ({ bookingId, quoteId }: Place) =>
  bookingId === null ? `Anfrage ${shortId(quoteId ?? '')}` : `Buchung ${shortId(bookingId)}`

const wordsOf = (unread: readonly Unread[]): MailBlock[] =>
  unread.map(({ body, sentAt, files }) =>
    text([`${formatMoment(sentAt)}:`, body, ...files.map(({ name }) => `Datei: ${name}`)].filter((line) => line !== '').join('\n')),
  )

/** Reply address of the mail, and the hint that the recipient may reply. */
const answered = (replyTo: string | undefined) => (replyTo === undefined ? {} : { replyTo, answerLine: replyLine })
const answering = (replyTo: string | undefined) =>
  replyTo === undefined ? [] : [text('Sie können auch einfach auf diese E-Mail antworten.')]

type ToCustomer = {
  place: Place
  unread: readonly Unread[]
  isConfirmed: boolean
  links: { page: string; withdrawal: string | null }
  replyTo: string | undefined
}

/**
 * Mail to the customer about a company's messages. Their text is included only if a mailed link was opened before: until then the address
 * may belong to another person (docs/spec.md#unconfirmed-address).
 */
export const unreadCustomerMail = ({ place, unread, isConfirmed, links, replyTo }: ToCustomer): MailMessage => ({
  ...answered(replyTo),
  to: place.customerEmail,
  occasion: occasionOf(unread),
  subject: `${countOf(unread)} zu Ihrer ${nameOf(place)}`,
  blocks: [
    heading(`Sie haben ${countOf(unread)}`),
    text(`Guten Tag, ${place.companyName} hat Ihnen geschrieben.`),
    ...(isConfirmed ? wordsOf(unread) : []),
    factsOf(place),
    { kind: 'button', label: 'Nachrichten lesen und antworten', href: links.page },
    ...answering(replyTo),
    links.withdrawal === null
      ? text('Der Link öffnet Ihre Anfrage ohne Anmeldung. Bitte geben Sie ihn nicht weiter.')
      : {
          kind: 'smallPrint',
          text: 'Der Link öffnet Ihre Buchung ohne Anmeldung. Bitte geben Sie ihn nicht weiter. Ein gesetzliches Widerrufsrecht üben Sie hier aus:',
          label: legalPages.withdrawal.title,
          href: links.withdrawal,
        },
  ],
})

/** Mail to the company about a customer's messages. */
export const unreadCompanyMail = ({
  place,
  unread,
  threadUrl,
  replyTo,
}: {
  place: Place
  unread: readonly Unread[]
  threadUrl: string
  replyTo: string | undefined
}): MailMessage => ({
  ...answered(replyTo),
  to: place.companyEmail,
  occasion: occasionOf(unread),
  subject: `${countOf(unread)} zur ${nameOf(place)}`,
  blocks: [
    heading(`Sie haben ${countOf(unread)}`),
    text(`${greeting(place.contactPerson)}, ${place.customerName} hat Ihnen geschrieben.`),
    ...wordsOf(unread),
    factsOf(place),
    { kind: 'button', label: 'Nachrichten lesen und antworten', href: threadUrl },
    ...answering(replyTo),
  ],
})

type Reported = { to: string; reportId: string; place: Place; side: Side; areaUrl: string }

/** Mail to the operator about a reported thread, without its text. */
export const reportedMail = ({ to, reportId, place, side, areaUrl }: Reported): MailMessage => ({
  to,
  occasion: `threadReport:${reportId}`,
  subject: `Gespräch gemeldet: ${nameOf(place)}`,
  blocks: [
    heading('Ein Gespräch wurde gemeldet'),
    text(`Gemeldet hat es: ${sideLabels[side]}. Den Grund lesen Sie in der Verwaltung.`),
    factsOf(place),
    { kind: 'button', label: 'Gemeldete Gespräche ansehen', href: areaUrl },
  ],
})
