import { type Booking, bookingButton, type Company, factsOf, heading, text } from '#src/orders/appointments/mails.ts'
import { type Bought, boughtTexts } from '#src/orders/bookings/bought.ts'
import { type BookingLinks, linkBlocks } from '#src/orders/bookings/mails.ts'
import { berlinDay, formatClock, formatLongDate, formatMoment } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { greeting } from '#src/platform/kit/text.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { formatSeries, type Rhythm, seriesLimits } from './texts.ts'

type Series = { id: string; weeks: Rhythm; dates: number; email: string }
type Dated = { bookingId: string; startsAt: Date; serviceTitle: string; customerName: string; amountCents: number; bookingStatus: string }
/** Series with its current dates; `url` contains a secret token. */
type Facts = { series: Series; company: Company; dates: readonly Dated[]; url: string; publicUrl: string }

const seriesButton = (href: string) => ({ kind: 'button', label: 'Serie ansehen', href }) as const
const homeButton = (publicUrl: string) => ({ kind: 'button', label: 'Serie ansehen', href: `${publicUrl}/dashboard#serien` }) as const
const moment = (at: Date) => `${formatLongDate(berlinDay(at))}, ${formatClock(at)}`
const momentsOf = (dates: readonly { startsAt: Date }[]) => dates.map(({ startsAt }) => moment(startsAt)).join('\n')
const rhythmOf = ({ weeks, dates }: Series) => formatSeries({ weeks, count: dates })
const titleOf = ({ dates: [first] }: Pick<Facts, 'dates'>) => first?.serviceTitle ?? ''

const howToPay = `Jeder Termin ist ein eigener Auftrag. Sieben Tage vorher schicken wir Ihnen den Link, mit dem Sie ihn bezahlen; was ${seriesLimits.untilHours} Stunden vorher nicht bezahlt ist, verfällt. Kündigen müssen Sie nichts.`

/** Mail to a typed address. It may be a stranger's, so the mail repeats no typed text (docs/spec.md#unconfirmed-address). */
export const confirmSeriesMail = ({ id, email, url }: { id: string; email: string; url: string }): MailMessage => ({
  to: email,
  occasion: `series:${id}:confirm`,
  subject: 'Bitte bestätigen Sie: Anfrage für mehrere Termine',
  blocks: [
    heading('Nur noch ein Klick'),
    text(
      'Guten Tag, mit dieser E-Mail-Adresse möchte jemand bei einem Anbieter mehrere Termine anfragen. Erst wenn Sie das bestätigen, geht die Anfrage zum Anbieter. Sie kostet nichts.',
    ),
    { kind: 'button', label: 'Ansehen und bestätigen', href: url },
    text(
      `Waren Sie das nicht? Dann brauchen Sie nichts zu tun: Ohne Bestätigung schreiben wir Ihnen nicht mehr, und wir löschen die Angaben nach ${seriesLimits.unconfirmedDays} Tagen.`,
    ),
  ],
})

/** Mail with a new link after the old one expired or leaked. The address may be unconfirmed, so the mail repeats no typed text. */
export const renewedSeriesMail = ({ id, email, number, url }: { id: string; email: string; number: number; url: string }): MailMessage => ({
  to: email,
  occasion: `series:${id}:link:${number}`,
  subject: 'Ihr neuer Link zur Serie',
  blocks: [
    heading('Ihr neuer Link'),
    text('Guten Tag, dieser Link ersetzt den bisherigen, der nicht mehr gilt. Bitte geben Sie ihn nicht weiter.'),
    seriesButton(url),
  ],
})

type Params = Omit<Facts, 'dates'> & {
  form: { dates: readonly { date: string; time: string }[]; customerName: string; location: string; description?: string | undefined }
  serviceTitle: string
  amountCents: number
  items: Bought
  until: Date
}

