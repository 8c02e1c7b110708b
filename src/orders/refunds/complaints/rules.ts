import { z } from 'zod'
import { customerAppointment } from '#src/orders/appointments/actRules.ts'
import { cancelTexts } from '#src/orders/bookings/cancelRules.ts'
import { answerText, type ComplaintStatus, complaintStatuses, complaintView } from '#src/orders/bookings/complaints/rules.ts'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { type Cents, centsOf, centsOfEuros, eurosOf, parseEuro } from '#src/platform/kit/money.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { refundAmount, refundProblems, refundTexts } from '../rules.ts'

/** Refund with an answer or decision; `part` has an amount. */
export const refundChoices = ['none', 'part', 'full'] as const
export type RefundChoice = (typeof refundChoices)[number]

const refund = { refund: z.enum(refundChoices), amount: refundAmount.optional() }
type Refund = { refund: RefundChoice; amount?: number | undefined }
const namesPart = ({ refund: choice, amount }: Refund) => choice !== 'part' || amount !== undefined
const partMissing = { error: refundTexts.amount, path: ['amount'] }

/** Returns the refund of a choice in cents; undefined for everything left. */
export const refundCentsOf = ({ refund: choice, amount }: Refund): Cents | undefined => {
  if (choice === 'full') return undefined
  return choice === 'part' && amount !== undefined ? centsOfEuros(amount) : 0
}

type Typed = { refund: RefundChoice; amount: string }
/** Returns the error of a typed amount; `left` in euros. */
export function amountError({ refund: choice, amount }: Typed, left: number) {
  const cents = parseEuro(amount)
  if (choice !== 'part') return undefined
  if (cents === undefined || cents < 1) return refundTexts.amount
  return cents > centsOf(left) ? refundProblems.tooMuch().message : undefined
}
/** Returns the amount for the request, for a part only. */
export function amountOf({ refund: choice, amount }: Typed) {
  const cents = parseEuro(amount)
  return choice === 'part' && cents !== undefined ? { amount: eurosOf(cents) } : {}
}

export const answerRequest = customerAppointment.extend({ answer: answerText, ...refund }).refine(namesPart, partMissing)
export const complaintDecision = z
  .object({
    complaintId: z.uuid(),
    reason: z.string({ error: cancelTexts.reason }).trim().min(1, cancelTexts.reason).max(500, cancelTexts.reason),
    ...refund,
  })
  .refine(namesPart, partMissing)

export const complaintStateLabels: Record<ComplaintStatus, string> = {
  open: 'Wartet auf den Anbieter',
  answered: 'Wartet auf den Kunden',
  escalated: 'Zu entscheiden',
  settled: 'Erledigt',
  decided: 'Entschieden',
}
export const complaintSorts = ['newest', 'oldest'] as const
export type ComplaintSort = (typeof complaintSorts)[number]
export const complaintSortLabels: Record<ComplaintSort, string> = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' }

/** Sorting and filters of the operator's list, as encoded in the URL. */
export const complaintList = { sorts: complaintSorts, choices: { state: complaintStatuses }, searchLength: 100 } as const
export type ComplaintList = ListOf<typeof complaintList>
export type ComplaintFilter = FilterOf<ComplaintList>

/** Complaint in the operator's list. */
export const listedComplaint = complaintView.pick({ status: true, reason: true, reportedAt: true }).extend({
  id: z.uuid(),
  bookingId: z.uuid(),
  serviceTitle: z.string(),
  customerName: z.string(),
  companyName: z.string(),
})
export type ListedComplaint = Wire<z.infer<typeof listedComplaint>>

/** Complaint with the statements of both sides and the amounts at stake. */
export const complaintDetail = complaintView.extend(listedComplaint.shape).extend({
  bookingDate: z.string(),
  bookingTime: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  companyId: z.uuid(),
  companyEmail: z.string(),
  amountCents: z.number(),
  refundedCents: z.number(),
  /** Amount that can still be refunded. */
  refundableCents: z.number(),
  isPaidOut: z.boolean(),
})
export type ComplaintDetail = Wire<z.infer<typeof complaintDetail>>

export const decisionTexts = { done: 'Entscheidung gespeichert', notDone: 'Entscheidung nicht gespeichert' } as const
