import { formatMoment } from '#src/platform/kit/dates.ts'
import { greeting } from '#src/platform/kit/text.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { type Failure, feedFailureTexts, feedLimits } from './rules.ts'

type Failing = {
  companyId: string
  company: { companyName: string; contactPerson: string; email: string }
  host: string
  failure: Failure
  readAt: Date | null
  at: Date
  publicUrl: string
}

/** Notifies the company that its external calendar can no longer be read; one mail per series of failures. */
export const feedFailingMail = ({ companyId, company, host, failure, readAt, at, publicUrl }: Failing): MailMessage => ({
  to: company.email,
  occasion: `calendarFeed:${companyId}:failing:${(readAt ?? at).getTime()}`,
  subject: 'Ihr verbundener Kalender ist nicht zu lesen',
  blocks: [
    { kind: 'heading', text: 'Ihr verbundener Kalender ist nicht zu lesen' },
    {
      kind: 'text',
      text: `${greeting(company.contactPerson)}, wir haben mehrmals vergeblich versucht, Ihren Kalender zu lesen. Was dort zuletzt belegt war, bleibt gesperrt; Neues sehen wir nicht.`,
    },
    {
      kind: 'facts',
      rows: [
        ['Kalender bei', host],
        ['Grund', feedFailureTexts[failure]],
        ['Zuletzt gelesen', readAt ? formatMoment(readAt) : 'noch nie'],
      ],
    },
    {
      kind: 'text',
      text: `Bitte prüfen Sie die Adresse. Wir versuchen es weiter, in wachsenden Abständen bis zu ${feedLimits.mostMinutes / 60} Stunden; eine neue Adresse lesen wir sofort.`,
    },
    { kind: 'button', label: 'Zu den Zeiten', href: `${publicUrl}/dashboard/zeiten` },
  ],
})
