import { formatDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import { greeting, plural, shortId } from '#src/platform/kit/text.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
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

const countOf = (unread: readonly Unread[]) => plural(unread.length, 'neue Nachricht', 'neue Nachrichten')

export const factsOf = ({ bookingId, quoteId, serviceTitle, bookingDate, bookingTime }: Place): MailBlock =>
  factsBlock([
    bookingId === null ? ['Anfrage', shortId(quoteId ?? '')] : ['Buchungsnummer', shortId(bookingId)],
    ['Leistung', serviceTitle],
    ...(bookingDate === null || bookingTime === null
      ? []
      : ([['Termin', `${formatDate(bookingDate)}, ${formatTime(bookingTime)}`]] as [string, string][])),
  ])
/** 'Buchung 1a2b3c4d' */
const nameOf = ({ bookingId, quoteId }: Place) =>
  bookingId === null ? `Anfrage ${shortId(quoteId ?? '')}` : `Buchung ${shortId(bookingId)}`

const wordsOf = (unread: readonly Unread[]): MailBlock[] =>
  unread.map(({ body, sentAt, files }) =>
    text([`${formatMoment(sentAt)}:`, body, ...files.map(({ name }) => `Datei: ${name}`)].filter((line) => line !== '').join('\n')),
  )

type AboutUnread = { place: Place; unread: readonly Unread[]; replyTo: string | undefined }
/** `about` ends the subject; `href` opens the thread; `last` is the small print. */
type Content = { to: string; about: string; says: string; words: MailBlock[]; href: string; last?: MailBlock }

/** Mail about unread messages. Its occasion is the newest of them. */
const unreadMailOf = ({ place, unread, replyTo }: AboutUnread, { to, about, says, words, href, last }: Content): MailMessage => ({
  ...(replyTo === undefined ? {} : { replyTo, answerLine: replyLine }),
  to,
  occasion: `message:${unread.at(-1)?.id}:unread`,
  subject: `${countOf(unread)} ${about} ${nameOf(place)}`,
  blocks: [
    heading(`Sie haben ${countOf(unread)}`),
    text(says),
    ...words,
    factsOf(place),
    button('Nachrichten lesen und antworten', href),
    ...(replyTo === undefined ? [] : [text('Sie können auch einfach auf diese E-Mail antworten.')]),
    ...(last ? [last] : []),
  ],
})

type ToCustomer = AboutUnread & { isConfirmed: boolean; links: { page: string; withdrawal: string | null } }

/**
 * Mail to the customer about a company's messages. Their text is included only if a mailed link was opened before: until then the address
 * may belong to another person (docs/spec.md#unconfirmed-address).
 */
export const unreadCustomerMail = ({ isConfirmed, links, ...facts }: ToCustomer) =>
  unreadMailOf(facts, {
    to: facts.place.customerEmail,
    about: 'zu Ihrer',
    says: `Guten Tag, ${facts.place.companyName} hat Ihnen geschrieben.`,
    words: isConfirmed ? wordsOf(facts.unread) : [],
    href: links.page,
    last:
      links.withdrawal === null
        ? text('Der Link öffnet Ihre Anfrage ohne Anmeldung. Bitte geben Sie ihn nicht weiter.')
        : {
            kind: 'smallPrint',
            text: 'Der Link öffnet Ihre Buchung ohne Anmeldung. Bitte geben Sie ihn nicht weiter. Ein gesetzliches Widerrufsrecht üben Sie hier aus:',
            label: legalPages.withdrawal.title,
            href: links.withdrawal,
          },
  })

/** Mail to the company about a customer's messages. */
export const unreadCompanyMail = ({ threadUrl, ...facts }: AboutUnread & { threadUrl: string }) =>
  unreadMailOf(facts, {
    to: facts.place.companyEmail,
    about: 'zur',
    says: `${greeting(facts.place.contactPerson)}, ${facts.place.customerName} hat Ihnen geschrieben.`,
    words: wordsOf(facts.unread),
    href: threadUrl,
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
    button('Gemeldete Gespräche ansehen', areaUrl),
  ],
})
