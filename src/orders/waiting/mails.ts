import { confirmationOf, newLinkTo } from '#src/orders/appointments/mails.ts'
import { berlinDay, formatClock, formatLongDate, formatMoment } from '#src/platform/kit/dates.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { waitingRetention, waitingTexts } from './rules.ts'

/** Mail to a typed address, which asks for its confirmation. */
export const confirmWaitingMail = ({ id, email, url }: { id: string; email: string; url: string }) =>
  confirmationOf({
    to: email,
    occasion: `waiting:${id}:confirm`,
    subject: 'Nachricht, wenn ein Termin frei wird',
    says: 'benachrichtigt werden, wenn bei einem Anbieter ein Termin frei wird. Erst wenn Sie das bestätigen, schreiben wir Ihnen dazu.',
    url,
    days: waitingRetention.unconfirmedDays,
  })

/** Mail with a new link after the old one leaked. */
export const renewedWaitingMail = ({ id, email, number, url }: { id: string; email: string; number: number; url: string }) =>
  newLinkTo({ to: email, occasion: `waiting:${id}:link:${number}`, page: 'Warteliste', url })

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
    factsBlock([
      ...(entry.serviceTitle ? [['Leistung', entry.serviceTitle] as [string, string]] : []),
      ['Termin', `${formatLongDate(berlinDay(startsAt))}, ${formatClock(startsAt)}`],
      ['Reserviert bis', formatMoment(until)],
    ]),
    button('Termin ansehen', url),
    text(
      entry.bookingId
        ? 'Nehmen Sie ihn nicht, bleibt es bei Ihrem gebuchten Termin. Der Preis ist derselbe. Auf der Seite Ihrer Buchung beenden Sie auch die Benachrichtigung.'
        : 'Danach bekommt ihn, wer als Nächstes wartet. Auf derselben Seite beenden Sie auch die Benachrichtigung. Bitte geben Sie den Link nicht weiter.',
    ),
  ],
})
