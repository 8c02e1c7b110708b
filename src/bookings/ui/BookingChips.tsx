import { formatMoment } from '#src/kit/dates.ts'
import { StatusChip } from '#src/web/parts/StatusChip.tsx'
import {
  type BookingStatus,
  bookingStatusTones,
  bookingStatusWords,
  type PaymentStatus,
  partlyRefundedWord,
  paymentStatusTones,
  paymentStatusWords,
} from '../states.ts'

export const BookingChip = ({ status }: { status: BookingStatus }) => (
  <StatusChip tone={bookingStatusTones[status]}>{bookingStatusWords[status]}</StatusChip>
)

/** The payment; a booking that was refunded in part says so. `refunded` in euros. */
export function PaymentChip({ status, refunded }: { status: PaymentStatus; refunded: number }) {
  if (refunded > 0 && status !== 'refunded') return <StatusChip tone="off">{partlyRefundedWord}</StatusChip>
  return <StatusChip tone={paymentStatusTones[status]}>{paymentStatusWords[status]}</StatusChip>
}

/** Both states as one chip: the payment, unless the booking is cancelled. */
export function StateChip({ booking, payment, refunded }: { booking: BookingStatus; payment: PaymentStatus; refunded: number }) {
  if (booking === 'cancelled' && payment !== 'refunded') return <BookingChip status="cancelled" />
  return <PaymentChip status={payment} refunded={refunded} />
}

type BookingHeadProps = {
  booking: { booking_status: BookingStatus; payment_status: PaymentStatus; refunded: number; created_at: string }
  /** What stands before the moment it was made. */
  begins: string
}

/** Both states of a booking and when it was made, above its details. */
export const BookingHead = ({ booking, begins }: BookingHeadProps) => (
  <div className="row wrapping">
    <span className="unseen">Buchung:</span>
    <BookingChip status={booking.booking_status} />
    <span className="unseen">Zahlung:</span>
    <PaymentChip status={booking.payment_status} refunded={booking.refunded} />
    <span className="small dim">
      {begins} {formatMoment(new Date(booking.created_at))}
    </span>
  </div>
)