/** Mails to both sides when a series is requested; the company gets what it needs to decide. */
export function seriesRequestMails({ series, company, form, serviceTitle, amountCents, items, until, url, publicUrl }: Params) {
  const starts = form.dates.map(({ date, time }) => `${formatLongDate(date)}, ${time} Uhr`).join('\n')
  const rows: [string, string][] = [
    ['Leistung', serviceTitle],
    ['Serie', rhythmOf(series)],
    ['Termine', starts],
    ['Betrag je Termin', formatEuro(amountCents)],
  ]
  const lines = boughtTexts(items)
  return {
    secret: {
      to: series.email,
      occasion: `series:${series.id}:asked:customer`,
      subject: `Ihre Serie ist angefragt: ${serviceTitle}`,
      blocks: [
        heading('Ihre Serie ist beim Anbieter angefragt'),
        text(
          `Guten Tag, ${company.companyName} hat bis ${formatMoment(until)} Zeit für die Antwort. Bis dahin sind die Termine für Sie reserviert.`,
        ),
        { kind: 'facts', rows: [...rows, ['Anbieter', company.companyName]] },
        text(howToPay),
        seriesButton(url),
      ],
    },
    open: {
      to: company.mailbox,
      occasion: `series:${series.id}:asked:company`,
      subject: `Neue Serienanfrage: ${serviceTitle}, ${rhythmOf(series)}`,
      blocks: [
        heading('Sie haben eine Anfrage für eine Serie'),
        text(
          `${greeting(company.contactPerson)}, ein Kunde möchte Sie für mehrere Termine buchen. Bitte antworten Sie bis ${formatMoment(until)}; Sie nehmen alle Termine an oder keinen.`,
        ),
        {
          kind: 'facts',
          rows: [
            ...rows,
            ...(lines.length > 0 ? [['Umfang', lines.join('\n')] satisfies [string, string]] : []),
            ['Ort', form.location],
            ['Kunde', form.customerName],
            ...(form.description ? [['Beschreibung', form.description] satisfies [string, string]] : []),
          ],
        },
        text(
          `Der Kunde bezahlt jeden Termin einzeln, ab 7 Tagen vorher. Unbezahlt wird ein Termin ${seriesLimits.untilHours} Stunden vorher wieder frei. Ohne Ihre Antwort verfällt die Anfrage.`,
        ),
        homeButton(publicUrl),
      ],
    },
  } satisfies Record<string, MailMessage>
}

/** Mail to the customer whose series was accepted. */
export const acceptedMail = ({ series, company, dates, url }: Facts): MailMessage => ({
  to: series.email,
  occasion: `series:${series.id}:accepted`,
  subject: `Ihre Serie ist angenommen: ${titleOf({ dates })}`,
  blocks: [
    heading('Ihre Serie ist angenommen'),
    text(`Guten Tag, ${company.companyName} nimmt alle Termine an und hält sie für Sie frei.`),
    {
      kind: 'facts',
      rows: [
        ['Leistung', titleOf({ dates })],
        ['Termine', momentsOf(dates)],
        ['Betrag je Termin', formatEuro(dates[0]?.amountCents ?? 0)],
      ],
    },
    text(howToPay),
    seriesButton(url),
  ],
})

/** Mail to the customer whose series was declined. */
export const declinedMail = ({ series, company, dates, url, reason }: Facts & { reason: string }): MailMessage => ({
  to: series.email,
  occasion: `series:${series.id}:declined`,
  subject: `Ihre Serie wurde abgelehnt: ${titleOf({ dates })}`,
  blocks: [
    heading('Ihre Serie wurde abgelehnt'),
    text(`Guten Tag, ${company.companyName} kann Ihre Serie nicht annehmen. Es kostet Sie nichts.`),
    {
      kind: 'facts',
      rows: [
        ['Leistung', titleOf({ dates })],
        ['Grund', reason],
      ],
    },
    seriesButton(url),
  ],
})

/** Mails to both sides when the company did not answer in time. */
export const lapsedMails = ({ series, company, dates, url, publicUrl }: Facts) =>
  ({
    secret: {
      to: series.email,
      occasion: `series:${series.id}:lapsed:customer`,
      subject: `Ihre Anfrage ist verfallen: ${titleOf({ dates })}`,
      blocks: [
        heading('Ihre Serie ist verfallen'),
        text(`Guten Tag, ${company.companyName} hat nicht geantwortet. Es kostet Sie nichts.`),
        seriesButton(url),
      ],
    },
    open: {
      to: company.mailbox,
      occasion: `series:${series.id}:lapsed:company`,
      subject: `Serienanfrage verfallen: ${titleOf({ dates })}`,
      blocks: [
        heading('Eine Serienanfrage ist verfallen'),
        text(`${greeting(company.contactPerson)}, Sie haben auf diese Anfrage nicht geantwortet. Die Zeiten sind wieder frei.`),
        { kind: 'facts', rows: [['Termine', momentsOf(dates)]] },
        homeButton(publicUrl),
      ],
    },
  }) satisfies Record<string, MailMessage>

type Ended = Facts & { ended: readonly string[]; isWhole: boolean }
const occasionOf = ({ series, ended, isWhole }: Ended) => `series:${series.id}:${isWhole ? 'ended' : `left:${ended.join()}`}`
const endedRows = ({ dates, ended }: Ended): [string, string][] => [
  ['Leistung', titleOf({ dates })],
  ['Entfallen', momentsOf(dates.filter(({ bookingId }) => ended.includes(bookingId)))],
]

