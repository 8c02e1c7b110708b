import { shortId } from '#src/platform/kit/text.ts'
import { factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { type ContactTopic, contactTopicLabels } from './contactRules.ts'

type Params = { id: string; to: string; name: string; email: string; topic: ContactTopic; message: string }

/** Mail of a contact message to the operator; its Reply-To is the message's sender. */
export const contactMail = ({ id, to, name, email, topic, message }: Params): MailMessage => ({
  to,
  replyTo: email,
  occasion: `contact:${id}`,
  subject: `Kontaktformular: ${contactTopicLabels[topic]} (${shortId(id)})`,
  blocks: [
    heading('Nachricht aus dem Kontaktformular'),
    factsBlock([
      ['Name', name],
      ['E-Mail', email],
      ['Thema', contactTopicLabels[topic]],
    ]),
    text(message),
    text(`Antworten Sie auf diese E-Mail, geht Ihre Antwort an ${email}. Die Adresse ist nicht bestätigt.`),
  ],
})
