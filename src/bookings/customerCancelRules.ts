import { berlinInstant } from '#src/kit/dates.ts'
import { type Cents, formatEuro } from '#src/kit/money.ts'
import { Problem, problemsOf } from '#src/kit/problems.ts'

/** Until this many hours before the appointment, a customer can cancel free of charge with a full refund. The terms say the same. */
export const freeCancellationHours = 24

/** The last moment of free cancellation. */
export const freeCancellationEnd = ({ bookingDate, bookingTime }: { bookingDate: string; bookingTime: string }) =>
  new Date(berlinInstant(bookingDate, bookingTime).getTime() - freeCancellationHours * 3_600_000)

/** What the audit log and the operator's screens name as the reason. */
export const customerCancelReason = 'Auf der Buchungsseite storniert'

export const customerCancelProblems = problemsOf('customerCancellations', {
  tooLate: [
    409,
    `Kostenlos stornieren konnten Sie bis ${freeCancellationHours} Stunden vor dem Termin. Bitte wenden Sie sich an Ihren Anbieter.`,
  ],
})

/** The refusal of a cancellation whose customer was shown another sum, with the sum of now. */
export function refundDiffers(refundCents: Cents) {
  const text = `Der Betrag hat sich geändert: Wenn Sie jetzt stornieren, bekommen Sie ${formatEuro(refundCents)} zurück.`
  return new Problem('customerCancellations.refundDiffers', 409, text, { refundCents: [String(refundCents)] })
}
