import { z } from 'zod'
import { companyProblems } from '#src/companies/rules.ts'
import { addMonths, berlinDay, berlinInstant, isBerlinTime, isCalendarDay } from '#src/kit/dates.ts'
import { centsOfEuros } from '#src/kit/money.ts'
import { problemsOf, unknownErrorText } from '#src/kit/problems.ts'
import type { OrderLabel } from '#src/kit/settingWords.ts'
import { isPhone } from '#src/kit/text.ts'
import { writtenDay, writtenPhone, writtenTime } from '#src/kit/typed.ts'
import type { Wire } from '#src/kit/wire.ts'
import { boughtLine } from '#src/services/rules.ts'
import { appointmentStatuses, shownProposal } from './appointments/states.ts'
import { purchaseFields } from './purchaseRules.ts'
import { shownRequest } from './requests/rules.ts'
import { bookingStatuses, paymentStatuses } from './states.ts'
import { withdrawalFields } from './withdrawalRules.ts'

/** Limits of a booking (docs/spec.md#booking-fields), lengths in characters, money in cents. */
export const bookingLimits = {
  name: { min: 2, max: 100 },
  email: 254,
  phoneDigits: 16,
  location: { min: 5, max: 500 },
  description: 1_000,
  amountCents: { min: 100, max: 1_000_000 },
  files: 5,
  monthsAhead: 18,
} as const

/** The field errors of docs/spec.md#booking-fields, to the letter. */
export const bookingTexts = {
  name: 'Name muss zwischen 2 und 100 Zeichen lang sein',
  email: 'Ungültige E-Mail-Adresse',
  phone: 'Ungültige Telefonnummer',
  location: 'Ort muss zwischen 5 und 500 Zeichen lang sein',
  dateMissing: 'Datum ist erforderlich',
  datePast: 'Datum kann nicht in der Vergangenheit liegen',
  dateFar: 'Datum kann höchstens 18 Monate im Voraus liegen',
  timeMissing: 'Uhrzeit ist erforderlich',
  timePast: 'Uhrzeit kann nicht in der Vergangenheit liegen',
  timeSkipped: 'Diese Uhrzeit gibt es an diesem Tag nicht, weil die Uhren vorgestellt werden',
  amount: 'Betrag muss zwischen 1 und 10.000 Euro liegen',
  description: 'Beschreibung darf maximal 1000 Zeichen lang sein',
  tooManyFiles: 'Zu viele Dateien',
  maxFiles: 'Maximal 5 Dateien erlaubt.',
  company: 'Bitte wählen Sie einen Anbieter aus.',
} as const

/** Titles and texts of docs/spec.md#booking-fields and #booking-return, to the letter. */
export const bookingMessages = {
  paymentFailed: 'Zahlungsfehler',
  noPaymentUrl: 'Keine Zahlungs-URL erhalten',
  unknown: unknownErrorText,
  returnIncomplete: 'Keine gültige Session oder Buchungs-ID gefunden.',
  notPaid: 'Zahlung wurde nicht bestätigt',
  verifyFailed: 'Fehler bei der Zahlungsverifikation',
  notFound: 'Buchung nicht gefunden',
} as const

/** The order button's labels, to the letter; a setting chooses (docs/spec.md#order-button). */
export const orderButtons: Record<OrderLabel, string> = { book: 'Jetzt buchen & bezahlen', oblige: 'Zahlungspflichtig buchen' }
/** The sentence that stands directly above it. */
export const orderNotice = 'Mit dem Klick bestellen Sie zahlungspflichtig.'

export const bookingProblems = problemsOf('bookings', {
  companyUnknown: [404, 'Service nicht gefunden'],
  companyNotListed: [409, companyProblems.takesNoBookings().message],
  attachmentUnknown: [422, 'Eine Datei ist nicht mehr vorhanden. Bitte fügen Sie sie noch einmal hinzu.'],
  paymentUnavailable: [503, 'Der Zahlungsdienst ist gerade nicht erreichbar. Bitte versuchen Sie es in einigen Minuten noch einmal.'],
  verifyUnavailable: [503, bookingMessages.verifyFailed],
  alreadyRequested: [409, 'Diese Anfrage liegt dem Anbieter schon vor. Die Antwort bekommen Sie per E-Mail.'],
  stillRunning: [409, 'Ihre Buchung wird gerade angelegt. Bitte versuchen Sie es in einigen Sekunden noch einmal.'],
  notFound: [404, bookingMessages.notFound],
})

/** Bookings an hour (docs/spec.md#limits): per client address, per customer address, per company. */
export const requestLimits = {
  perIp: { max: 10, windowSeconds: 3_600 },
  perAddress: { max: 5, windowSeconds: 3_600 },
  perCompany: { max: 30, windowSeconds: 3_600 },
} as const

const text = (message: string) => z.string({ error: message }).trim()

const phone = z
  .string({ error: bookingTexts.phone })
  .overwrite(writtenPhone)
  .max(60, bookingTexts.phone)
  .refine((typed) => typed === '' || isPhone(typed), bookingTexts.phone)

const amount = z.number({ error: bookingTexts.amount }).refine((euros) => {
  const cents = centsOfEuros(euros)
  return cents !== undefined && cents >= bookingLimits.amountCents.min && cents <= bookingLimits.amountCents.max
}, bookingTexts.amount)

