import { heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { factsOf, type Place } from '../mails.ts'
import type { Side } from '../rules.ts'

type Undelivered = { to: string; threadId: string; side: Side; day: string; place: Place; reason: string }

/** Mail about a reply that could not be delivered; sent once per day, thread and side. It quotes nothing. */
export const undeliveredMail = ({ to, threadId, side, day, place, reason }: Undelivered): MailMessage => ({
  to,
  occasion: `reply:${threadId}:${side}:${day}`,
  subject: 'Ihre Antwort konnte nicht zugestellt werden',
  blocks: [
    heading('Ihre Antwort konnte nicht zugestellt werden'),
    text('Guten Tag, Sie haben auf eine E-Mail von uns geantwortet.'),
    text(reason),
    factsOf(place),
    text(
      'Bitte öffnen Sie das Gespräch über den Link in der E-Mail, auf die Sie geantwortet haben. Weitere Antworten von heute melden wir Ihnen nicht einzeln.',
    ),
  ],
})
