import { formatMoment } from '#src/platform/kit/dates.ts'
import { greeting } from '#src/platform/kit/text.ts'
import { button, factsBlock, text, titled } from '#src/platform/server/mail/blocks.ts'
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
  ...titled('Ihr verbundener Kalender ist nicht zu lesen', [
    text(
      `${greeting(company.contactPerson)}, wir haben mehrmals vergeblich versucht, Ihren Kalender zu lesen. Was dort zuletzt belegt war, bleibt gesperrt; Neues sehen wir nicht.`,
    ),
    factsBlock([
      ['Kalender bei', host],
      ['Grund', feedFailureTexts[failure]],
      ['Zuletzt gelesen', readAt ? formatMoment(readAt) : 'noch nie'],
    ]),
    text(
      `Bitte prüfen Sie die Adresse. Wir versuchen es weiter, in wachsenden Abständen bis zu ${feedLimits.mostMinutes / 60} Stunden; eine neue Adresse lesen wir sofort.`,
    ),
    button('Zu den Zeiten', `${publicUrl}/dashboard/zeiten`),
  ]),
})
