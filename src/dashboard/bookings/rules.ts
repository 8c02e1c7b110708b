import { z } from 'zod'
import { isCalendarDay } from '#src/kit/dates.ts'

export const bookingStatuses = ['pending', 'confirmed', 'cancelled'] as const
export const paymentStatuses = ['pending', 'paid', 'completed', 'failed', 'refunded'] as const

/**
 * A booking as its company sees it, money in euros. Until it is confirmed, nobody paid for the service: address, phone and place of the
 * customer are null.
 */
export const shownBooking = z.object({
  id: z.uuid(),
  service_title: z.string(),
  customer_name: z.string(),
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
  location: z.string().nullable(),
  booking_date: z.string(),
  booking_time: z.string(),
  amount: z.number(),
  refunded: z.number(),
  /** Fee and share are fixed with the payment. */
  platform_fee: z.number().nullable(),
  company_share: z.number().nullable(),
  booking_status: z.enum(bookingStatuses),
  payment_status: z.enum(paymentStatuses),
  payout_processed: z.boolean(),
  created_at: z.iso.datetime(),
})
export type ShownBooking = z.infer<typeof shownBooking>

/** The same with what the customer wrote and attached; empty until it is confirmed. */
export const bookingDetails = shownBooking.extend({
  description: z.string().nullable(),
  paid_at: z.iso.datetime().nullable(),
  attachments: z.array(z.object({ id: z.uuid(), name: z.string(), bytes: z.number(), type: z.string() })),
})
export type BookingDetails = z.infer<typeof bookingDetails>

/** How a list of bookings may be sorted: by the moment it was booked, the appointment, the amount. */
export const bookingSorts = ['newest', 'oldest', 'dateDesc', 'dateAsc', 'amountDesc', 'amountAsc'] as const
export type BookingSort = (typeof bookingSorts)[number]

export const searchLength = 100
const day = z.string().refine(isCalendarDay, 'Ungültiges Datum').optional()
const filters = {
  status: z.enum(bookingStatuses).optional(),
  payment: z.enum(paymentStatuses).optional(),
  /** Part of the customer's name or of the id; of the customer's address where the company may see it. */
  search: z.string().trim().max(searchLength).optional(),
  /** Days of the appointment, both included. */
  from: day,
  to: day,
}

/** A file may hold all bookings of years: so many of them an hour. */
export const exportRate = { max: 60, windowSeconds: 3_600 } as const
/** A file lies in the memory while it is sent, at most 10 MB of it: whoever reads slowly must not fill it up. */
export const attachmentRate = { max: 60, windowSeconds: 600 } as const

/** Which bookings of a company are meant, by the words of an address or a body. */
export const bookingFilter = z.object(filters)
export type BookingFilter = z.infer<typeof bookingFilter>
