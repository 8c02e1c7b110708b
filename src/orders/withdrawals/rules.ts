import { z } from 'zod'
import type { BookingStatus } from '#src/money/payments/bookingStates.ts'
import { cancelProblems } from '#src/orders/bookings/cancelRules.ts'
import { type CustomerKind, isExemptTitle, isInWithdrawalPeriod } from '#src/orders/bookings/withdrawalRules.ts'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { oneLine } from '#src/platform/kit/text.ts'
import { isEmail, writtenEmail } from '#src/platform/kit/typed.ts'

/** Lengths in characters; generous, because a declaration must not be refused. */
export const declarationLimits = { name: 200, contract: 500, email: 254 } as const

export const declarationTexts = {
  name: 'Bitte geben Sie Ihren Namen an',
  contract: 'Bitte geben Sie an, welchen Vertrag Sie widerrufen, zum Beispiel mit der Buchungsnummer',
  email: 'Bitte geben Sie eine E-Mail-Adresse an, an die wir die Eingangsbestätigung senden können',
} as const

const words = (message: string, max: number) =>
  z
    .string({ error: message })
    .max(max, `${message} (höchstens ${max} Zeichen)`)
    .transform((typed) => oneLine(typed).trim())
    .pipe(z.string().min(1, message))

/** Fields of the declaration by § 356a Abs. 2 BGB: name, contract, address of the receipt. */
export const declarationFields = z.object({
  name: words(declarationTexts.name, declarationLimits.name),
  contract: words(declarationTexts.contract, declarationLimits.contract),
  email: z
    .string({ error: declarationTexts.email })
    .overwrite(writtenEmail)
    .max(declarationLimits.email, declarationTexts.email)
    .refine(isEmail, declarationTexts.email),
})
/** Declaration with the token of a booking mail, if the form was opened from one. */
export const declaration = declarationFields.extend({ token: z.string().max(200).optional() })
export type Declaration = z.infer<typeof declaration>

/** High limits, because no declaration may be lost; the error explains how to declare by mail. */
export const declarationRates = {
  perIp: { max: 60, windowSeconds: 3_600 },
  perAddress: { max: 20, windowSeconds: 3_600 },
  /** Reads of the booking of a mailed link, per client address. */
  reading: { max: 60, windowSeconds: 3_600 },
} as const

export const withdrawalProblems = problemsOf('withdrawals', {
  unknown: [404, 'Diese Widerrufserklärung gibt es nicht.'],
  decided: [409, 'Über diese Erklärung wurde schon entschieden.'],
  bookingUnknown: [404, 'Diese Buchung gibt es nicht.'],
  assigned: [409, 'Diese Erklärung hat schon eine Buchung, oder über sie wurde entschieden.'],
})

/** Whole years for which a decided declaration is retained, like business letters. */
export const retentionYears = 6

/** Reasons why a declaration is left to the operator, in German for the operator. */
export const causeLabels = {
  unmatched: 'Keiner Buchung zugeordnet',
  alreadyCancelled: 'Die Buchung war schon storniert',
  business: 'Als Unternehmen gebucht',
  exempt: 'Leistung zu festem Termin ohne Widerrufsrecht',
  late: 'Die Frist war abgelaufen',
  started: 'Der Termin war schon; früher Beginn war verlangt',
  begun: 'Der Termin war schon; früher Beginn war nicht verlangt',
  disputed: 'Die Zahlung ist angefochten',
  paidOut: 'Der Anteil des Anbieters ist ausgezahlt oder unterwegs',
  failed: 'Beim Stornieren ging etwas schief',
} as const
export type Cause = keyof typeof causeLabels
export const isCause = (word: string | null): word is Cause => word !== null && Object.hasOwn(causeLabels, word)

export type DeclaredBooking = {
  serviceTitle: string
  customerKind: CustomerKind
  earlyStartVersion: string | null
  bookingStatus: BookingStatus
  bookingDate: string
  bookingTime: string
  paidAt: Date | null
}

/** Returns the reason why a declaration does not cancel its booking at once; undefined if it does. */
export function causeOf(booking: DeclaredBooking, at: Date): Cause | undefined {
  if (booking.bookingStatus === 'cancelled') return 'alreadyCancelled'
  if (booking.customerKind === 'business') return 'business'
  if (isExemptTitle(booking.serviceTitle)) return 'exempt'
  if (booking.paidAt && !isInWithdrawalPeriod(booking.paidAt, at)) return 'late'
  // A part may have been done, which has to be paid for (§ 357a BGB), or everything (§ 356 Abs. 4 BGB).
  return hasBegun(booking, at) && booking.earlyStartVersion !== null ? 'started' : undefined
}

const hasBegun = ({ bookingDate, bookingTime }: DeclaredBooking, at: Date) => berlinInstant(bookingDate, bookingTime) <= at

/**
 * True if the service may have begun without the customer's request of an early start (an order without `customerKind` has no such
 * consent). The operator decides, so that an omitted field does not refund a service that was provided.
 */
export const isBegunUnasked = (booking: DeclaredBooking, at: Date) =>
  booking.paidAt !== null && booking.earlyStartVersion === null && hasBegun(booking, at)

/** Reasons by the problem with which the cancellation is refused. */
export const causesOfRefusal: Readonly<Record<string, Cause>> = {
  [cancelProblems.alreadyCancelled().code]: 'alreadyCancelled',
  [cancelProblems.disputed().code]: 'disputed',
}

/** Extracts the booking numbers, short or long, from the text about the contract. */
export function bookingNumbersIn(contract: string) {
  const whole = contract.toLowerCase().match(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g) ?? []
  const short = contract.toLowerCase().match(/(?<![0-9a-f-])[0-9a-f]{8}(?![0-9a-f-])/g) ?? []
  return [...new Set([...whole.map((id) => id.slice(-8)), ...short])].slice(0, 5)
}

/**
 * Reduces a name to what a mail to an unconfirmed address may contain: letters and joining characters. No links, no phone numbers, no text
 * longer than a name.
 */
export function nameForMail(name: string) {
  const letters = name.replace(/[^\p{L}\p{M}'’ .-]/gu, '').replace(/\.(?=\S)/g, '. ')
  return letters.trim().split(/\s+/).slice(0, 5).join(' ').slice(0, 60) || 'wie angegeben'
}

export const withdrawalStatuses = ['open', 'accepted', 'rejected'] as const
