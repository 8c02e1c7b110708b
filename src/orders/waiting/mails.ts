import { berlinDay, formatClock, formatLongDate, formatMoment } from '#src/platform/kit/dates.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { waitingRetention, waitingTexts } from './rules.ts'

const heading = (text: string) => ({ kind: 'heading', text }) as const
const text = (content: string) => ({ kind: 'text', text: content }) as const
const button = (label: string, href: string) => ({ kind: 'button', label, href }) as const

/** Mail to a typed address. It may be a stranger's, so the mail repeats no typed text (docs/spec.md#unconfirmed-address). */
export const confirmWaitingMail = ({ id, email, url }: { id: string; email: string; url: string }): MailMessage => ({
  to: email,
  occasion: `waiting:${id}:confirm`,
  subject: 'Bitte bestätigen Sie: Nachricht, wenn ein Termin frei wird',
  blocks: [
    heading('Nur noch ein Klick'),
    text(
      'Guten Tag, mit dieser E-Mail-Adresse möchte jemand benachrichtigt werden, wenn bei einem Anbieter ein Termin frei wird. Erst wenn Sie das bestätigen, schreiben wir Ihnen dazu.',
    ),
    button('Ansehen und bestätigen', url),
    text(
      `Waren Sie das nicht? Dann brauchen Sie nichts zu tun: Ohne Bestätigung schreiben wir Ihnen nicht mehr, und wir löschen die Angaben nach ${waitingRetention.unconfirmedDays} Tagen.`,
    ),
  ],
})

/** Mail with a new link after the old one leaked. The address may be unconfirmed, so the mail repeats no typed text. */
export const renewedWaitingMail = ({
  id,
  email,
  number,
  url,
}: {
  id: string
  email: string
  number: number
  url: string
}): MailMessage => ({
  to: email,
  occasion: `waiting:${id}:link:${number}`,
  subject: 'Ihr neuer Link zur Warteliste',
  blocks: [
    heading('Ihr neuer Link'),
    text('Guten Tag, dieser Link ersetzt den bisherigen, der nicht mehr gilt. Bitte geben Sie ihn nicht weiter.'),
    button('Warteliste ansehen', url),
  ],
})

type Offered = {
  entry: { id: string; email: string; companyName: string; serviceTitle: string | null; bookingId: string | null; offers: number }
  startsAt: Date
  until: Date
  url: string
}
/** Mail to a waiting customer: a time is held. */
export const heldMail = ({ entry, startsAt, until, url }: Offered): MailMessage => ({
  to: entry.email,
  occasion: `waiting:${entry.id}:offer:${entry.offers + 1}`,
  subject: `${entry.bookingId ? 'Ein früherer Termin' : 'Ein Termin'} ist frei: ${formatMoment(startsAt)}`,
  blocks: [
    heading(entry.bookingId ? 'Ein früherer Termin ist frei' : 'Ein Termin ist frei'),
    text(`Guten Tag, bei ${entry.companyName} ist etwas frei geworden. ${waitingTexts.held(until)}`),
    {
      kind: 'facts',
      rows: [
        ...(entry.serviceTitle ? [['Leistung', entry.serviceTitle] as [string, string]] : []),
        ['Termin', `${formatLongDate(berlinDay(startsAt))}, ${formatClock(startsAt)}`],
        ['Reserviert bis', formatMoment(until)],
      ],
    },
    button('Termin ansehen', url),
    text(
      entry.bookingId
        ? 'Nehmen Sie ihn nicht, bleibt es bei Ihrem gebuchten Termin. Der Preis ist derselbe. Auf der Seite Ihrer Buchung beenden Sie auch die Benachrichtigung.'
        : 'Danach bekommt ihn, wer als Nächstes wartet. Auf derselben Seite beenden Sie auch die Benachrichtigung. Bitte geben Sie den Link nicht weiter.',
    ),
  ],
})
