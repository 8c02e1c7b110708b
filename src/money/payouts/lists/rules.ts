import { z } from 'zod'
import type { Wire } from '#src/platform/kit/wire.ts'
import { payoutRails, payoutStatuses } from '../runs/texts.ts'

/** A payout as shown to its company (docs/spec.md#payout-record). */
export const payoutView = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  periodStart: z.string(),
  periodEnd: z.string(),
  bookings: z.number(),
  /** Payments less refunds, the platform's fee of them, and the company's share. */
  amountCents: z.number(),
  platformFeeCents: z.number(),
  companyAmountCents: z.number(),
  /** Debt of the company that was deducted, and the amount that was sent. */
  nettedCents: z.number(),
  paidAmountCents: z.number(),
  rail: z.enum(payoutRails),
  status: z.enum(payoutStatuses),
  errorMessage: z.string().nullable(),
  processedAt: z.date().nullable(),
  returnedAt: z.date().nullable(),
  createdAt: z.date(),
})
export type PayoutView = Wire<z.infer<typeof payoutView>>

/** A payout as shown to the operator, with its company and its transfer. */
export const adminPayout = payoutView.extend({
  companyName: z.string(),
  runId: z.uuid(),
  stripeTransferId: z.string().nullable(),
  sepaFileId: z.uuid().nullable(),
})
export type AdminPayout = Wire<z.infer<typeof adminPayout>>

export const payoutSearchLength = 100

export const payoutPageSizes = { standard: 25, most: 100 } as const

/** Sort orders of the operator's list. */
export const payoutSorts = ['newest', 'oldest', 'amountDesc', 'amountAsc'] as const
export type PayoutSort = (typeof payoutSorts)[number]

const page = z.number().int().min(1).max(1_000_000).default(1)
const pageSize = z.number().int().min(1).max(payoutPageSizes.most).default(payoutPageSizes.standard)

export const companyPayoutQuery = z.object({ companyId: z.uuid(), page, pageSize })
export const adminPayoutQuery = z.object({
  page,
  pageSize,
  status: z.enum(payoutStatuses).optional(),
  companyId: z.uuid().optional(),
  /** Part of the company's name. */
  search: z.string().trim().max(payoutSearchLength).optional(),
  sort: z.enum(payoutSorts).default('newest'),
})
export type AdminPayoutQuery = z.infer<typeof adminPayoutQuery>

/** Filter of the operator's list, without page and order. */
export const payoutFilter = adminPayoutQuery.pick({ status: true, companyId: true, search: true })
export type PayoutFilter = z.infer<typeof payoutFilter>
