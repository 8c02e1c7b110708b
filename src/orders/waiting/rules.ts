import { z } from 'zod'
import { bookingKey, type HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingRequest } from '#src/orders/bookings/order/rules.ts'
import { addDays, berlinDay, formatClock, formatDate } from '#src/platform/kit/dates.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { type DayPart, dayPartLabels, dayParts } from '#src/supply/calendars/dayParts.ts'
import { daySchema } from '#src/supply/calendars/dayRules.ts'

/** States of a waiting list entry; their permitted edges are rows of state_edges (docs/domain.md#waiting-list). */
const waitingStatuses = ['awaiting', 'waiting', 'offered', 'taken', 'left', 'ended'] as const

/** Limits of the waiting list (docs/spec.md#waiting-list). */
export const waitingLimits = {
  /** Maximum number of open entries: of an address, and of a company. */
  perAddress: 5,
  perCompany: 100,
  /** Minimum hours until a held time begins, and minutes for which it is held. */
  aheadHours: 3,
  heldMinutes: 30,
  /** Maximum number of unanswered holds per entry. */
  offers: 3,
  /** Number of entries processed per minute; companies are processed as a whole. */
  perMinute: 200,
  daysAhead: 180,
} as const

/** Times are held only while people are awake: Berlin time, end exclusive. */
const holdHours = { from: '09:00', to: '20:00' } as const
export function isHoldTime(now: Date) {
  const clock = clockTime(now.getTime())
  return holdHours.from <= clock && clock < holdHours.to
}

/**
 * Retention of entries in days: after their end, and with an unconfirmed address; and the days after its last day for which an entry's link
 * opens it.
 */
export const waitingRetention = { endedDays: 30, unconfirmedDays: 7, linkDays: 7 } as const

export const waitingPage = '/warteliste'

/** Rate limits: of joining per client address and per mail address, of reading and of other acts. */
export const waitingRates = {
  perIp: { max: 20, windowSeconds: 3_600 },
  perAddress: { max: 5, windowSeconds: 3_600 },
  read: { max: 120, windowSeconds: 60 },
  act: { max: 30, windowSeconds: 3_600 },
} as const

export const waitingTexts = {
  join: 'Benachrichtigen, wenn etwas frei wird',
  email: 'E-Mail für die Nachricht',
  earlier: 'Geht es früher?',
  earlierAsk: 'Früheren Termin anfragen',
  take: 'Termin nehmen',
  leave: 'Nicht mehr benachrichtigen',
  days: 'Bitte wählen Sie Tage in der Zukunft.',
  joined: 'Fast geschafft: Bitte bestätigen Sie Ihre E-Mail-Adresse',
  waits: 'Sie stehen auf der Warteliste',
  sent: (email: string) => `Wir haben einen Link an ${email} geschickt. Erst mit ihm stehen Sie auf der Warteliste.`,
  held: (until: Date) => `Der Termin ist bis ${formatClock(until)} für Sie reserviert.`,
  told: (lastDay: string, part: DayPart | null) =>
    `Wird bis ${formatDate(lastDay)} ein Termin${part === null ? '' : ` am ${dayPartLabels[part]}`} frei, schreiben wir Ihnen zwischen 9 und 20 Uhr und halten ihn 30 Minuten für Sie frei.`,
  alreadyNotified: (part: DayPart | null) =>
    `Wird vor Ihrem Termin ${part === null ? '' : `an einem ${dayPartLabels[part]} `}etwas frei, schreiben wir Ihnen zwischen 9 und 20 Uhr und halten es 30 Minuten für Sie frei.`,
} as const

export const waitingProblems = problemsOf('waiting', {
  linkUnknown: [404, 'Dieser Link ist ungültig oder abgelaufen.'],
  linkEnded: [410, 'Dieser Link ist abgelaufen: Die gewünschten Tage sind vorbei.'],
  closed: [404, 'Für diese Leistung gibt es keine Warteliste.'],
  tooMany: [409, 'Mit dieser E-Mail-Adresse warten Sie schon auf fünf Termine. Mehr sind nicht möglich.'],
  full: [409, 'Auf diesen Anbieter warten schon sehr viele. Bitte versuchen Sie es später noch einmal.'],
  over: [409, 'Dieser Eintrag auf der Warteliste ist beendet.'],
  notHeld: [409, 'Die Reservierung ist abgelaufen. Wird wieder etwas frei, schreiben wir Ihnen.'],
  neverFits: [409, 'Für diese Leistung ist an keinem dieser Tage lange genug geöffnet. Warten würde nichts ändern.'],
  notMovable: [409, 'Dieser Termin kann nicht mehr vorverlegt werden.'],
})

/** Part of the day to which times are limited; any by default. */
const part = z.enum(dayParts).optional()

const waitingForm = z.object({
  companyId: z.uuid(),
  serviceId: z.uuid().optional(),
  quantity: z.number().min(0.5).max(999).optional(),
  location: z.string().trim().max(500).optional(),
  firstDay: daySchema,
  lastDay: daySchema,
  part,
  customerEmail: bookingRequest.shape.customerEmail,
})
export type WaitingForm = z.infer<typeof waitingForm>

/** Schema of the form for a moment: its days are neither past nor too far ahead. */
export const waitingFormAt = (now: Date) =>
  waitingForm.refine(
    ({ firstDay, lastDay }) =>
      firstDay <= lastDay && berlinDay(now) <= lastDay && lastDay <= addDays(berlinDay(now), waitingLimits.daysAhead),
    { error: waitingTexts.days, path: ['lastDay'] },
  )

/** Keys of an entry: the token of its mails, or for a booking's entry a key of the booking. */
export const waitingKey = z.union([z.object({ token: z.string().min(1).max(255) }), z.object({ booking: bookingKey })])
export type HeldWaitingKey = { token: string } | { booking: HeldKey }

export const earlierRequest = z.object({ key: bookingKey, part })

/** View of an entry for its owner; null: the booking is not on the waiting list. */
export const entryView = z.object({
  entry: z
    .object({
      status: z.enum(waitingStatuses),
      companyId: z.string(),
      companyName: z.string(),
      serviceId: z.string().nullable(),
      serviceTitle: z.string().nullable(),
      postcode: z.string(),
      lastDay: z.string(),
      part: z.enum(dayParts).nullable(),
      /** True if a hold stayed unanswered. */
      isMissed: z.boolean(),
      /** Currently held time, in Berlin time. */
      offer: z.object({ date: z.string(), time: z.string(), until: z.date() }).nullable(),
      /** Next free times, 'YYYY-MM-DD HH:MM', if none is held. */
      next: z.array(z.string()),
    })
    .nullable(),
})
export type EntryView = NonNullable<Wire<z.infer<typeof entryView>>['entry']>

/** Value that stands for a browser's hash in an entry's hold, until the customer takes the time over. */
export const holderOf = (entryId: string) => `waiting:${entryId}`
