import { z } from 'zod'
import { companyActs, hourly } from '#src/bookings/appointments/actRules.ts'
import { appointmentStatuses, askedStatuses, placeInSeries, shownProposal } from '#src/bookings/appointments/states.ts'
import { shownComplaint } from '#src/bookings/complaints/rules.ts'
import { bookingStatuses, paymentStatuses } from '#src/bookings/states.ts'
import type { Wire } from '#src/kit/wire.ts'
import { boughtLine } from '#src/services/schemas.ts'

/**
 * A booking as its company sees it. Until it is confirmed (paid), address, phone and place of the customer are null.
 */
export const shownBooking = z.object({
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
  /** Fee and share are fixed with the payment. */
  platformFeeCents: z.number().nullable(),
  companyShareCents: z.number().nullable(),
  bookingStatus: z.enum(bookingStatuses),
  /** Of a request that is not agreed yet: how far it is. */
  requestStatus: z.enum(askedStatuses).nullable(),
  series: placeInSeries.nullable(),
  /** Whether its customer reported a problem that waits for somebody. */
  hasComplaint: z.boolean(),
  paymentStatus: z.enum(paymentStatuses),
  payoutProcessed: z.boolean(),
  createdAt: z.date(),
})
export type BookingView = z.infer<typeof shownBooking>
export type ShownBooking = Wire<BookingView>

/** The same with what the customer wrote and attached; empty until it is confirmed. */
export const bookingDetails = shownBooking.extend({
  description: z.string().nullable(),
  /** What was bought beyond the title, and who agreed to an amount that no price says. */
  bought: z.array(boughtLine),
  agreedWith: z.string().nullable(),
  paidAt: z.date().nullable(),
  /** What the company may do with it now. */
  acts: z.array(z.enum(companyActs)),
  /** Of an appointment at a company with a calendar: its state, and what the company may do now. */
  appointment: z
    .object({
      status: z.enum(appointmentStatuses),
      acts: z.array(z.enum(companyActs)),
      hourly,
      /** Whether another time can be proposed, and the proposal that waits. */
      mayPropose: z.boolean(),
      proposal: shownProposal.nullable(),
      /** Of a request: until when the company has to answer; null for every other. */
      answerUntil: z.date().nullable(),
    })
    .nullable(),
  /** The latest problem that the customer reported; what may go back with an answer. */
  complaint: shownComplaint.nullable(),
  refundableCents: z.number(),
  attachments: z.array(z.object({ id: z.uuid(), name: z.string(), bytes: z.number(), type: z.string() })),
})
export type BookingDetails = Wire<z.infer<typeof bookingDetails>>

/** How a list of bookings may be sorted: by the moment it was booked, the appointment, the amount. */
export const bookingSorts = ['newest', 'oldest', 'dateDesc', 'dateAsc', 'amountDesc', 'amountAsc'] as const
export type BookingSort = (typeof bookingSorts)[number]

export const searchLength = 100

/** Exports an hour: one export may contain all bookings of years. */
export const exportRate = { max: 60, windowSeconds: 3_600 } as const
/** Downloads: each file of up to 10 MB is held in memory while it is sent, and slow readers must not fill the memory. */
export const attachmentRate = { max: 60, windowSeconds: 600 } as const
