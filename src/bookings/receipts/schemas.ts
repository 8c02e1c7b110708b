import { z } from 'zod'
import type { Wire } from '#src/kit/wire.ts'
import { boughtLine } from '#src/services/schemas.ts'
import { appointmentStatuses, shownProposal } from '../appointments/states.ts'
import { shownComplaint } from '../complaints/rules.ts'
import { shownRequest } from '../requests/rules.ts'
import { bookingStatuses, paymentStatuses } from '../states.ts'

/**
 * A booking as its customer sees it, with the company's contact while the appointment stands (docs/spec.md#booking-return).
 */
export const bookingReceipt = z.object({
  id: z.string(),
  serviceTitle: z.string(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  location: z.string(),
  description: z.string(),
  amountCents: z.number(),
  /** What was bought beyond the title, and who agreed to an amount that no price says. */
  bought: z.array(boughtLine),
  agreedWith: z.string().nullable(),
  /** What went back, and what is on its way back. */
  refundedCents: z.number(),
  refundPendingCents: z.number(),
  bookingStatus: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  paidAt: z.date().nullable(),
  /** Whether the appointment stands, and whether its day has come. */
  takesPlace: z.boolean(),
  isDue: z.boolean(),
  /** Of an appointment at a company with a calendar: its state, its end, and what cancelling costs when. */
  appointment: z
    .object({
      status: z.enum(appointmentStatuses),
      endsAt: z.date(),
      timeline: z.string(),
      /** What goes back now and what the company keeps; null when it cannot be cancelled. */
      refundCents: z.number().nullable(),
      retainedCents: z.number().nullable(),
      /** Until when its customer may object to having been absent. */
      objectUntil: z.date().nullable(),
      /** How often it may still be moved at this moment, and how often it changed. */
      movesLeft: z.number(),
      sequence: z.number(),
      /** Whether another time can be proposed, the proposal that waits, and the last day that asks for the consent to an early start. */
      mayPropose: z.boolean(),
      proposal: shownProposal.nullable(),
      consentUntil: z.string().nullable(),
    })
    .nullable(),
  /** With what it is booked once more; null where nobody may know it, or the company cannot be booked. */
  again: z.object({ companyId: z.uuid(), serviceId: z.uuid().nullable() }).nullable(),
  /** Of an order that waits for its company: who has to do what until when. */
  request: shownRequest.nullable(),
  /** The latest problem that its customer reported, and until when one may be reported; null when that is not possible now. */
  complaint: shownComplaint.nullable(),
  complaintUntil: z.date().nullable(),
  /** Whether it is one date of a series, which is read by itself (`get-series`). */
  inSeries: z.boolean(),
  /** Until when it is free to cancel, and why it cannot be cancelled at this moment; null when it can. */
  freeUntil: z.date(),
  cancelRefusal: z.string().nullable(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  attachments: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.number() })),
  company: z.object({ companyName: z.string(), email: z.string(), contactPerson: z.string(), phone: z.string() }),
})
export type BookingReceipt = Wire<z.infer<typeof bookingReceipt>>
