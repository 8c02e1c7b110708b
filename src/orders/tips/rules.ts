import { z } from 'zod'
import { bookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { type Cents, centsOfEuros, euros } from '#src/platform/kit/money.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'

/** Limits of a tip (docs/spec.md#tips): cents, suggested euros, and days after the end of the job in which it may be given. */
export const tipLimits = { cents: { min: 100, max: 20_000 }, suggested: [5, 10, 20], daysAfterEnd: 60 } as const

/** Texts of the customer's page. */
export const tipTexts = {
  title: 'Trinkgeld',
  says: (company: string) => `Waren Sie zufrieden? Ihr Trinkgeld geht ohne Abzug an ${company}. Es ist freiwillig.`,
  legend: 'Wie viel möchten Sie geben?',
  other: 'Anderer Betrag',
  own: 'Ihr Betrag',
  amount: 'Bitte geben Sie einen Betrag zwischen 1 und 200 Euro an',
  pay: 'Weiter zur Zahlung',
  failed: 'Die Zahlung konnte nicht begonnen werden',
  given: (amount: number, company: string) => `Sie haben ${company} ${euros(amount)} Trinkgeld gegeben. Vielen Dank!`,
  offer: 'Trinkgeld geben',
} as const

export const tipProblems = problemsOf('tips', {
  notNow: [409, 'Für diese Buchung ist jetzt kein Trinkgeld möglich.'],
  given: [409, 'Für diese Buchung haben Sie schon Trinkgeld gegeben. Vielen Dank!'],
})

/** Attempts per hour and client address: each may open a payment page. */
export const tipRate = { max: 20, windowSeconds: 3_600 } as const

/** True for an amount in cents that a tip may have. */
export const isTip = (cents: Cents | undefined): cents is Cents =>
  cents !== undefined && cents >= tipLimits.cents.min && cents <= tipLimits.cents.max

/** Tip of a customer, in euros. */
export const tipInput = z.object({
  key: bookingKey,
  amount: z.number({ error: tipTexts.amount }).refine((amount) => isTip(centsOfEuros(amount)), tipTexts.amount),
})

type Job = {
  parentId: string | null
  bookingStatus: string
  paidAt: Date | null
  amountCents: Cents
  refundedCents: Cents
  endsAt: Date
  /** Status of the appointment; null without a calendar of the company. */
  appointmentStatus: string | null
  isHeld: boolean
  isClosed: boolean
}

/**
 * True while a tip may be given: the job took place, is paid and not refunded in full, no complaint or dispute is open, and its end is not
 * too long ago.
 */
export function mayTip(job: Job, now: Date) {
  const isOn = job.parentId === null && job.bookingStatus === 'confirmed' && job.paidAt !== null && job.refundedCents < job.amountCents
  const isPossible = job.appointmentStatus === null || job.appointmentStatus === 'agreed' || job.appointmentStatus === 'performed'
  const isDone = job.appointmentStatus === 'performed' || job.endsAt <= now
  const isInTime = now.getTime() < job.endsAt.getTime() + tipLimits.daysAfterEnd * 86_400_000
  return isOn && isPossible && isDone && isInTime && !job.isHeld && !job.isClosed
}

/** Tip of a booking for both sides, in cents; null amounts while none is given. */
export const tipView = z.object({ givenCents: z.number().nullable(), givenAt: z.date().nullable() })

/** Title of a booking that is a tip for a job. */
export const tipTitle = (jobTitle: string) => `${tipTexts.title}: ${jobTitle}`

/** The one item of a tip. */
export const tipItem = (cents: Cents) => ({ title: tipTexts.title, quantity: 100, unit: null, unitCents: cents, totalCents: cents })
