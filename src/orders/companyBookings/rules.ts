import { z } from 'zod'
import { bookingStatuses, paymentStatuses } from '#src/money/payments/bookingStates.ts'
import { byPiece, companyActs, hourly } from '#src/orders/appointments/actRules.ts'
import { appointmentStatuses, placeInSeries, proposalView, requestStatuses } from '#src/orders/appointments/states.ts'
import { complaintView } from '#src/orders/bookings/complaints/rules.ts'
import { planView } from '#src/orders/instalments/rules.ts'
import { jobWork } from '#src/orders/onsite/rules.ts'
import { shownEstimate } from '#src/orders/requests/rules.ts'
import { jobSupplements } from '#src/orders/supplements/rules.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { boughtLine } from '#src/supply/services/schemas.ts'

/** Booking as its company sees it. Until it is confirmed (paid), address, phone and place of the customer are null. */
export const companyBookingView = z.object({
  id: z.uuid(),
  serviceTitle: z.string(),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  location: z.string().nullable(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  amountCents: z.number(),
  refundedCents: z.number(),
  /** Fee and share are fixed at the payment. */
  platformFeeCents: z.number().nullable(),
  companyShareCents: z.number().nullable(),
  bookingStatus: z.enum(bookingStatuses),
  /** State of a request that is not agreed yet; otherwise null. */
  requestStatus: z.enum(requestStatuses).nullable(),
  series: placeInSeries.nullable(),
  /** True if the customer's complaint awaits a decision. */
  hasComplaint: z.boolean(),
  paymentStatus: z.enum(paymentStatuses),
  payoutProcessed: z.boolean(),
  createdAt: z.date(),
})
export type BookingView = z.infer<typeof companyBookingView>
export type CompanyBookingView = Wire<BookingView>

/** Booking with the customer's text and files, which are empty until it is confirmed. */
export const bookingDetails = companyBookingView.extend({
  description: z.string().nullable(),
  /** `bought`: items beyond the title; `agreedWith`: person who agreed to an amount without a listed price. */
  bought: z.array(boughtLine),
  agreedWith: z.string().nullable(),
  paidAt: z.date().nullable(),
  /** Actions that the company may take now. */
  acts: z.array(z.enum(companyActs)),
  /** Appointment at a company with a calendar: state and current actions. */
  appointment: z
    .object({
      status: z.enum(appointmentStatuses),
      acts: z.array(z.enum(companyActs)),
      hourly,
      byPiece,
      /** True if another time can be proposed; `proposal`: the pending one. */
      mayPropose: z.boolean(),
      proposal: proposalView.nullable(),
      /** For a request: deadline of the company's answer; otherwise null. */
      answerUntil: z.date().nullable(),
      /** Range of an estimate, and the price that the company named. */
      estimate: shownEstimate.nullable(),
    })
    .nullable(),
  /** Latest complaint of the customer; `refundableCents`: maximum refund with an answer. */
  complaint: complaintView.nullable(),
  refundableCents: z.number(),
  /** More work than agreed, proposed by the company. */
  supplements: jobSupplements,
  /** Deposit and instalments; null if all was due at booking. */
  plan: planView,
  /** Steps of running work, and photos. */
  work: jobWork,
  /** Tip that was given for the job, a booking of its own; null without one. */
  tipCents: z.number().nullable(),
  attachments: z.array(z.object({ id: z.uuid(), name: z.string(), bytes: z.number(), type: z.string() })),
})
export type BookingDetails = Wire<z.infer<typeof bookingDetails>>

/** Sort orders of a list of bookings: by booking time, appointment, amount. */
export const bookingSorts = ['newest', 'oldest', 'dateDesc', 'dateAsc', 'amountDesc', 'amountAsc'] as const
export type BookingSort = (typeof bookingSorts)[number]

export const searchLength = 100

/** Exports per hour: one may contain all bookings of years. */
export const exportRate = { max: 60, windowSeconds: 3_600 } as const
/** Downloads: each file of up to 10 MB is held in memory while it is sent, and slow readers must not fill the memory. */
export const attachmentRate = { max: 60, windowSeconds: 600 } as const
