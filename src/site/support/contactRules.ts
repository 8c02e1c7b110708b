import { z } from 'zod'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { senderFields } from './senderRules.ts'
import { trapFields } from './trapRules.ts'

export const supportPage = '/support'
/** Response time that the operator promises, in hours (docs/spec.md#support). */
export const replyWithinHours = 24

/** Lengths in characters; `retentionDays`: retention of messages in days. */
export const contactLimits = { message: { min: 10, max: 3_000 }, retentionDays: 365 } as const
/** Messages per hour and client address (docs/spec.md#limits). */
export const contactRates = { perIp: { max: 5, windowSeconds: 3_600 } } as const

export const contactTopics = ['booking', 'payment', 'provider', 'privacy', 'other'] as const
export type ContactTopic = (typeof contactTopics)[number]
export const contactTopicLabels: Record<ContactTopic, string> = {
  booking: 'Frage zu einer Buchung',
  payment: 'Zahlung oder Erstattung',
  provider: 'Frage als Anbieter',
  privacy: 'Datenschutz',
  other: 'Etwas anderes',
}

export const contactTexts = {
  topic: 'Bitte wählen Sie ein Thema',
  message: 'Nachricht muss zwischen 10 und 3.000 Zeichen lang sein',
  sent: 'Ihre Nachricht ist angekommen',
  sentHelp: `Wir antworten Ihnen innerhalb von ${replyWithinHours} Stunden per E-Mail.`,
  notSent: 'Ihre Nachricht wurde nicht gesendet',
} as const

export const contactProblems = problemsOf('support', { messageUnknown: [404, 'Diese Nachricht gibt es nicht mehr.'] })

/** Schema of the contact form, used by browser and server. */
export const contactMessage = z.object({
  ...senderFields,
  topic: z.enum(contactTopics, { error: contactTexts.topic }),
  message: z
    .string({ error: contactTexts.message })
    .trim()
    .min(contactLimits.message.min, contactTexts.message)
    .max(contactLimits.message.max, contactTexts.message),
  ...trapFields,
})
export type ContactMessage = z.output<typeof contactMessage>

/** States of a message. */
export const messageStates = ['open', 'done', 'suspect'] as const
export const messageStateLabels: Record<(typeof messageStates)[number], string> = {
  open: 'Offen',
  done: 'Erledigt',
  suspect: 'Verdacht auf Spam',
}
export const messageSorts = ['newest', 'oldest'] as const
export type MessageSort = (typeof messageSorts)[number]
export const messageSortLabels: Record<MessageSort, string> = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' }

/** Sorting and filters of the operator's list, as encoded in the URL. */
export const messageList = { sorts: messageSorts, choices: { state: messageStates, topic: contactTopics }, searchLength: 100 } as const
export type MessageList = ListOf<typeof messageList>

export type MessageFilter = FilterOf<MessageList>

export const messageView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  topic: z.enum(contactTopics),
  message: z.string(),
  isSuspect: z.boolean(),
  createdAt: z.date(),
  doneAt: z.date().nullable(),
})
export type MessageView = Wire<z.infer<typeof messageView>>
