import { z } from 'zod'
import { bookingStatuses, paymentStatuses } from '#src/bookings/rules.ts'
import { isCalendarDay } from '#src/kit/dates.ts'
import { ledgerAccounts } from '#src/payments/rules.ts'
import { payoutRails, payoutStatuses } from '#src/payouts/runs/texts.ts'
import { bookingSorts, searchLength } from './listRules.ts'

const day = z.string().refine(isCalendarDay, 'Ungültiges Datum').optional()

/** Which bookings are meant, by the words of an address or a body. Days of the appointment, both included. */
export const bookingFilter = z.object({
  status: z.enum(bookingStatuses).optional(),
  payment: z.enum(paymentStatuses).optional(),
  search: z.string().trim().max(searchLength).optional(),
  from: day,
  to: day,
})
export type BookingFilter = z.infer<typeof bookingFilter>
export const bookingSort = z.enum(bookingSorts).default('newest')

const moment = z.iso.datetime()

/** A booking as the operator's list shows it, money in euros. */
export const adminBooking = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  company_name: z.string(),
  service_title: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  booking_date: z.string(),
  booking_time: z.string(),
  amount: z.number(),
  refunded: z.number(),
  booking_status: z.enum(bookingStatuses),
  payment_status: z.enum(paymentStatuses),
  payout_processed: z.boolean(),
  created_at: moment,
})
export type AdminBooking = z.infer<typeof adminBooking>

const refund = z.object({
  id: z.uuid(),
  amount: z.number(),
  reason: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  requested_at: moment,
  settled_at: moment.nullable(),
})
const payout = z.object({
  id: z.uuid(),
  rail: z.enum(payoutRails),
  status: z.enum(payoutStatuses),
  amount: z.number(),
  stripe_transfer_id: z.string().nullable(),
  processed_at: moment.nullable(),
  /** The money of a payout that failed is not the company's: the next payout takes the booking again. */
  is_released: z.boolean(),
  created_at: moment,
})
const reversal = z.object({ amount: z.number(), status: z.enum(['pending', 'succeeded', 'failed']), requested_at: moment })
const dispute = z.object({
  id: z.string(),
  amount: z.number(),
  status: z.enum(['inquiry', 'open', 'won', 'lost']),
  opened_at: moment,
  due_by: moment.nullable(),
  closed_at: moment.nullable(),
})
const ledgerLine = z.object({
  kind: z.string(),
  account: z.enum(ledgerAccounts),
  amount: z.number(),
  occurred_at: moment,
})

/** Everything of one booking. Fee and share are fixed with the payment; what may still go back is `refundable`. */
export const adminBookingDetails = adminBooking.extend({
  customer_phone: z.string(),
  location: z.string(),
  description: z.string(),
  company: z.object({ company_name: z.string(), email: z.string(), contact_person: z.string(), phone: z.string() }),
  commission_basis_points: z.number().nullable(),
  platform_fee: z.number().nullable(),
  company_share: z.number().nullable(),
  refund_pending: z.number(),
  refundable: z.number(),
  /** The payment at the PSP, and the session it was made in. */
  stripe_payment_intent_id: z.string().nullable(),
  session_id: z.string().nullable(),
  expires_at: moment,
  paid_at: moment.nullable(),
  payable_at: moment.nullable(),
  payout_processed_at: moment.nullable(),
  cancelled_at: moment.nullable(),
  cancel_reason: z.string().nullable(),
  updated_at: moment,
  attachments: z.array(z.object({ id: z.uuid(), name: z.string(), bytes: z.number(), type: z.string() })),
  refunds: z.array(refund),
  payouts: z.array(payout),
  reversals: z.array(reversal),
  disputes: z.array(dispute),
  ledger: z.array(ledgerLine),
})
export type AdminBookingDetails = z.infer<typeof adminBookingDetails>
