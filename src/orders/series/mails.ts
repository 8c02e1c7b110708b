import { type Booking, type Company, confirmationOf, newLinkTo, toCompany, toCustomer } from '#src/orders/appointments/mails.ts'
import type { Bought } from '#src/orders/bookings/bought.ts'
import type { BookingLinks } from '#src/orders/bookings/mails.ts'
import { boughtRow } from '#src/orders/requests/mails.ts'
import { berlinDay, formatClock, formatLongDate, formatMoment } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { greeting } from '#src/platform/kit/text.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage, MailRow } from '#src/platform/server/mail/message.ts'
import { formatSeries, type Rhythm, seriesLimits } from './texts.ts'

type Series = { id: string; weeks: Rhythm; dates: number; email: string }
type Dated = { bookingId: string; startsAt: Date; serviceTitle: string; customerName: string; amountCents: number; bookingStatus: string }
/** Series with its current dates; `url` contains a secret token. */
type Facts = { series: Series; company: Company; dates: readonly Dated[]; url: string; publicUrl: string }

const moment = (at: Date) => `${formatLongDate(berlinDay(at))}, ${formatClock(at)}`
const momentsOf = (dates: readonly { startsAt: Date }[]) => dates.map(({ startsAt }) => moment(startsAt)).join('\n')
const rhythmOf = ({ weeks, dates }: Series) => formatSeries({ weeks, count: dates })
const titleOf = ({ dates: [first] }: Pick<Facts, 'dates'>) => first?.serviceTitle ?? ''

const howToPay = `Jeder Termin ist ein eigener Auftrag. Sieben Tage vorher schicken wir Ihnen den Link, mit dem Sie ihn bezahlen; was ${seriesLimits.untilHours} Stunden vorher nicht bezahlt ist, verfällt. Kündigen müssen Sie nichts.`

/** Content of a mail about a series: `act` is the end of its occasion, `says` follows the greeting, `more` the facts. */
type Content = { act: string; subject: string; title: string; says: string; rows?: MailRow[]; more?: string }

/** Mail about a series to its customer, with the link to its page. */
const seriesToCustomer = (
  { series, url }: Pick<Facts, 'series' | 'url'>,
  { act, subject, title, says, rows, more }: Content,
): MailMessage => ({
  to: series.email,
  occasion: `series:${series.id}:${act}`,
  subject,
  blocks: [
    heading(title),
    text(`Guten Tag, ${says}`),
    ...(rows ? [factsBlock(rows)] : []),
    ...(more ? [text(more)] : []),
    button('Serie ansehen', url),
  ],
})

/** Mail about a series to its company, with the link to its dashboard. */
const seriesToCompany = (
  { series, company, publicUrl }: Pick<Facts, 'series' | 'company' | 'publicUrl'>,
  { act, subject, title, says, rows = [], more }: Content,
): MailMessage => ({
  to: company.mailbox,
  occasion: `series:${series.id}:${act}`,
  subject,
  blocks: [
    heading(title),
    text(`${greeting(company.contactPerson)}, ${says}`),
    factsBlock(rows),
    ...(more ? [text(more)] : []),
    button('Serie ansehen', `${publicUrl}/dashboard#serien`),
  ],
})

/** Mail to a typed address, which asks for its confirmation. */
export const confirmSeriesMail = ({ id, email, url }: { id: string; email: string; url: string }) =>
  confirmationOf({
    to: email,
    occasion: `series:${id}:confirm`,
    subject: 'Anfrage für mehrere Termine',
    says: 'bei einem Anbieter mehrere Termine anfragen. Erst wenn Sie das bestätigen, geht die Anfrage zum Anbieter. Sie kostet nichts.',
    url,
    days: seriesLimits.unconfirmedDays,
  })

/** Mail with a new link after the old one expired or leaked. */
export const renewedSeriesMail = ({ id, email, number, url }: { id: string; email: string; number: number; url: string }) =>
  newLinkTo({ to: email, occasion: `series:${id}:link:${number}`, page: 'Serie', url })

type Requested = Omit<Facts, 'dates'> & {
  form: { dates: readonly { date: string; time: string }[]; customerName: string; location: string; description?: string | undefined }
  serviceTitle: string
  amountCents: number
  items: Bought
  until: Date
}

