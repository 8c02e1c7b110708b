import { z } from 'zod'
import { bookingStatuses } from '#src/money/payments/bookingStates.ts'
import { customerKinds } from '#src/orders/bookings/withdrawalRules.ts'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { centsOfEuros } from '#src/platform/kit/money.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { causeLabels, withdrawalStatuses } from './rules.ts'

export const withdrawalStatusLabels = { open: 'Offen', accepted: 'Angenommen', rejected: 'Abgelehnt' } as const
export const withdrawalSorts = ['newest', 'oldest'] as const
export type WithdrawalSort = (typeof withdrawalSorts)[number]
export const withdrawalSortLabels: Record<WithdrawalSort, string> = {
  newest: 'Neueste Erklärung zuerst',
  oldest: 'Älteste Erklärung zuerst',
}

/** Sorting and filters of the list, as encoded in the URL. */
export const withdrawalList = { sorts: withdrawalSorts, choices: { status: withdrawalStatuses }, searchLength: 100 } as const
export type WithdrawalList = ListOf<typeof withdrawalList>

/** Filter of declarations: part of name, address, contract or booking number; status. */
export type WithdrawalFilter = FilterOf<WithdrawalList>

const causes = Object.keys(causeLabels) as (keyof typeof causeLabels)[]

/** Booking of a declaration. */
export const declaredBooking = z.object({
  id: z.uuid(),
  serviceTitle: z.string(),
  companyName: z.string(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  bookingStatus: z.enum(bookingStatuses),
  customerName: z.string(),
  customerEmail: z.string(),
  customerKind: z.enum(customerKinds),
  hasEarlyStart: z.boolean(),
  paidAt: z.date().nullable(),
  /** Last day of the withdrawal period; null before the payment. */
  deadline: z.string().nullable(),
  amountCents: z.number(),
  refundedCents: z.number(),
})
export type DeclaredBookingView = Wire<z.infer<typeof declaredBooking>>

/** Declaration as the operator sees it. */
export const adminWithdrawal = z.object({
  id: z.uuid(),
  name: z.string(),
  contract: z.string(),
  email: z.string(),
  times: z.number().int(),
  declaredAt: z.date(),
  lastDeclaredAt: z.date(),
  status: z.enum(withdrawalStatuses),
  cause: z.enum(causes).nullable(),
  bookingId: z.uuid().nullable(),
  companyName: z.string().nullable(),
  decidedAt: z.date().nullable(),
  decidedBy: z.enum(['system', 'operator']).nullable(),
  reason: z.string().nullable(),
  refundCents: z.number().nullable(),
})
export type AdminWithdrawal = Wire<z.infer<typeof adminWithdrawal>>

/** Declaration with its booking, or with possible ones. */
export const adminWithdrawalDetails = adminWithdrawal.extend({
  booking: declaredBooking.nullable(),
  candidates: z.array(declaredBooking),
})
export type AdminWithdrawalDetails = Wire<z.infer<typeof adminWithdrawalDetails>>

export const decisions = ['accept', 'reject'] as const
export type Decision = (typeof decisions)[number]

export const decisionTexts = {
  reason: 'Bitte geben Sie einen Grund an (höchstens 500 Zeichen)',
  amount: 'Bitte geben Sie einen Betrag über 0 Euro ein',
} as const

/**
 * `bookingId`: booking of a declaration that was not matched; `amount`: refund in euros if the rest has to be paid for (§ 357a BGB). The
 * reason is mailed to the declarer.
 */
export const decisionRequest = z.object({
  withdrawalId: z.uuid(),
  decision: z.enum(decisions),
  bookingId: z.uuid().optional(),
  amount: z
    .number({ error: decisionTexts.amount })
    .refine((euros) => (centsOfEuros(euros) ?? 0) > 0, decisionTexts.amount)
    .optional(),
  reason: z.string({ error: decisionTexts.reason }).trim().min(1, decisionTexts.reason).max(500, decisionTexts.reason),
})
export type DecisionRequest = z.infer<typeof decisionRequest>
