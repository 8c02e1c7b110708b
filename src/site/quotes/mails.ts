import { formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { greeting, plural, shortId, shortName } from '#src/platform/kit/text.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { requestedTimesText, type Urgency } from './rules.ts'

type Request = {
  id: string
  title: string
  description: string
  postcode: string
  urgency: Urgency
  wishedDays: readonly string[]
  wishedParts: readonly string[]
  customerName: string
  customerEmail: string
  rounds: number
}
type Company = { companyName: string; mailbox: string; contactPerson: string }
type Quote = {
  id: string
  requestId: string
  title: string
  postcode: string
  offerTitle: string | null
  totalCents: number | null
  customerEmail: string
  companyName: string
  companyMailbox: string
  contactPerson: string
}

const factsOf = ({ id, title, postcode }: { id: string; title: string; postcode: string }, ...more: [string, string][]) =>
  factsBlock([['Anfrage', shortId(id)], ['Leistung', title], ['Postleitzahl', postcode], ...more])
const linkNotice = text('Der Link öffnet Ihre Anfrage ohne Anmeldung. Bitte geben Sie ihn nicht weiter.')

/** Mail to an unconfirmed address. It may belong to a stranger, so no typed text is repeated (docs/spec.md#unconfirmed-address). */
export const confirmMail = ({ request, url }: { request: Request; url: string }): MailMessage => ({
  to: request.customerEmail,
  occasion: `quoteRequest:${request.id}:confirm`,
  subject: 'Bitte bestätigen Sie Ihre Anfrage',
  blocks: [
    heading('Nur noch ein Klick'),
    text('Guten Tag, mit dieser E-Mail-Adresse wurden Angebote angefragt. Erst wenn Sie die Anfrage bestätigen, geht sie an die Anbieter.'),
    button('Anfrage ansehen und bestätigen', url),
    text(
      'Waren Sie das nicht? Dann brauchen Sie nichts zu tun: Ohne Bestätigung wird niemand gefragt, und wir löschen die Angaben nach 7 Tagen.',
    ),
  ],
})

/** Mail to the customer: the request was sent. */
export const sentMail = ({ request, url }: { request: Request; url: string }): MailMessage => ({
  to: request.customerEmail,
  occasion: `quoteRequest:${request.id}:sent`,
  subject: `Ihre Anfrage ${shortId(request.id)} ist unterwegs`,
  blocks: [
    heading('Ihre Anfrage ist unterwegs'),
    text('Guten Tag, die Anbieter haben 72 Stunden Zeit für ein Angebot. Zu jedem Angebot bekommen Sie eine E-Mail.'),
    factsOf(request),
    button('Anfrage ansehen', url),
    linkNotice,
  ],
})

type Params = { quote: { id: string; answerBy: Date }; request: Request; company: Company; areaUrl: string }
/** Mail to a company that is asked for a quote. */
export const requestCompanyMail = ({ quote, request, company, areaUrl }: Params): MailMessage => ({
  to: company.mailbox,
  occasion: `quote:${quote.id}:asked`,
  subject: `Neue Anfrage: ${request.title}`,
  blocks: [
    heading('Ein Kunde wünscht ein Angebot'),
    text(`${greeting(company.contactPerson)}, ${shortName(request.customerName)} bittet um ein Angebot.`),
    factsOf(request, ['Wann', requestedTimesText(request, formatDate)], ['Angebot bis', formatMoment(quote.answerBy)]),
    text(request.description),
    button('Angebot schreiben', areaUrl),
  ],
})

type Offered = {
  quote: Quote
  offer: { offerTitle: string; totalCents: number; depositPercent: number | null; validUntil: Date }
  url: string
}
/** Mail to the customer about a quote. The address is confirmed: companies are only asked after that. */
export const quoteMail = ({ quote, offer, url }: Offered): MailMessage => ({
  to: quote.customerEmail,
  occasion: `quote:${quote.id}:offered`,
  subject: `Angebot von ${quote.companyName}: ${formatEuro(offer.totalCents)}`,
  blocks: [
    heading('Sie haben ein Angebot'),
    text(`Guten Tag, ${quote.companyName} bietet Ihnen einen verbindlichen Gesamtpreis.`),
    factsOf(
      { ...quote, id: quote.requestId },
      ['Angebot', offer.offerTitle],
      ['Gesamtpreis', formatEuro(offer.totalCents)],
      ...(offer.depositPercent === null ? [] : [['Anzahlung', `${offer.depositPercent} %`] satisfies [string, string]]),
      ['Gilt bis', formatMoment(offer.validUntil)],
    ),
    button('Angebote vergleichen', url),
    linkNotice,
  ],
})

/** Mail to the customer: a company withdrew its quote. */
export const withdrawnQuoteMail = ({ quote, url }: { quote: Quote; url: string }): MailMessage => ({
  to: quote.customerEmail,
  occasion: `quote:${quote.id}:withdrawn`,
  subject: `${quote.companyName} hat das Angebot zurückgezogen`,
  blocks: [
    heading('Ein Angebot gilt nicht mehr'),
    text(`Guten Tag, ${quote.companyName} hat das Angebot zurückgezogen.`),
    factsOf({ ...quote, id: quote.requestId }),
    button('Anfrage ansehen', url),
  ],
})

type Recipient = { quoteId: string; request: Request; company: Company }
/** Mail to a company: the customer withdrew the request. */
export const withdrawnRequestMail = ({ quoteId, request, company }: Recipient): MailMessage => ({
  to: company.mailbox,
  occasion: `quote:${quoteId}:told`,
  subject: `Anfrage zurückgezogen: ${request.title}`,
  blocks: [
    heading('Die Anfrage wurde zurückgezogen'),
    text(`${greeting(company.contactPerson)}, der Kunde hat die Anfrage zurückgezogen. Sie brauchen nichts mehr zu tun.`),
    factsOf(request),
  ],
})

/** Mail to a company that did not get the order; without the customer's name. */
export const declinedMail = ({ quoteId, request, company }: Recipient): MailMessage => ({
  to: company.mailbox,
  occasion: `quote:${quoteId}:told`,
  subject: `Auftrag vergeben: ${request.title}`,
  blocks: [
    heading('Der Auftrag ist vergeben'),
    text(`${greeting(company.contactPerson)}, der Kunde hat sich für ein anderes Angebot entschieden. Danke für Ihre Mühe.`),
    factsOf(request),
  ],
})

/** Mail to a company that did not answer in time, or whose quote expired. */
export const lapsedCompanyMail = ({ quote }: { quote: Quote }): MailMessage => ({
  to: quote.companyMailbox,
  occasion: `quote:${quote.id}:lapsed:company`,
  subject: quote.offerTitle === null ? `Anfrage abgelaufen: ${quote.title}` : `Ihr Angebot ist abgelaufen: ${quote.offerTitle}`,
  blocks: [
    heading(quote.offerTitle === null ? 'Eine Anfrage ist abgelaufen' : 'Ihr Angebot ist abgelaufen'),
    text(
      quote.offerTitle === null
        ? `${greeting(quote.contactPerson)}, die Frist für Ihr Angebot ist vorbei.`
        : `${greeting(quote.contactPerson)}, der Kunde hat Ihr Angebot nicht angenommen. Sie sind nicht mehr daran gebunden.`,
    ),
    factsOf({ ...quote, id: quote.requestId }),
  ],
})

/** Mail to the customer: a quote expired. */
export const lapsedCustomerMail = ({ quote, url }: { quote: Quote; url: string }): MailMessage => ({
  to: quote.customerEmail,
  occasion: `quote:${quote.id}:lapsed:customer`,
  subject: `Das Angebot von ${quote.companyName} ist abgelaufen`,
  blocks: [
    heading('Ein Angebot ist abgelaufen'),
    text(`Guten Tag, das Angebot von ${quote.companyName} gilt nicht mehr.`),
    factsOf({ ...quote, id: quote.requestId }),
    button('Anfrage ansehen', url),
  ],
})

/** Mail to the customer: further companies were asked. */
export const furtherRequestMail = ({ request, count, url }: { request: Request; count: number; url: string }): MailMessage => ({
  to: request.customerEmail,
  occasion: `quoteRequest:${request.id}:further:${request.rounds}`,
  subject: `Wir haben weitere Anbieter gefragt: ${shortId(request.id)}`,
  blocks: [
    heading('Wir haben weitere Anbieter gefragt'),
    text(`Guten Tag, bisher kam kein Angebot. Wie gewünscht haben wir ${plural(count, 'weiteren Anbieter', 'weitere Anbieter')} gefragt.`),
    factsOf(request),
    button('Anfrage ansehen', url),
  ],
})

/** Mail to the customer: the request ended without an order. */
export const nobodyMail = ({ request, url }: { request: Request; url: string }): MailMessage => ({
  to: request.customerEmail,
  occasion: `quoteRequest:${request.id}:ended`,
  subject: `Ihre Anfrage ${shortId(request.id)} ist beendet`,
  blocks: [
    heading('Ihre Anfrage ist beendet'),
    text('Guten Tag, es liegt kein gültiges Angebot mehr vor. Sie können jederzeit neu anfragen.'),
    factsOf(request),
    button('Anfrage ansehen', url),
  ],
})
