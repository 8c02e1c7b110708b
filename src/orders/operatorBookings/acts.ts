import { splitAmount } from '#src/money/payments/rules.ts'
import { cancelProblems } from '#src/orders/bookings/cancelRules.ts'
import { refundProblems } from '#src/orders/refunds/rules.ts'
import { type Cents, centsOf, euros, formatEuro } from '#src/platform/kit/money.ts'
import type { AdminBookingDetails } from './rules.ts'

const standing = ({ payouts }: AdminBookingDetails) => payouts.find(({ is_released }) => !is_released)
const isDisputed = ({ disputes }: AdminBookingDetails) => disputes.some(({ status }) => status === 'open')

/** Returns the reason why the operator cannot refund; undefined if refunding is possible. The server applies the same rules. */
export function refundRefusal(booking: AdminBookingDetails) {
  if (booking.paid_at === null) return refundProblems.notPaid().message
  if (isDisputed(booking)) return refundProblems.disputed().message
  return booking.refundable > 0 ? undefined : refundProblems.nothingLeft().message
}

/** Returns the reason why the operator cannot cancel; undefined if cancelling is possible. The server applies the same rules. */
export function cancelRefusal(booking: AdminBookingDetails) {
  if (booking.booking_status === 'cancelled') return cancelProblems.alreadyCancelled().message
  if (booking.paid_at === null) return undefined
  return isDisputed(booking) ? cancelProblems.disputed().message : undefined
}

/** Amount in cents by which a refund reduces the company's share, after all pending refunds. */
export function shareLost(booking: AdminBookingDetails, refundCents: Cents): Cents {
  const rate = { commissionBasisPoints: booking.commission_basis_points ?? 0, vatBasisPoints: 0 }
  const left = centsOf(booking.refundable)
  return splitAmount({ ...rate, amountCents: left }).shareCents - splitAmount({ ...rate, amountCents: left - refundCents }).shareCents
}

/** Explains the effect on the share: it is not paid out, or it is reversed after a payout. */
export function shareFate(booking: AdminBookingDetails) {
  const payout = standing(booking)
  if (!payout) return 'Ausgezahlt wird nur der Anteil an dem, was bleibt.'
  if (payout.rail === 'sepa') return 'Der Anteil ist schon ausgezahlt oder unterwegs. Er wird mit den nächsten Auszahlungen verrechnet.'
  return 'Der Anteil ist schon ausgezahlt oder unterwegs. Wir holen ihn zurück; was sich nicht zurückholen lässt, wird mit den nächsten Auszahlungen verrechnet.'
}

/** Consequence of a refund, for the confirmation. */
export const refundConsequence = (booking: AdminBookingDetails, refundCents: Cents) =>
  `${booking.customer_name} bekommt ${formatEuro(refundCents)} zurück, der Anteil von ${booking.company_name} sinkt um ` +
  `${formatEuro(shareLost(booking, refundCents))}, und das lässt sich nicht rückgängig machen.`

/** Consequence of a cancellation, for the confirmation; includes a share that was paid out already. */
export function cancelConsequence(booking: AdminBookingDetails) {
  const start = 'Die Buchung ist dann endgültig storniert, Kunde und Anbieter lesen Ihren Grund'
  if (booking.paid_at === null) return `${start}, und eine Zahlung, die noch eingeht, wird in voller Höhe erstattet.`
  if (booking.refundable === 0) return `${start}, und es geht kein Geld mehr zurück.`
  const refund = `${start}, und ${euros(booking.refundable)} gehen an ${booking.customer_name} zurück.`
  return standing(booking) ? `${refund} ${shareFate(booking)}` : refund
}
