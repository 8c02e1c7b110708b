import { z } from 'zod'
import { bookingStatuses, paymentStatuses } from '#src/money/payments/bookingStates.ts'
import { ledgerAccounts } from '#src/money/payments/rules.ts'
import { payoutRails, payoutStatuses } from '#src/money/payouts/runs/texts.ts'
import { placeInSeries, requestStatuses } from '#src/orders/appointments/states.ts'
import { insiderFlags } from '#src/orders/bookings/insiders/rules.ts'
import { planView } from '#src/orders/instalments/rules.ts'
import { seriesState } from '#src/orders/series/rules.ts'
import { supplementView } from '#src/orders/supplements/rules.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { boughtLine } from '#src/supply/services/schemas.ts'

/** Booking in the operator's list. */
export const adminBooking = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  companyName: z.string(),
  serviceTitle: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  amountCents: z.number(),
  refundedCents: z.number(),
  bookingStatus: z.enum(bookingStatuses),
  /** State of a request that is not agreed yet; otherwise null. */
  requestStatus: z.enum(requestStatuses).nullable(),
  series: placeInSeries.nullable(),
  insider: z.enum(insiderFlags).nullable(),
  paymentStatus: z.enum(paymentStatuses),
  payoutProcessed: z.boolean(),
  createdAt: z.date(),
})
export type ListedBooking = z.infer<typeof adminBooking>
export type AdminBooking = Wire<ListedBooking>

const refund = z.object({
  id: z.uuid(),
  amountCents: z.number(),
  reason: z.string(),
  /** 'returned': it had succeeded, and the customer's bank returned it. */
  status: z.enum(['pending', 'succeeded', 'failed', 'returned']),
  requestedAt: z.date(),
  settledAt: z.date().nullable(),
})
const payout = z.object({
  id: z.uuid(),
  rail: z.enum(payoutRails),
  status: z.enum(payoutStatuses),
  amountCents: z.number(),
  stripeTransferId: z.string().nullable(),
  processedAt: z.date().nullable(),
  /** True if the payout failed, so that the next payout includes the booking again. */
  isReleased: z.boolean(),
  createdAt: z.date(),
})
const reversal = z.object({ amountCents: z.number(), status: z.enum(['pending', 'succeeded', 'failed']), requestedAt: z.date() })
const dispute = z.object({
  id: z.string(),
  amountCents: z.number(),
  status: z.enum(['inquiry', 'open', 'won', 'lost']),
  openedAt: z.date(),
  dueBy: z.date().nullable(),
  closedAt: z.date().nullable(),
})
const ledgerLine = z.object({
  kind: z.string(),
  account: z.enum(ledgerAccounts),
  amountCents: z.number(),
  occurredAt: z.date(),
})

/** Recipient of a booking's confirmation that is sent again. */
export const resendRequest = z.object({ bookingId: z.uuid(), to: z.enum(['customer', 'company']) })

/** All details of one booking. Fee and share are fixed at the payment; `refundable`: amount that can still be refunded. */
export const adminBookingDetails = adminBooking.extend({
  customerPhone: z.string(),
  location: z.string(),
  description: z.string(),
  /** `bought`: items beyond the title; `agreedWith`: person who agreed to an amount without a listed price. */
  bought: z.array(boughtLine),
  agreedWith: z.string().nullable(),
  /** Series of the booking with all dates; otherwise null. */
  wholeSeries: seriesState.nullable(),
  /** Job that this booking supplements, or of which it pays an instalment; otherwise null. */
  jobId: z.uuid().nullable(),
  /** Supplements of a job, each with its order once it was accepted. */
  supplements: z.array(supplementView.extend({ orderId: z.uuid().nullable() })),
  /** Deposit and instalments of a job; and true for a booking that pays an instalment. */
  plan: planView,
  isInstalment: z.boolean(),
  company: z.object({ companyName: z.string(), email: z.string(), contactPerson: z.string(), phone: z.string() }),
  commissionBasisPoints: z.number().nullable(),
  platformFeeCents: z.number().nullable(),
  companyShareCents: z.number().nullable(),
  refundPendingCents: z.number(),
  refundableCents: z.number(),
  /** Payment and checkout session at the PSP. */
  stripePaymentIntentId: z.string().nullable(),
  sessionId: z.string().nullable(),
  expiresAt: z.date(),
  paidAt: z.date().nullable(),
  payableAt: z.date().nullable(),
  payoutProcessedAt: z.date().nullable(),
  cancelledAt: z.date().nullable(),
  cancelReason: z.string().nullable(),
  updatedAt: z.date(),
  attachments: z.array(z.object({ id: z.uuid(), name: z.string(), bytes: z.number(), type: z.string() })),
  refunds: z.array(refund),
  payouts: z.array(payout),
  reversals: z.array(reversal),
  disputes: z.array(dispute),
  ledger: z.array(ledgerLine),
  /** History, newest first: actions with their actors, and mails. */
  history: z.array(z.object({ at: z.date(), who: z.string(), text: z.string(), detail: z.string(), isBad: z.boolean() })),
})
export type DetailedBooking = z.infer<typeof adminBookingDetails>
export type AdminBookingDetails = Wire<DetailedBooking>
