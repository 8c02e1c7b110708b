import { addMonths, berlinDay } from '#src/platform/kit/dates.ts'
import { problemsOf, unknownErrorText } from '#src/platform/kit/problems.ts'
import type { OrderLabel } from '#src/platform/kit/settingOptions.ts'
import { typedTexts } from '#src/platform/kit/typed.ts'
import { companyProblems } from '#src/supply/companies/rules.ts'

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

/** Field errors of docs/spec.md#booking-fields, verbatim. */
export const bookingTexts = {
  name: 'Name muss zwischen 2 und 100 Zeichen lang sein',
  email: typedTexts.email,
  phone: typedTexts.phone,
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

/** Titles and texts of docs/spec.md#booking-fields and #booking-return, verbatim. */
export const bookingMessages = {
  paymentFailed: 'Zahlungsfehler',
  noPaymentUrl: 'Keine Zahlungs-URL erhalten',
  unknown: unknownErrorText,
  returnIncomplete: 'Keine gültige Session oder Buchungs-ID gefunden.',
  notPaid: 'Zahlung wurde nicht bestätigt',
  verifyFailed: 'Fehler bei der Zahlungsverifikation',
  notFound: 'Buchung nicht gefunden',
} as const

/** Labels of the order button, verbatim; a setting chooses (docs/spec.md#order-button). */
export const orderButtons: Record<OrderLabel, string> = { book: 'Jetzt buchen & bezahlen', oblige: 'Zahlungspflichtig buchen' }

export const bookingProblems = problemsOf('bookings', {
  companyUnknown: [404, 'Service nicht gefunden'],
  ownCompany: [403, 'Ihre eigene Firma können Sie nicht buchen.'],
  calledOffOften: [
    403,
    'Mit dieser E-Mail-Adresse wurden zuletzt mehrere bezahlte Buchungen storniert. Bitte melden Sie sich mit ihr an, dann können Sie weiter buchen.',
  ],
  companyNotListed: [409, companyProblems.takesNoBookings().message],
  attachmentUnknown: [422, 'Eine Datei ist nicht mehr vorhanden. Bitte fügen Sie sie noch einmal hinzu.'],
  paymentUnavailable: [503, 'Der Zahlungsdienst ist gerade nicht erreichbar. Bitte versuchen Sie es in einigen Minuten noch einmal.'],
  verifyUnavailable: [503, bookingMessages.verifyFailed],
  alreadyUnderWay: [409, 'Diese Buchung ist schon bestellt, und Ihre Zahlung ist unterwegs. Die Bestätigung bekommen Sie per E-Mail.'],
  alreadyRequested: [409, 'Diese Anfrage liegt dem Anbieter schon vor. Die Antwort bekommen Sie per E-Mail.'],
  stillRunning: [409, 'Ihre Buchung wird gerade angelegt. Bitte versuchen Sie es in einigen Sekunden noch einmal.'],
  notFound: [404, bookingMessages.notFound],
})

/** Bookings per hour (docs/spec.md#limits): per client address, per customer address, per company. */
export const requestLimits = {
  perIp: { max: 10, windowSeconds: 3_600 },
  perAddress: { max: 5, windowSeconds: 3_600 },
  perCompany: { max: 30, windowSeconds: 3_600 },
} as const

/** Last day that can be booked now. */
export const lastBookableDay = (now: Date) => addMonths(berlinDay(now), bookingLimits.monthsAhead)

/**
 * Minutes until an unpaid booking expires. The moment is stored in the row before the PSP is called, so that a retry sends the same one.
 */
export const checkoutMinutes = 35

/** Days after the service date until an automatic payout includes a booking (docs/spec.md#payout-readiness). */
export const payableAfterDays = 1

/** Days after the service date for which booking id and session id open a booking (docs/spec.md#booking-access). */
export const openDays = 60
