import { berlinInstant } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { Problem, problemsOf } from '#src/platform/kit/problems.ts'

/** Hours before the appointment until which a customer can cancel free of charge with a full refund. The terms name the same number. */
export const freeCancellationHours = 24

/** Last moment of free cancellation. */
export const freeCancellationEnd = ({ bookingDate, bookingTime }: { bookingDate: string; bookingTime: string }) =>
  new Date(berlinInstant(bookingDate, bookingTime).getTime() - freeCancellationHours * 3_600_000)

/** Reason in the audit log and on the operator's screens. */
export const customerCancelReason = 'Auf der Buchungsseite storniert'

export const customerCancelProblems = problemsOf('customerCancellations', {
  tooLate: [
    409,
    `Kostenlos stornieren konnten Sie bis ${freeCancellationHours} Stunden vor dem Termin. Bitte wenden Sie sich an Ihren Anbieter.`,
  ],
})

/** Problem for a cancellation whose customer was shown another refund; its field holds the current refund in cents. */
export function refundDiffers(refundCents: Cents) {
  const text = `Der Betrag hat sich geändert: Wenn Sie jetzt stornieren, bekommen Sie ${formatEuro(refundCents)} zurück.`
  return new Problem('customerCancellations.refundDiffers', 409, text, { refundCents: [String(refundCents)] })
}
