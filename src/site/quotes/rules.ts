import { z } from 'zod'
import { contactKinds, hideContacts } from '#src/orders/bookings/masking/rules.ts'
import { bookingRequest } from '#src/orders/bookings/order/rules.ts'
import { bookingTexts } from '#src/orders/bookings/rules.ts'
import { emptyMessage, isMessage, messageContent, reportReason, threadParams } from '#src/orders/messages/rules.ts'
import { addDays, berlinDay, isCalendarDay } from '#src/platform/kit/dates.ts'
import { formatEuroShort } from '#src/platform/kit/money.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { dayParts } from '#src/supply/calendars/dayParts.ts'
import { type Category, categories } from '#src/supply/companies/rules.ts'
import { depositLimits, serviceLimits, serviceTexts } from '#src/supply/services/rules.ts'
import { endings, quoteRequestStatuses, quoteStatuses } from './states.ts'

/** Limits of a request and of a quote (docs/spec.md#quotes), lengths in characters. */
export const quoteLimits = {
  description: { min: 20, max: 2_000 },
  companies: 5,
  files: 5,
  days: 3,
  title: { min: 3, max: 120 },
  /** Length of the title taken from the description, for a request without a service. */
  beginning: 60,
  text: 2_000,
  slots: 3,
  minutes: { min: serviceLimits.minutes.min, max: serviceLimits.spreadMinutes },
  validDays: { min: 1, max: 14 },
  /** `answerHours`: time for a company to answer; `rounds`: number of times companies are chosen for one request. */
  answerHours: 72,
  rounds: 3,
  /** Radius around the postcode in which companies are chosen, in kilometres. */
  radiusKm: 50,
  /** Requests of one address that may wait at the same time. */
  openPerAddress: 10,
  rowsOnPage: 20,
} as const

/** Validity of links to a request, in days. Requests are retained as long as threads, their files for a shorter time. */
export const quoteLinkDays = 90

export const quoteTexts = {
  description: 'Bitte beschreiben Sie, was gemacht werden soll (20 bis 2.000 Zeichen)',
  postcode: 'Bitte geben Sie eine Postleitzahl mit fünf Ziffern ein',
  companies: 'Bitte wählen Sie höchstens 5 Anbieter',
  nobody: 'In Ihrer Nähe haben wir dafür keinen Anbieter gefunden. Bitte wählen Sie selbst einen aus.',
  nameContact: 'Bitte geben Sie nur Ihren Namen an. Kontaktdaten werden nach der Buchung ausgetauscht.',
  days: 'Bitte wählen Sie höchstens 3 Tage in der Zukunft',
  daysMissing: 'Bitte wählen Sie mindestens einen Tag',
  title: 'Leistung muss zwischen 3 und 120 Zeichen lang sein',
  text: 'Bitte schreiben Sie, was Ihr Angebot enthält (höchstens 2.000 Zeichen)',
  amount: `Gesamtpreis muss zwischen 1 und 10.000 Euro liegen, mit Anzahlung und Raten bis ${formatEuroShort(depositLimits.jobCents)}`,
  payment: 'Keine Zahlung darf höher als 10.000 Euro sein. Bitte wählen Sie mehr Raten oder eine andere Anzahlung.',
  minutes: serviceTexts.minutes,
  slots: 'Bitte nennen Sie 1 bis 3 Termine in der Zukunft',
  validDays: 'Ein Angebot gilt 1 bis 14 Tage',
  slot: 'Bitte wählen Sie einen Termin',
  slotNotOffered: 'Zu dieser Zeit sind Sie nicht verfügbar. Bitte nennen Sie einen anderen Termin.',
  maxFiles: bookingTexts.maxFiles,
} as const

export const acceptLabel = 'Angebot zahlungspflichtig annehmen'

