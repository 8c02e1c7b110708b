import { z } from 'zod'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer } from '#src/platform/server/pages.ts'
import { fileMessage, readMessages, takeMessage } from './contactActions.ts'
import { contactMessage, contactRates, messageList, shownMessage, supportPage } from './contactRules.ts'

export const contactHttp = [
  endpoint({
    name: 'send-contact-message',
    allows: 'V',
    summary: 'The contact form: keeps the message and mails it to the operator',
    isCreating: true,
    leadsTo: `${supportPage}?gesendet=1#kontakt`,
    body: contactMessage,
    answer: z.object({ success: z.literal(true), message: z.string() }),
    limits: ({ caller }) => [{ name: 'contact:ip', key: caller.ip, ...contactRates.perIp }],
    run: (app, { body }) => takeMessage(app, body),
  }),
  endpoint({
    name: 'admin-list-contact-messages',
    isReading: true,
    allows: 'A2',
    summary: 'A page of the messages from the contact form, and how many match',
    body: listBody(messageList),
    answer: pageAnswer(shownMessage),
    run: (app, { body }) => readMessages(app, body),
  }),
  act({
    name: 'admin-file-contact-message',
    allows: 'A2',
    summary: 'Puts a message away as done, or takes it up again',
    body: z.object({ messageId: z.uuid(), isDone: z.boolean() }),
    run: (app, { body, caller }) => fileMessage(app, { ...body, caller }),
  }),
] as const
