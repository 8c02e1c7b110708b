import { z } from 'zod'
import { bookingLimits } from '#src/orders/bookings/rules.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import { centsOfEuros } from '#src/platform/kit/money.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'

export const refundTexts = {
  amount: 'Betrag muss zwischen 0,01 und 10.000 Euro liegen',
  reason: 'Bitte geben Sie einen Grund an (höchstens 500 Zeichen)',
} as const

export const refundProblems = problemsOf('refunds', {
  bookingUnknown: [404, 'Buchung nicht gefunden'],
  notPaid: [409, 'Diese Buchung wurde nicht bezahlt.'],
  disputed: [409, 'Die Zahlung ist angefochten. Sie kann erst erstattet werden, wenn die Bank entschieden hat.'],
  nothingLeft: [409, 'Von dieser Buchung ist nichts mehr zu erstatten.'],
  tooMuch: [409, 'So viel ist von dieser Buchung nicht mehr zu erstatten.'],
})

/** Amount of a refund in euros. */
export const refundAmount = z.number({ error: refundTexts.amount }).refine((euros) => {
  const cents = centsOfEuros(euros)
  return cents !== undefined && cents >= 1 && cents <= bookingLimits.amountCents.max
}, refundTexts.amount)

/** Refund ordered by the operator: amount in euros; without it everything left. */
export const refundRequest = z.object({
  bookingId: z.uuid(),
  amount: refundAmount.optional(),
  reason: z.string({ error: refundTexts.reason }).trim().min(1, refundTexts.reason).max(500, refundTexts.reason),
})

/** Allowed changes of status; the database has the same rows. */
export const reversalGraph = { reversal: { pending: ['succeeded', 'failed'], succeeded: [], failed: [] } } as const

/** Amount of a booking that can still be refunded, in cents. */
export const refundableCents = (booking: { amountCents: Cents; refundedCents: Cents }, pendingCents: Cents): Cents =>
  booking.amountCents - booking.refundedCents - pendingCents

type ListedRefund = { amountCents: Cents; owedCents: Cents; status: 'pending' | 'succeeded' | 'failed' | 'returned' }

/**
 * Sums, in cents: `pendingCents`, by which pending refunds will reduce the booking; `owedCents`, returned refunds that are not being
 * repeated (as `sumRefunds` of the store).
 */
export function sumRefunds(refunds: readonly ListedRefund[]) {
  let [pendingCents, owedCents] = [0, 0]
  for (const { amountCents, owedCents: repeated, status } of refunds) {
    if (status === 'pending') pendingCents += amountCents - repeated
    if (status === 'returned') owedCents += amountCents
    if (status !== 'failed') owedCents -= repeated
  }
  return { pendingCents, owedCents }
}

/** Part of a company's debt from a refund that can be reversed from the payout of the booking, in cents. */
export const reversibleCents = ({ owedCents, sentCents, reversedCents }: Record<'owedCents' | 'sentCents' | 'reversedCents', Cents>) =>
  Math.max(0, Math.min(owedCents, sentCents - reversedCents))

/** Delay before the reversal of a pending payout is tried again. */
export const payoutWaitSeconds = 5
/** Age from which a reversal without a result is looked up. */
export const reversalPollSeconds = 60
export const reversalBatch = 100