export const quoteProblems = problemsOf('quotes', {
  linkUnknown: [404, 'Dieser Link ist ungültig oder abgelaufen.'],
  unknown: [404, 'Diese Anfrage gibt es nicht.'],
  notOpen: [409, 'Diese Anfrage ist beendet.'],
  notUnanswered: [409, 'Diese Anfrage können Sie nicht mehr beantworten.'],
  notOffered: [409, 'Dieses Angebot gilt nicht mehr.'],
  beingPaid: [409, 'Dieses Angebot wird gerade angenommen. Bitte versuchen Sie es später noch einmal.'],
  otherBeingPaid: [409, 'Sie nehmen gerade ein anderes Angebot an. Bitte versuchen Sie es in einigen Sekunden noch einmal.'],
  notConfirmed: [409, 'Bitte bestätigen Sie Ihre Anfrage zuerst.'],
  tooManyOpen: [429, 'Zu dieser E-Mail-Adresse laufen schon 10 Anfragen. Bitte warten Sie deren Angebote ab.'],
  attachmentUnknown: [422, 'Eine Datei ist nicht mehr vorhanden. Bitte fügen Sie sie noch einmal hinzu.'],
})

/** Limits of requests per client address, per customer's address and per company. */
export const quoteRates = {
  perIp: { max: 10, windowSeconds: 3_600 },
  perAddress: { max: 5, windowSeconds: 3_600 },
  perCompany: { max: 30, windowSeconds: 3_600 },
  read: { max: 120, windowSeconds: 60 },
  act: { max: 30, windowSeconds: 3_600 },
} as const

export const urgencies = ['soon', 'month', 'days'] as const
export type Urgency = (typeof urgencies)[number]
export const urgencyLabels: Record<Urgency, string> = {
  soon: 'So bald wie möglich',
  month: 'In den nächsten vier Wochen',
  days: 'An festen Tagen',
}

const { customerName, customerEmail } = bookingRequest.shape

/** Request for quotes (docs/spec.md#quotes). Without companies, the nearest that match words and category are asked. */
const quoteRequestForm = z.object({
  description: z
    .string({ error: quoteTexts.description })
    .trim()
    .min(quoteLimits.description.min, quoteTexts.description)
    .max(quoteLimits.description.max, quoteTexts.description),
  postcode: z
    .string({ error: quoteTexts.postcode })
    .trim()
    .regex(/^\d{5}$/, quoteTexts.postcode),
  urgency: z.enum(urgencies).default('soon'),
  wishedDays: z.array(z.string().refine(isCalendarDay, quoteTexts.days)).max(quoteLimits.days, quoteTexts.days).default([]),
  wishedParts: z.array(z.enum(dayParts)).max(dayParts.length).default([]),
  customerName: customerName.refine((name) => hideContacts(name).hidden.length === 0, quoteTexts.nameContact),
  customerEmail,
  companyIds: z.array(z.uuid()).max(quoteLimits.companies, quoteTexts.companies).default([]),
  serviceId: z.uuid().optional(),
  words: z.string().trim().max(200).default(''),
  category: z.enum(categories).optional(),
  asksFurther: z.boolean().default(false),
  attachmentIds: z.array(z.uuid()).max(quoteLimits.files, quoteTexts.maxFiles).default([]),
})
export type QuoteRequestForm = z.infer<typeof quoteRequestForm>

/** Validates the requested days against the given time: none is past, and there is at least one if days are requested. */
export const quoteRequestAt = (now: Date) =>
  quoteRequestForm
    .refine(({ wishedDays }) => wishedDays.every((day) => day >= berlinDay(now) && day <= addDays(berlinDay(now), 365)), {
      error: quoteTexts.days,
      path: ['wishedDays'],
    })
    .refine(({ urgency, wishedDays }) => urgency !== 'days' || wishedDays.length > 0, {
      error: quoteTexts.daysMissing,
      path: ['wishedDays'],
    })

/** Initial data of the request form: companies to choose from, first the one from which the form was opened. */
export type QuoteFormData = {
  chosenId: string | null
  service: { id: string; title: string; description: string; questions: string[] } | null
  category: Category | null
  words: string
  postcode: string
  companies: {
    id: string
    companyName: string
    logoUrl: string | null
    rating: number | null
    reviews: number
    distanceKm: number | null
  }[]
  /** No (other) company of the trade is near the place: these are the nearest, and none of them is preselected. */
  isFar: boolean
}