/** Mails to both sides when a series is requested; the company gets what it needs to decide. */
export function seriesRequestMails({ form, serviceTitle, amountCents, items, until, ...facts }: Requested) {
  const { series, company } = facts
  const rows: MailRow[] = [
    ['Leistung', serviceTitle],
    ['Serie', rhythmOf(series)],
    ['Termine', form.dates.map(({ date, time }) => `${formatLongDate(date)}, ${time} Uhr`).join('\n')],
    ['Betrag je Termin', formatEuro(amountCents)],
  ]
  return {
    secret: seriesToCustomer(facts, {
      act: 'asked:customer',
      subject: `Ihre Serie ist angefragt: ${serviceTitle}`,
      title: 'Ihre Serie ist beim Anbieter angefragt',
      says: `${company.companyName} hat bis ${formatMoment(until)} Zeit für die Antwort. Bis dahin sind die Termine für Sie reserviert.`,
      rows: [...rows, ['Anbieter', company.companyName]],
      more: howToPay,
    }),
    open: seriesToCompany(facts, {
      act: 'asked:company',
      subject: `Neue Serienanfrage: ${serviceTitle}, ${rhythmOf(series)}`,
      title: 'Sie haben eine Anfrage für eine Serie',
      says: `ein Kunde möchte Sie für mehrere Termine buchen. Bitte antworten Sie bis ${formatMoment(until)}; Sie nehmen alle Termine an oder keinen.`,
      rows: [
        ...rows,
        ...boughtRow(items),
        ['Ort', form.location],
        ['Kunde', form.customerName],
        ...(form.description ? [['Beschreibung', form.description] satisfies MailRow] : []),
      ],
      more: `Der Kunde bezahlt jeden Termin einzeln, ab 7 Tagen vorher. Unbezahlt wird ein Termin ${seriesLimits.untilHours} Stunden vorher wieder frei. Ohne Ihre Antwort verfällt die Anfrage.`,
    }),
  }
}

/** Mail to the customer whose series was accepted. */
export const acceptedMail = (facts: Facts) =>
  seriesToCustomer(facts, {
    act: 'accepted',
    subject: `Ihre Serie ist angenommen: ${titleOf(facts)}`,
    title: 'Ihre Serie ist angenommen',
    says: `${facts.company.companyName} nimmt alle Termine an und hält sie für Sie frei.`,
    rows: [
      ['Leistung', titleOf(facts)],
      ['Termine', momentsOf(facts.dates)],
      ['Betrag je Termin', formatEuro(facts.dates[0]?.amountCents ?? 0)],
    ],
    more: howToPay,
  })

/** Mail to the customer whose series was declined. */
export const declinedMail = ({ reason, ...facts }: Facts & { reason: string }) =>
  seriesToCustomer(facts, {
    act: 'declined',
    subject: `Ihre Serie wurde abgelehnt: ${titleOf(facts)}`,
    title: 'Ihre Serie wurde abgelehnt',
    says: `${facts.company.companyName} kann Ihre Serie nicht annehmen. Es kostet Sie nichts.`,
    rows: [
      ['Leistung', titleOf(facts)],
      ['Grund', reason],
    ],
  })

/** Mails to both sides when the company did not answer in time. */
export const lapsedMails = (facts: Facts) => ({
  secret: seriesToCustomer(facts, {
    act: 'lapsed:customer',
    subject: `Ihre Anfrage ist verfallen: ${titleOf(facts)}`,
    title: 'Ihre Serie ist verfallen',
    says: `${facts.company.companyName} hat nicht geantwortet. Es kostet Sie nichts.`,
  }),
  open: seriesToCompany(facts, {
    act: 'lapsed:company',
    subject: `Serienanfrage verfallen: ${titleOf(facts)}`,
    title: 'Eine Serienanfrage ist verfallen',
    says: 'Sie haben auf diese Anfrage nicht geantwortet. Die Zeiten sind wieder frei.',
    rows: [['Termine', momentsOf(facts.dates)]],
  }),
})

