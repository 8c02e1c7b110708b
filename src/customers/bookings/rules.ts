import { z } from 'zod'
import { appointmentStatuses } from '#src/bookings/appointments/states.ts'
import { bookingStatuses, paymentStatuses } from '#src/bookings/states.ts'
import type { Wire } from '#src/kit/wire.ts'
import { ownBookingLimits } from '../rules.ts'

/** How often an account may read its bookings and what begins a booking, per minute. */
export const ownBookingRate = { max: 120, windowSeconds: 60 } as const

export const ownBookingsQuestion = z.object({
  most: z.int().min(1).max(ownBookingLimits.mostPast).default(ownBookingLimits.past),
})

/** A booking in the list of its customer. */
export const ownBooking = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  companyName: z.string(),
  contactPerson: z.string(),
  serviceTitle: z.string(),
  location: z.string(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  endsAt: z.date().nullable(),
  amountCents: z.number(),
  refundedCents: z.number(),
  bookingStatus: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  appointmentStatus: z.enum(appointmentStatuses).nullable(),
  /** Until when its customer or its company has to answer a request. */
  deadlineAt: z.date().nullable(),
  /** Of a date of a series: which one of how many, how far the series is, and from when it can be paid. */
  series: z
    .object({ position: z.number().int(), dates: z.number().int(), isAccepted: z.boolean(), dueAt: z.date(), until: z.date() })
    .nullable(),
  /** A start that the company proposes, and that waits for the customer. */
  proposedAt: z.date().nullable(),
  /** Messages of the company that the customer did not read. */
  unread: z.number().int(),
  /** The invoice in the company's name, once its file is stored. */
  invoice: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** The service, while the company still offers it, and whether the company can be booked at all. */
  serviceId: z.uuid().nullable(),
  isBookable: z.boolean(),
})
export type OwnBooking = Wire<z.infer<typeof ownBooking>>

export const ownBookings = z.object({ ahead: z.array(ownBooking), past: z.array(ownBooking), hasOlder: z.boolean() })

export const ownDetailsQuestion = z.object({
  /** A booking to be made once more. */
  again: z.uuid().optional(),
})

/** What begins the booking form of an account. */
export const ownDetails = z.object({
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  /** Of the booking that is made once more; else empty. */
  location: z.string(),
  description: z.string(),
  addresses: z.array(z.object({ label: z.string(), line: z.string() })),
})