/** Answer to one of a service's questions, as typed in the form. */
export type QuestionAnswer = { question: string; answer: string }

/** The description that is sent: what was typed, then the answered questions of the service, each under its question. */
export const describedWith = (description: string, answers: readonly QuestionAnswer[]) =>
  [
    description.trim(),
    ...answers.filter(({ answer }) => answer.trim() !== '').map(({ question, answer }) => `${question}\n${answer.trim()}`),
  ]
    .filter(Boolean)
    .join('\n\n')

/** Token that opens a request for its customer. */
export const quoteKey = z.object({ token: z.string().min(1).max(255) })

/** One of the companies that received the request, for its customer. */
const threadKey = quoteKey.extend({ quoteId: z.uuid() })
export type QuoteThreadKey = z.infer<typeof threadKey>
export const quoteThreadQuestion = threadKey.extend(threadParams)
export const quoteMessage = threadKey.extend(messageContent).refine(isMessage, emptyMessage)
export const quoteThreadReport = threadKey.extend({ reason: reportReason })

export const customerQuote = z.object({ companyId: z.uuid(), quoteId: z.uuid() })

const file = z.object({ id: z.uuid(), name: z.string(), bytes: z.number(), isPicture: z.boolean() })

export const offer = z.object({
  title: z.string(),
  text: z.string(),
  totalCents: z.number(),
  minutes: z.number(),
  validUntil: z.date(),
  depositPercent: z.number().nullable(),
  restParts: z.number(),
  slots: z.array(z.object({ date: z.string(), time: z.string() })),
})

/** Content of the request, as both sides see it. */
export const asked = {
  title: z.string(),
  category: z.enum(categories),
  description: z.string(),
  postcode: z.string(),
  urgency: z.enum(urgencies),
  wishedDays: z.array(z.string()),
  wishedParts: z.array(z.enum(dayParts)),
  files: z.array(file),
}

/** Request as its customer sees it, with the quotes. */
export const quoteRequestView = z.object({
  id: z.uuid(),
  status: z.enum(quoteRequestStatuses),
  ...asked,
  customerName: z.string(),
  customerEmail: z.string(),
  asksFurther: z.boolean(),
  createdAt: z.date(),
  confirmedAt: z.date().nullable(),
  /** Companies that would receive, or received, the request. */
  quotes: z.array(
    z.object({
      id: z.uuid().nullable(),
      companyId: z.uuid(),
      companyName: z.string(),
      logoUrl: z.string().nullable(),
      rating: z.number().nullable(),
      reviews: z.number(),
      status: z.enum(quoteStatuses).nullable(),
      endedBy: z.enum(endings).nullable(),
      answerBy: z.date().nullable(),
      offer: offer.nullable(),
      /** True if an order for it awaits payment. */
      isBeingPaid: z.boolean(),
    }),
  ),
  bookingId: z.uuid().nullable(),
})
export type QuoteRequestView = Wire<z.infer<typeof quoteRequestView>>
export type QuoteView = QuoteRequestView['quotes'][number]

/** Kinds of contact data masked in a text, for its author. */
export const hiddenAnswer = z.object({ hidden: z.array(z.enum(contactKinds)) })

/** 'In den nächsten vier Wochen, vormittags oder abends' */
export function requestedTimesText(
  { urgency, wishedDays, wishedParts }: { urgency: Urgency; wishedDays: readonly string[]; wishedParts: readonly string[] },
  formatDay: (day: string) => string,
) {
  const when = urgency === 'days' && wishedDays.length > 0 ? wishedDays.map(formatDay).join(' oder ') : urgencyLabels[urgency]
  const parts =
    wishedParts.length === 0 || wishedParts.length === dayParts.length ? '' : `, ${wishedParts.map((part) => `${part}s`).join(' oder ')}`
  return `${when}${parts}`
}
