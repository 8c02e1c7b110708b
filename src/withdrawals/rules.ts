import { z } from 'zod'
import { cancelProblems } from '#src/bookings/cancelRules.ts'
import type { BookingStatus } from '#src/bookings/states.ts'
import { type CustomerKind, isExemptTitle, isInWithdrawalPeriod } from '#src/bookings/withdrawalRules.ts'
import { berlinInstant } from '#src/kit/dates.ts'
import { problemsOf } from '#src/kit/problems.ts'
import { oneLine } from '#src/kit/text.ts'
import { isEmail, writtenEmail } from '#src/kit/typed.ts'

/** Lengths in characters: wide, because a declaration is never refused. */
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

/** What § 356a Abs. 2 BGB lets the declaration hold: who, which contract, where the receipt goes. */
export const declarationFields = z.object({
  name: words(declarationTexts.name, declarationLimits.name),
  contract: words(declarationTexts.contract, declarationLimits.contract),
  email: z
    .string({ error: declarationTexts.email })
    .overwrite(writtenEmail)
    .max(declarationLimits.email, declarationTexts.email)
    .refine(isEmail, declarationTexts.email),
})
/** The same with the secret of a booking mail, where it was opened from one. */
export const declaration = declarationFields.extend({ token: z.string().max(200).optional() })
export type Declaration = z.infer<typeof declaration>

/** Many, because none may be lost: whoever meets them reads how to declare by mail. */
export const declarationRates = {
  perIp: { max: 60, windowSeconds: 3_600 },
  perAddress: { max: 20, windowSeconds: 3_600 },
  /** Reading the booking of a mailed link, per client address. */
  reading: { max: 60, windowSeconds: 3_600 },
} as const

export const withdrawalProblems = problemsOf('withdrawals', {
  unknown: [404, 'Diese Widerrufserklärung gibt es nicht.'],
  decided: [409, 'Über diese Erklärung wurde schon entschieden.'],
  bookingUnknown: [404, 'Diese Buchung gibt es nicht.'],
  assigned: [409, 'Diese Erklärung hat schon eine Buchung, oder über sie wurde entschieden.'],
})

/** So many whole years a decided declaration is kept, as letters of business are. */
export const keptYears = 6

/** Why a declaration is left to the operator, in the operator's words. */
export const causeWords = {
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
export type Cause = keyof typeof causeWords
export const isCause = (word: string | null): word is Cause => word !== null && Object.hasOwn(causeWords, word)

export type DeclaredBooking = {
  serviceTitle: string
  customerKind: CustomerKind
  earlyStartVersion: string | null
  bookingStatus: BookingStatus
  bookingDate: string
  bookingTime: string
  paidAt: Date | null
}

/** Why a declaration that arrives now does not cancel its booking at once; undefined when it does. */
export function causeOf(booking: DeclaredBooking, at: Date): Cause | undefined {
  if (booking.bookingStatus === 'cancelled') return 'alreadyCancelled'
  if (booking.customerKind === 'business') return 'business'
  if (isExemptTitle(booking.serviceTitle)) return 'exempt'
  if (booking.paidAt && !isInWithdrawalPeriod(booking.paidAt, at)) return 'late'
  // Part of it may have been done, which has to be paid for (§ 357a BGB), or all of it (§ 356 Abs. 4 BGB).
  return hasBegun(booking, at) && booking.earlyStartVersion !== null ? 'started' : undefined
}

const hasBegun = ({ bookingDate, bookingTime }: DeclaredBooking, at: Date) => berlinInstant(bookingDate, bookingTime) <= at

/**
 * Whether the service may be done already although nobody asked for an early start: an order without `customerKind` carries no consent. The
 * operator decides, so that a left-out field does not return everything for a service that was received.
 */
export const isBegunUnasked = (booking: DeclaredBooking, at: Date) =>
  booking.paidAt !== null && booking.earlyStartVersion === null && hasBegun(booking, at)

/** The same for what a cancellation is refused with. */
export const causesOfRefusal: Readonly<Record<string, Cause>> = {
  [cancelProblems.alreadyCancelled().code]: 'alreadyCancelled',
  [cancelProblems.disputed().code]: 'disputed',
}

/** The booking numbers, short or whole, that somebody's words about a contract hold. */
export function bookingNumbersIn(contract: string) {
  const whole = contract.toLowerCase().match(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g) ?? []
  const short = contract.toLowerCase().match(/(?<![0-9a-f-])[0-9a-f]{8}(?![0-9a-f-])/g) ?? []
  return [...new Set([...whole.map((id) => id.slice(-8)), ...short])].slice(0, 5)
}

/**
 * A name as a mail to an address that nobody has confirmed may carry it: letters and what joins them. Nothing a mail program turns into a
 * link, no number to call, and no more than a name needs.
 */
export function nameForMail(name: string) {
  const letters = name.replace(/[^\p{L}\p{M}'’ .-]/gu, '').replace(/\.(?=\S)/g, '. ')
  return letters.trim().split(/\s+/).slice(0, 5).join(' ').slice(0, 60) || 'wie angegeben'
}

export const withdrawalStatuses = ['open', 'accepted', 'rejected'] as const
