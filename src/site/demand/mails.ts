import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { alertRetention, alertTexts, wordingOf } from './rules.ts'

/** Mail to a typed address. It may be a stranger's, so the mail repeats no typed text (docs/spec.md#unconfirmed-address). */
export const confirmAlertMail = ({ id, email, url }: { id: string; email: string; url: string }): MailMessage => ({
  to: email,
  occasion: `alert:${id}:confirm`,
  subject: 'Bitte bestätigen Sie: Nachricht, wenn es einen Anbieter gibt',
  blocks: [
    heading('Nur noch ein Klick'),
    text(
      'Guten Tag, mit dieser E-Mail-Adresse möchte jemand benachrichtigt werden, sobald es zu einer Suche einen Anbieter gibt. Erst wenn Sie das bestätigen, schreiben wir Ihnen dazu, und zwar einmal.',
    ),
    button('Ansehen und bestätigen', url),
    text(
      `Waren Sie das nicht? Dann brauchen Sie nichts zu tun: Ohne Bestätigung schreiben wir Ihnen nicht mehr, und wir löschen die Angaben nach ${alertRetention.unconfirmedDays === 1 ? 'einem Tag' : `${alertRetention.unconfirmedDays} Tagen`}.`,
    ),
  ],
})

type Found = {
  alert: { id: string; email: string; words: string; location: string; category: string | null; service: string | null }
  company: { companyName: string; location: string }
  searchUrl: string
  url: string
}
/** Mail to a confirmed address: a company appeared. */
export const companyFoundMail = ({ alert, company, searchUrl, url }: Found): MailMessage => ({
  to: alert.email,
  occasion: `alert:${alert.id}:found`,
  subject: `Jetzt gibt es einen Anbieter: ${wordingOf(alert)}`,
  blocks: [
    heading(alertTexts.served),
    text('Guten Tag, für Ihre Suche gab es noch keinen Anbieter. Jetzt gibt es einen.'),
    factsBlock([
      ['Gesucht', wordingOf(alert)],
      ['Anbieter', company.companyName],
      ['Ort', company.location],
    ]),
    button('Anbieter ansehen', searchUrl),
    { kind: 'smallPrint', text: alertTexts.servedHelp, label: alertTexts.delete, href: url },
  ],
})
