import { z } from 'zod'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { fileMessage, readMessages, takeMessage } from './contactActions.ts'
import { contactMessage, contactRates, messageList, messageView, supportPage } from './contactRules.ts'

export const contactHttp = [
  endpoint({
    name: 'send-contact-message',
    allows: 'V',
    summary: 'Stores a message of the contact form and mails it to the operator.',
    isCreating: true,
    leadsTo: `${supportPage}?gesendet=1#kontakt`,
    body: contactMessage,
    answer: z.object({ success: z.literal(true), message: z.string() }),
    limits: ({ caller }) => [{ name: 'contact:ip', key: caller.ip, ...contactRates.perIp }],
    run: (app, { body }) => takeMessage(app, body),
  }),
  endpoint({
    name: 'admin-list-contact-messages',
    isReadOnly: true,
    allows: 'A2',
    summary: "Returns a page of the contact form's messages and the number of matches.",
    body: listBody(messageList),
    answer: pageResponse(messageView),
    run: (app, { body }) => readMessages(app, body),
  }),
  command({
    name: 'admin-file-contact-message',
    allows: 'A2',
    summary: 'Marks a message as done, or reopens it.',
    body: z.object({ messageId: z.uuid(), isDone: z.boolean() }),
    run: (app, { body, caller }) => fileMessage(app, { ...body, caller }),
  }),
] as const
