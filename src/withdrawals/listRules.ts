import { z } from 'zod'
import { bookingStatuses } from '#src/bookings/states.ts'
import { customerKinds } from '#src/bookings/withdrawalRules.ts'
import type { FilterOf, ListOf } from '#src/kit/listAddress.ts'
import { centsOfEuros } from '#src/kit/money.ts'
import type { Wire } from '#src/kit/wire.ts'
import { causeWords, withdrawalStatuses } from './rules.ts'

export const withdrawalStatusWords = { open: 'Offen', accepted: 'Angenommen', rejected: 'Abgelehnt' } as const
export const withdrawalSorts = ['newest', 'oldest'] as const
export type WithdrawalSort = (typeof withdrawalSorts)[number]
export const withdrawalSortWords: Record<WithdrawalSort, string> = {
  newest: 'Neueste Erklärung zuerst',
  oldest: 'Älteste Erklärung zuerst',
}

/** What stands in the list's address. */
export const withdrawalList = { sorts: withdrawalSorts, choices: { status: withdrawalStatuses }, searchLength: 100 } as const
export type WithdrawalList = ListOf<typeof withdrawalList>

/** Which declarations are meant: part of name, address, contract or booking number; a status. */
export type WithdrawalFilter = FilterOf<WithdrawalList>

const causes = Object.keys(causeWords) as (keyof typeof causeWords)[]

/** A booking beside a declaration. */
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
  /** The last day of the period; none before it is paid. */
  deadline: z.string().nullable(),
  amountCents: z.number(),
  refundedCents: z.number(),
})
export type DeclaredBookingView = Wire<z.infer<typeof declaredBooking>>

/** A declaration as the operator sees it. */
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

/** The same with its booking, or with those that it may mean. */
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
 * `bookingId` names the booking of a declaration that was not matched; `amount`, in euros, is what goes back when the rest has to be paid for
 * (§ 357a BGB). The declarer reads the reason.
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
