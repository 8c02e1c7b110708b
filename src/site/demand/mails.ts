import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { alertRetention, alertTexts, wordingOf } from './rules.ts'

const heading = (text: string) => ({ kind: 'heading', text }) as const
const text = (content: string) => ({ kind: 'text', text: content }) as const

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
    { kind: 'button', label: 'Ansehen und bestätigen', href: url },
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
    {
      kind: 'facts',
      rows: [
        ['Gesucht', wordingOf(alert)],
        ['Anbieter', company.companyName],
        ['Ort', company.location],
      ],
    },
    { kind: 'button', label: 'Anbieter ansehen', href: searchUrl },
    { kind: 'smallPrint', text: alertTexts.servedHelp, label: alertTexts.delete, href: url },
  ],
})