/** The fields of the dialog's first step. */
const details = {
  customerName: text(bookingTexts.name).min(bookingLimits.name.min, bookingTexts.name).max(bookingLimits.name.max, bookingTexts.name),
  customerEmail: text(bookingTexts.email).toLowerCase().max(bookingLimits.email, bookingTexts.email).pipe(z.email(bookingTexts.email)),
  customerPhone: phone.optional(),
  location: text(bookingTexts.location)
    .min(bookingLimits.location.min, bookingTexts.location)
    .max(bookingLimits.location.max, bookingTexts.location),
  date: text(bookingTexts.dateMissing).overwrite(writtenDay).refine(isCalendarDay, bookingTexts.dateMissing),
  time: text(bookingTexts.timeMissing)
    .overwrite(writtenTime)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, bookingTexts.timeMissing),
  amount,
}

/**
 * The booking request (docs/spec.md#booking-request), amount in euros, date and time as Berlin shows them. `serviceTitle` is accepted and
 * ignored: the company decides it. What is bought is named by `serviceId` (docs/spec.md#booking-service).
 */
export const bookingRequest = z.object({
  companyId: z.uuid({ error: bookingTexts.company }),
  serviceTitle: z.string().max(200).optional(),
  ...purchaseFields,
  ...details,
  description: text(bookingTexts.description).max(bookingLimits.description, bookingTexts.description).optional(),
  attachmentIds: z.array(z.uuid(), { error: bookingTexts.tooManyFiles }).max(bookingLimits.files, bookingTexts.maxFiles).optional(),
  ...withdrawalFields,
})
export type BookingRequest = z.infer<typeof bookingRequest>

/** The last day that can be booked at this moment. */
export const lastBookableDay = (now: Date) => addMonths(berlinDay(now), bookingLimits.monthsAhead)

/** The request as of a moment: 'past' is judged by the moment at which Berlin's clocks show day and time (docs/spec.md#time). */
export const bookingRequestAt = (now: Date) => withMomentAt(bookingRequest.extend({ date: dateAt(now) }), now)

/** The first step alone, for 'Weiter'. */
export const bookingDetailsAt = (now: Date) =>
  withMomentAt(bookingRequest.pick({ ...pickAll(details), ...pickAll(purchaseFields) }).extend({ date: dateAt(now) }), now)

const dateAt = (now: Date) =>
  details.date
    .refine((day) => day >= berlinDay(now) || !isCalendarDay(day), bookingTexts.datePast)
    .refine((day) => day <= lastBookableDay(now) || !isCalendarDay(day), bookingTexts.dateFar)

/** A valid day and a valid time together may still be in the past. Reported at the field time, together with all other errors. */
function withMomentAt<Request extends z.ZodType<{ date: string; time: string }>>(request: Request, now: Date) {
  const term = z.object({ date: dateAt(now), time: details.time })
  const hasTerm = ({ value }: { value: unknown }) => term.safeParse(value).success
  return request
    .refine(({ date, time }) => isBerlinTime(date, time), { error: bookingTexts.timeSkipped, path: ['time'], when: hasTerm })
    .refine(({ date, time }) => !isBerlinTime(date, time) || berlinInstant(date, time) > now, {
      error: bookingTexts.timePast,
      path: ['time'],
      when: hasTerm,
    })
}

/** How long a booking may wait for its payment: stored in the row before the PSP is called, so that a retry sends the same moment. */
export const checkoutMinutes = 35

/** A booking waits this many days after the service date before an automatic payout takes it (docs/spec.md#payout-readiness). */
export const payableAfterDays = 1

/** How long booking id and session id open a booking after its service date (docs/spec.md#booking-access), in days. */
export const openDays = 60

/**
 * A booking as its customer sees it, with the company's contact while the appointment stands (docs/spec.md#booking-return).
 */
export const bookingReceipt = z.object({
  id: z.string(),
  serviceTitle: z.string(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  location: z.string(),
  description: z.string(),
  amountCents: z.number(),
  /** What was bought beyond the title, and who agreed to an amount that no price says. */
  bought: z.array(boughtLine),
  agreedWith: z.string().nullable(),
  /** What went back, and what is on its way back. */
  refundedCents: z.number(),
  refundPendingCents: z.number(),
  bookingStatus: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  paidAt: z.date().nullable(),
  /** Whether the appointment stands, and whether its day has come. */
  takesPlace: z.boolean(),
  isDue: z.boolean(),
  /** Of an appointment at a company with a calendar: its state, its end, and what cancelling costs when. */
  appointment: z
    .object({
      status: z.enum(appointmentStatuses),
      endsAt: z.date(),
      timeline: z.string(),
      /** What goes back now and what the company keeps; null when it cannot be cancelled. */
      refundCents: z.number().nullable(),
      retainedCents: z.number().nullable(),
      /** Until when its customer may object to having been absent. */
      objectUntil: z.date().nullable(),
      /** How often it may still be moved at this moment, and how often it changed. */
      movesLeft: z.number(),
      sequence: z.number(),
      /** Whether another time can be proposed, the proposal that waits, and the last day that asks for the consent to an early start. */
      mayPropose: z.boolean(),
      proposal: shownProposal.nullable(),
      consentUntil: z.string().nullable(),
    })
    .nullable(),
  /** With what it is booked once more; null where nobody may know it, or the company cannot be booked. */
  again: z.object({ companyId: z.uuid(), serviceId: z.uuid().nullable() }).nullable(),
  /** Of an order that waits for its company: who has to do what until when. */
  request: shownRequest.nullable(),
  /** Whether it is one date of a series, which is read by itself (`get-series`). */
  inSeries: z.boolean(),
  /** Until when it is free to cancel, and why it cannot be cancelled at this moment; null when it can. */
  freeUntil: z.date(),
  cancelRefusal: z.string().nullable(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  attachments: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.number() })),
  company: z.object({ companyName: z.string(), email: z.string(), contactPerson: z.string(), phone: z.string() }),
})
export type BookingReceipt = Wire<z.infer<typeof bookingReceipt>>

function pickAll<T extends object>(fields: T) {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, true])) as { [name in keyof T]: true }
}
