import { z } from 'zod'
import { bookingStatuses, paymentStatuses } from '#src/money/payments/bookingStates.ts'
import { appointmentStatuses, proposalView } from '#src/orders/appointments/states.ts'
import { complaintView } from '#src/orders/bookings/complaints/rules.ts'
import { planView } from '#src/orders/instalments/rules.ts'
import { requestView } from '#src/orders/requests/rules.ts'
import { tipView } from '#src/orders/tips/rules.ts'
import { paymentMethods } from '#src/platform/kit/settingOptions.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { boughtLine } from '#src/supply/services/schemas.ts'

/** View of a booking for its customer, with the company's contact while the appointment takes place (docs/spec.md#booking-return). */
export const bookingReceipt = z.object({
  id: z.string(),
  serviceTitle: z.string(),
  bookingDate: z.string(),
  bookingTime: z.string(),
  location: z.string(),
  description: z.string(),
  amountCents: z.number(),
  /** Items beyond the title, and the person who agreed to an amount that no price confirms. */
  bought: z.array(boughtLine),
  agreedWith: z.string().nullable(),
  /** Completed and pending refunds. */
  refundedCents: z.number(),
  refundPendingCents: z.number(),
  bookingStatus: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  paidAt: z.date().nullable(),
  /** True while the customer's payment is under way. */
  isProcessing: z.boolean(),
  /** Method that paid or authorized the money; null for a card before methods were recorded. */
  method: z.enum(paymentMethods).nullable(),
  /** True if the appointment takes place, and true once its day has come. */
  takesPlace: z.boolean(),
  isDue: z.boolean(),
  /** Appointment at a company with a calendar: state, end, times of work in several parts, and line of its cancellation terms. */
  appointment: z
    .object({
      status: z.enum(appointmentStatuses),
      endsAt: z.date(),
      parts: z.array(z.object({ startsAt: z.date(), endsAt: z.date() })),
      timeline: z.string(),
      /** Current refund, and the amount that the company keeps; null if it cannot be cancelled. */
      refundCents: z.number().nullable(),
      retainedCents: z.number().nullable(),
      /** Moment until which the customer may object to a report of absence. */
      objectUntil: z.date().nullable(),
      /** Moves that the customer has left, and the number of changes so far. */
      movesLeft: z.number(),
      sequence: z.number(),
      /** True if another time can be proposed; the open proposal; the last day that requires consent to an early start. */
      mayPropose: z.boolean(),
      proposal: proposalView.nullable(),
      consentUntil: z.string().nullable(),
    })
    .nullable(),
  /** Ids for booking the same again; null before the payment or the request, or if the company cannot be booked. */
  again: z.object({ companyId: z.uuid(), serviceId: z.uuid().nullable() }).nullable(),
  /** Open request: next step, and its deadline. */
  request: requestView.nullable(),
  /** Latest problem that the customer reported, and the moment until which one may be reported; null if that is not possible now. */
  complaint: complaintView.nullable(),
  complaintUntil: z.date().nullable(),
  /** True for a date of a series, which is read separately (`get-series`). */
  inSeries: z.boolean(),
  /** True for the order of a supplement, an instalment or a tip; `isInstalment`, `isTip`: of one of these. */
  isSupplement: z.boolean(),
  isInstalment: z.boolean(),
  isTip: z.boolean(),
  /** Tip for the company: given, or possible now; null if neither. */
  tip: tipView.nullable(),
  /** Supplements of a job, which are read separately (`get-supplements`); `open`: at least one waits for the customer's answer. */
  supplements: z.enum(['none', 'open', 'ended']),
  /** Deposit and instalments; null if all was due at booking. */
  plan: planView,
  /** True once work was begun or a photo added, which are read separately (`get-work`). */
  hasWork: z.boolean(),
  /** End of free cancellation, and the reason why it cannot be cancelled now; null if it can. */
  freeUntil: z.date(),
  cancelRefusal: z.string().nullable(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  attachments: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.number() })),
  company: z.object({ companyName: z.string(), email: z.string(), contactPerson: z.string(), phone: z.string() }),
})
export type BookingReceipt = Wire<z.infer<typeof bookingReceipt>>