/** Mail to the company whose customer ends a series or drops a date. */
export const endedCompanyMail = (facts: Ended): MailMessage => ({
  to: facts.company.mailbox,
  occasion: `${occasionOf(facts)}:company`,
  subject: facts.isWhole ? `Serie beendet: ${titleOf(facts)}` : `Termin einer Serie entfällt: ${titleOf(facts)}`,
  blocks: [
    heading(facts.isWhole ? 'Ein Kunde hat seine Serie beendet' : 'Ein Kunde lässt einen Termin aus'),
    text(
      `${greeting(facts.company.contactPerson)}, die unbezahlten Termine entfallen, und die Zeit ist wieder frei. Bezahlte Termine bleiben.`,
    ),
    { kind: 'facts', rows: [...endedRows(facts), ['Kunde', facts.dates[0]?.customerName ?? '']] },
    homeButton(facts.publicUrl),
  ],
})

/** Mail to the customer whose company ends a series or drops a date. */
export const endedCustomerMail = ({ reason, ...facts }: Ended & { reason: string }): MailMessage => ({
  to: facts.series.email,
  occasion: `${occasionOf(facts)}:customer`,
  subject: facts.isWhole ? `Ihre Serie ist beendet: ${titleOf(facts)}` : `Ein Termin Ihrer Serie entfällt: ${titleOf(facts)}`,
  blocks: [
    heading(facts.isWhole ? 'Ihr Anbieter hat die Serie beendet' : 'Ein Termin Ihrer Serie entfällt'),
    text(`Guten Tag, ${facts.company.companyName} sagt Termine ab, die Sie noch nicht bezahlt haben. Bezahlte Termine bleiben.`),
    { kind: 'facts', rows: [...endedRows(facts), ['Grund', reason]] },
    seriesButton(facts.url),
  ],
})

type Due = { booking: Booking & { amountCents: number }; company: Company; until: Date; links: BookingLinks; isReminder: boolean }

/** Mail to the customer when a date can be paid, and once more before it lapses. */
export const dueMail = ({ booking, company, until, links, isReminder }: Due): MailMessage => ({
  to: booking.customerEmail,
  occasion: `series:date:${booking.id}:${isReminder ? 'reminded' : 'due'}`,
  subject: `${isReminder ? 'Noch nicht bezahlt' : 'Bitte bezahlen Sie Ihren Termin'}: ${booking.serviceTitle} am ${formatLongDate(booking.bookingDate)}`,
  blocks: [
    heading(isReminder ? 'Ihr Termin ist noch nicht bezahlt' : 'Ihr nächster Termin steht an'),
    text(
      `Guten Tag, ${company.companyName} hält diesen Termin Ihrer Serie für Sie frei. Gebucht ist er, wenn Sie ihn bis ${formatMoment(until)} bezahlen; danach verfällt er. Möchten Sie ihn nicht, brauchen Sie nichts zu tun.`,
    ),
    factsOf(booking, [
      ['Anbieter', company.companyName],
      ['Betrag', formatEuro(booking.amountCents)],
    ]),
    ...linkBlocks(links),
  ],
})

type Lapsed = { booking: Booking; company: Company; links: BookingLinks; publicUrl: string }

/** Mails to both sides when a date was not paid in time. */
export const dateLapsedMails = ({ booking, company, links, publicUrl }: Lapsed) =>
  ({
    secret: {
      to: booking.customerEmail,
      occasion: `series:date:${booking.id}:lapsed:customer`,
      subject: `Termin verfallen: ${booking.serviceTitle} am ${formatLongDate(booking.bookingDate)}`,
      blocks: [
        heading('Ein Termin Ihrer Serie ist verfallen'),
        text('Guten Tag, dieser Termin wurde nicht bezahlt. Es wurde nichts abgebucht; die anderen Termine Ihrer Serie bleiben.'),
        factsOf(booking, [['Anbieter', company.companyName]]),
        ...linkBlocks(links),
      ],
    },
    open: {
      to: company.mailbox,
      occasion: `series:date:${booking.id}:lapsed:company`,
      subject: `Termin einer Serie verfallen: ${booking.serviceTitle} am ${formatLongDate(booking.bookingDate)}`,
      blocks: [
        heading('Ein Termin einer Serie ist verfallen'),
        text(`${greeting(company.contactPerson)}, der Kunde hat diesen Termin nicht bezahlt. Die Zeit ist wieder frei.`),
        factsOf(booking, [['Kunde', booking.customerName]]),
        bookingButton(publicUrl, booking),
      ],
    },
  }) satisfies Record<string, MailMessage>