type Ended = Facts & { ended: readonly string[]; isWhole: boolean }
const actOf = ({ ended, isWhole }: Ended) => (isWhole ? 'ended' : `left:${ended.join()}`)
const endedRows = ({ dates, ended }: Ended): MailRow[] => [
  ['Leistung', titleOf({ dates })],
  ['Entfallen', momentsOf(dates.filter(({ bookingId }) => ended.includes(bookingId)))],
]

/** Mail to the company whose customer ends a series or drops a date. */
export const endedCompanyMail = (facts: Ended) =>
  seriesToCompany(facts, {
    act: `${actOf(facts)}:company`,
    subject: facts.isWhole ? `Serie beendet: ${titleOf(facts)}` : `Termin einer Serie entfällt: ${titleOf(facts)}`,
    title: facts.isWhole ? 'Ein Kunde hat seine Serie beendet' : 'Ein Kunde lässt einen Termin aus',
    says: 'die unbezahlten Termine entfallen, und die Zeit ist wieder frei. Bezahlte Termine bleiben.',
    rows: [...endedRows(facts), ['Kunde', facts.dates[0]?.customerName ?? '']],
  })

/** Mail to the customer whose company ends a series or drops a date. */
export const endedCustomerMail = ({ reason, ...facts }: Ended & { reason: string }) =>
  seriesToCustomer(facts, {
    act: `${actOf(facts)}:customer`,
    subject: facts.isWhole ? `Ihre Serie ist beendet: ${titleOf(facts)}` : `Ein Termin Ihrer Serie entfällt: ${titleOf(facts)}`,
    title: facts.isWhole ? 'Ihr Anbieter hat die Serie beendet' : 'Ein Termin Ihrer Serie entfällt',
    says: `${facts.company.companyName} sagt Termine ab, die Sie noch nicht bezahlt haben. Bezahlte Termine bleiben.`,
    rows: [...endedRows(facts), ['Grund', reason]],
  })

type Due = { booking: Booking & { amountCents: number }; company: Company; until: Date; links: BookingLinks; isReminder: boolean }

/** Subject about one date of a series, with its day of the week. */
const dateSubject = (what: string, { serviceTitle, bookingDate }: Booking) => `${what}: ${serviceTitle} am ${formatLongDate(bookingDate)}`

/** Mail to the customer when a date can be paid, and once more before it lapses. */
export const dueMail = ({ until, isReminder, ...facts }: Due) => {
  const { booking, company } = facts
  return toCustomer(facts, {
    occasion: `series:date:${booking.id}:${isReminder ? 'reminded' : 'due'}`,
    subject: dateSubject(isReminder ? 'Noch nicht bezahlt' : 'Bitte bezahlen Sie Ihren Termin', booking),
    title: isReminder ? 'Ihr Termin ist noch nicht bezahlt' : 'Ihr nächster Termin steht an',
    says: `${company.companyName} hält diesen Termin Ihrer Serie für Sie frei. Gebucht ist er, wenn Sie ihn bis ${formatMoment(until)} bezahlen; danach verfällt er. Möchten Sie ihn nicht, brauchen Sie nichts zu tun.`,
    rows: [
      ['Anbieter', company.companyName],
      ['Betrag', formatEuro(booking.amountCents)],
    ],
  })
}

type Lapsed = { booking: Booking; company: Company; links: BookingLinks; publicUrl: string }

/** Mails to both sides when a date was not paid in time. */
export const dateLapsedMails = (facts: Lapsed) => {
  const { booking, company } = facts
  return {
    secret: toCustomer(facts, {
      occasion: `series:date:${booking.id}:lapsed:customer`,
      subject: dateSubject('Termin verfallen', booking),
      title: 'Ein Termin Ihrer Serie ist verfallen',
      says: 'dieser Termin wurde nicht bezahlt. Es wurde nichts abgebucht; die anderen Termine Ihrer Serie bleiben.',
      rows: [['Anbieter', company.companyName]],
    }),
    open: toCompany(facts, {
      occasion: `series:date:${booking.id}:lapsed:company`,
      subject: dateSubject('Termin einer Serie verfallen', booking),
      title: 'Ein Termin einer Serie ist verfallen',
      says: 'der Kunde hat diesen Termin nicht bezahlt. Die Zeit ist wieder frei.',
      rows: [['Kunde', booking.customerName]],
    }),
  }
}
