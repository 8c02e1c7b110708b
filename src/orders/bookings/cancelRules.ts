import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'

export const cancelTexts = {
  reason: 'Bitte geben Sie einen Grund an (höchstens 500 Zeichen)',
} as const

export const cancelProblems = problemsOf('cancellations', {
  bookingUnknown: [404, 'Buchung nicht gefunden'],
  alreadyCancelled: [409, 'Diese Buchung ist bereits storniert.'],
  disputed: [409, 'Die Zahlung ist angefochten. Die Buchung kann erst storniert werden, wenn die Bank entschieden hat.'],
})

/**
 * Actor of a cancellation: operator, customer, customer by withdrawal from the contract, or company. The database checks the same values.
 */
export type Canceller = 'operator' | 'customer' | 'withdrawal' | 'company'

/** Body of the operator's cancellation. Customer and company read the reason in their mails. */
export const cancelRequest = z.object({
  bookingId: z.uuid(),
  reason: z.string({ error: cancelTexts.reason }).trim().min(1, cancelTexts.reason).max(500, cancelTexts.reason),
})
