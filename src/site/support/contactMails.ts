import { shortId } from '#src/platform/kit/text.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { type ContactTopic, contactTopicWords } from './contactRules.ts'

type Asked = { id: string; to: string; name: string; email: string; topic: ContactTopic; message: string }

/** Mail of a contact message to the operator; its Reply-To is the message's sender. */
export const contactMail = ({ id, to, name, email, topic, message }: Asked): MailMessage => ({
  to,
  replyTo: email,
  occasion: `contact:${id}`,
  subject: `Kontaktformular: ${contactTopicWords[topic]} (${shortId(id)})`,
  blocks: [
    { kind: 'heading', text: 'Nachricht aus dem Kontaktformular' },
    {
      kind: 'facts',
      rows: [
        ['Name', name],
        ['E-Mail', email],
        ['Thema', contactTopicWords[topic]],
      ],
    },
    { kind: 'text', text: message },
    { kind: 'text', text: `Antworten Sie auf diese E-Mail, geht Ihre Antwort an ${email}. Die Adresse ist nicht bestätigt.` },
  ],
})
