import {
  type BookingStatus,
  bookingStatusLabels,
  bookingStatusTones,
  type PaymentStatus,
  partlyRefundedWord,
  paymentStatusLabels,
  paymentStatusTones,
} from '#src/money/payments/bookingStates.ts'
import { appointmentStatusLabels, type RequestStatus } from '#src/orders/appointments/states.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'

type BookingChipProps = { status: BookingStatus; request?: RequestStatus | null }

/** State of the booking; of a request its own state. */
export const BookingChip = ({ status, request = null }: BookingChipProps) => (
  <StatusChip tone={bookingStatusTones[status]}>{request ? appointmentStatusLabels[request] : bookingStatusLabels[status]}</StatusChip>
)

/** State of the payment, including a partial refund. `refunded` in euros. */
export function PaymentChip({ status, refunded }: { status: PaymentStatus; refunded: number }) {
  if (refunded > 0 && status !== 'refunded') return <StatusChip tone="off">{partlyRefundedWord}</StatusChip>
  return <StatusChip tone={paymentStatusTones[status]}>{paymentStatusLabels[status]}</StatusChip>
}

type StateChipProps = { booking: BookingStatus; request: RequestStatus | null; payment: PaymentStatus; refunded: number }

/** Both states as one chip: the payment's, unless the booking is cancelled or only requested. */
export function StateChip({ booking, request, payment, refunded }: StateChipProps) {
  if (request || (booking === 'cancelled' && payment !== 'refunded')) return <BookingChip status={booking} request={request} />
  return <PaymentChip status={payment} refunded={refunded} />
}

type BookingHeadProps = {
  booking: {
    booking_status: BookingStatus
    request_status: RequestStatus | null
    payment_status: PaymentStatus
    refunded: number
    created_at: string
  }
  /** Words before the moment of the booking. */
  begins: string
}

/** Both states of a booking and its moment, above its details. */
export const BookingHead = ({ booking, begins }: BookingHeadProps) => (
  <div className="row wrapping">
    <span className="unseen">Buchung:</span>
    <BookingChip status={booking.booking_status} request={booking.request_status} />
    <span className="unseen">Zahlung:</span>
    <PaymentChip status={booking.payment_status} refunded={booking.refunded} />
    <span className="small dim">
      {begins} {formatMoment(new Date(booking.created_at))}
    </span>
  </div>
)
