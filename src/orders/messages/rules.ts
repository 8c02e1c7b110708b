import { z } from 'zod'
import type { bookingStatuses } from '#src/money/payments/bookingStates.ts'
import { bookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { openDays } from '#src/orders/bookings/rules.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { contactKinds } from '../bookings/masking/rules.ts'

/** The two parties of a thread. */
export const sides = ['customer', 'company'] as const
export type Side = (typeof sides)[number]
export const otherSide = (side: Side): Side => (side === 'customer' ? 'company' : 'customer')

/** Limits of a thread (docs/spec.md#messages), lengths in characters. */
export const messageLimits = {
  text: 2_000,
  files: 5,
  reason: 1_000,
  perHour: 20,
  /** Messages shown initially, and maximum per request. */
  shown: { standard: 100, most: 5_000 },
  threadsOnPage: 30,
} as const

/** Delay after the last unread message before the other side is mailed. */
export const mailAfterMs = 3 * 60_000

/** Retention of threads after their last message, in months: of paid bookings, and of all others. */
export const retentionMonths = { booked: 72, unbooked: 6 } as const

export const messageTexts = {
  empty: 'Bitte schreiben Sie eine Nachricht oder fügen Sie eine Datei an',
  long: 'Nachricht darf maximal 2.000 Zeichen lang sein',
  tooManyFiles: 'Zu viele Dateien',
  maxFiles: 'Maximal 5 Dateien erlaubt.',
  reason: 'Bitte beschreiben Sie, was nicht in Ordnung ist (höchstens 1.000 Zeichen)',
} as const

export const messageProblems = problemsOf('messages', {
  unknown: [404, 'Dieses Gespräch gibt es nicht.'],
  closed: [409, 'In diesem Gespräch können Sie nicht mehr schreiben.'],
  tooMany: [429, 'Sie können höchstens 20 Nachrichten in einer Stunde senden. Bitte versuchen Sie es später noch einmal.'],
  attachmentUnknown: [422, 'Eine Datei ist nicht mehr vorhanden. Bitte fügen Sie sie noch einmal hinzu.'],
  nothingToReport: [409, 'Hier hat noch niemand geschrieben.'],
  alreadyReported: [409, 'Sie haben dieses Gespräch schon gemeldet. Wir prüfen es.'],
})

/** Requests per client address: reading threads, sending, downloading files, reporting. */
export const messageRates = {
  read: { max: 240, windowSeconds: 60 },
  send: { max: 60, windowSeconds: 3_600 },
  files: { max: 120, windowSeconds: 60 },
  report: { max: 10, windowSeconds: 3_600 },
} as const

export const messageContent = {
  text: z.string().trim().max(messageLimits.text, messageTexts.long).default(''),
  attachmentIds: z.array(z.uuid()).max(messageLimits.files, messageTexts.maxFiles).default([]),
}
type Content = { text: string; attachmentIds: string[] }
export const isMessage = ({ text, attachmentIds }: Content) => text !== '' || attachmentIds.length > 0
export const emptyMessage = { error: messageTexts.empty, path: ['text'] }

/** Subject of a thread: a booking, or a quote that one company was asked for. */
export type Subject = { bookingId: string } | { quoteId: string }
const customerSubject = { companyId: z.uuid(), bookingId: z.uuid().optional(), quoteId: z.uuid().optional() }
const isOneSubject = ({ bookingId, quoteId }: { bookingId?: string | undefined; quoteId?: string | undefined }) =>
  (bookingId === undefined) !== (quoteId === undefined)
const noSubject = { error: 'Bitte nennen Sie entweder eine Buchung oder eine Anfrage', path: ['bookingId'] }
/** Subject in a company's request. */
export const subjectOf = ({ bookingId, quoteId }: { bookingId?: string | undefined; quoteId?: string | undefined }): Subject =>
  bookingId === undefined ? { quoteId: quoteId ?? '' } : { bookingId }

/** Message from the customer, and from the company. */
export const customerMessage = z.object({ key: bookingKey, ...messageContent }).refine(isMessage, emptyMessage)
export const companyMessage = z
  .object({ ...customerSubject, ...messageContent })
  .refine(isOneSubject, noSubject)
  .refine(isMessage, emptyMessage)

/** `isSeen`: the messages are visible on the screen and count as read; `most`: maximum number of messages. */
export const threadParams = {
  isSeen: z.boolean().default(false),
  most: z.number().int().min(1).max(messageLimits.shown.most).default(messageLimits.shown.standard),
}
export const customerThreadRequest = z.object({ key: bookingKey, ...threadParams })
export const companyThreadQuestion = z.object({ ...customerSubject, ...threadParams }).refine(isOneSubject, noSubject)

export const reportReason = z
  .string({ error: messageTexts.reason })
  .trim()
  .min(1, messageTexts.reason)
  .max(messageLimits.reason, messageTexts.reason)
export const customerReport = z.object({ key: bookingKey, reason: reportReason })
export const companyReport = z.object({ ...customerSubject, reason: reportReason }).refine(isOneSubject, noSubject)

export const messageView = z.object({
  id: z.uuid(),
  side: z.enum(sides),
  text: z.string(),
  /** Kinds of contact data masked in the message. */
  hidden: z.array(z.enum(contactKinds)),
  sentAt: z.date(),
  readAt: z.date().nullable(),
  files: z.array(z.object({ id: z.uuid(), name: z.string(), bytes: z.number(), isPicture: z.boolean() })),
})
export type MessageView = Wire<z.infer<typeof messageView>>

/** A thread as one of its parties sees it. */
export const threadView = z.object({
  messages: z.array(messageView),
  hasOlder: z.boolean(),
  /** `mayWrite`: the party may write; `isGated`: contact data are masked. */
  mayWrite: z.boolean(),
  isGated: z.boolean(),
  requestedAt: z.date().nullable(),
  paidAt: z.date().nullable(),
  companyName: z.string(),
  contactPerson: z.string(),
  customerName: z.string(),
  /** True if the party has an open report. */
  isReported: z.boolean(),
})
export type ThreadView = Wire<z.infer<typeof threadView>>

/** Thread as its company sees it, with booking or request. */
export const companyThread = threadView.extend({
  bookingId: z.uuid().nullable(),
  quoteId: z.uuid().nullable(),
  serviceTitle: z.string(),
  /** Null before a booking. */
  bookingDate: z.string().nullable(),
  bookingTime: z.string().nullable(),
  amountCents: z.number().nullable(),
  customerPhone: z.string(),
})
export type CompanyThread = Wire<z.infer<typeof companyThread>>

export const threadFilters = ['all', 'unread', 'asked', 'booked'] as const
export type ThreadFilter = (typeof threadFilters)[number]
export const threadFilterLabels: Record<ThreadFilter, string> = {
  all: 'Alle',
  unread: 'Ungelesen',
  asked: 'Anfragen',
  booked: 'Vereinbart',
}

export const threadListQuestion = z.object({
  companyId: z.uuid(),
  filter: z.enum(threadFilters).default('all'),
  page: z.number().int().min(1).max(10_000).default(1),
})

/** A thread in the company's list. */
const listedThread = z.object({
  bookingId: z.uuid().nullable(),
  quoteId: z.uuid().nullable(),
  customerName: z.string(),
  serviceTitle: z.string(),
  lastAt: z.date(),
  lastSide: z.enum(sides),
  lastText: z.string(),
  lastFiles: z.number(),
  unread: z.number(),
})
export const threadList = z.object({
  rows: z.array(listedThread),
  page: z.number(),
  pageSize: z.number(),
  counts: z.object({ all: z.number(), unread: z.number(), asked: z.number(), booked: z.number() }),
})
export type ThreadList = Wire<z.infer<typeof threadList>>
export type ListedThread = ThreadList['rows'][number]

type Place = {
  bookingStatus: (typeof bookingStatuses)[number] | null
  bookingDate: string | null
  /** True if the quote is requested, or made and not accepted yet. */
  isOpenQuote: boolean
  paidAt: Date | null
  requestedAt: Date | null
}

/** True before the payment: contact data are masked. */
export const isGated = ({ paidAt }: Pick<Place, 'paidAt'>) => paidAt === null

/**
 * True while both sides may write: about a requested or paid booking while its link is valid; about a quote while it can be made or
 * accepted.
 */
export const mayWrite = ({ bookingStatus, bookingDate, isOpenQuote, paidAt, requestedAt }: Place, now: Date) =>
  bookingDate === null
    ? isOpenQuote
    : (paidAt !== null || (requestedAt !== null && bookingStatus === 'pending')) && berlinDay(now) <= addDays(bookingDate, openDays)
