import { z } from 'zod'
import { bookingStatuses, paymentStatuses } from '#src/money/payments/bookingStates.ts'
import { appointmentStatuses } from '#src/orders/appointments/states.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { customerBookingLimits } from '../rules.ts'

/** Limit of reading bookings and initial form values, per account and minute. */
export const customerBookingRate = { max: 120, windowSeconds: 60 } as const

export const customerBookingsRequest = z.object({
  most: z.int().min(1).max(customerBookingLimits.mostPast).default(customerBookingLimits.past),
})

/** Booking in its customer's list. */
export const customerBooking = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  companyName: z.string(),
  contactPerson: z.string(),
  serviceTitle: z.string(),
  location: z.string(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  endsAt: z.date().nullable(),
  /** True for work in several parts, with breaks or nights between. */
  isSpread: z.boolean(),
  amountCents: z.number(),
  refundedCents: z.number(),
  bookingStatus: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  appointmentStatus: z.enum(appointmentStatuses).nullable(),
  /** Deadline of a request, for the customer's or the company's answer. */
  deadlineAt: z.date().nullable(),
  /** For a date of a series: its position, the series' state, and the time from which it can be paid. */
  series: z
    .object({ position: z.number().int(), dates: z.number().int(), isAccepted: z.boolean(), dueAt: z.date(), until: z.date() })
    .nullable(),
  /** Start proposed by the company that awaits the customer's answer. */
  proposedAt: z.date().nullable(),
  /** Number of messages from the company that the customer has not read. */
  unread: z.number().int(),
  /** Invoice in the company's name, once its file is stored. */
  invoice: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** `serviceId`: service, if the company still offers it; `isBookable`: the company takes bookings. */
  serviceId: z.uuid().nullable(),
  isBookable: z.boolean(),
})
export type OwnBooking = Wire<z.infer<typeof customerBooking>>

export const customerBookings = z.object({ ahead: z.array(customerBooking), past: z.array(customerBooking), hasOlder: z.boolean() })

export const customerDetailsRequest = z.object({
  /** Booking to repeat. */
  again: z.uuid().optional(),
})

/** Initial values of an account's booking form. */
export const customerDetails = z.object({
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  /** Location and description of the booking to repeat; otherwise empty. */
  location: z.string(),
  description: z.string(),
  addresses: z.array(z.object({ label: z.string(), line: z.string() })),
})
