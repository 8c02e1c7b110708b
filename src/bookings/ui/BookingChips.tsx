import { StatusChip, type StatusTone } from '#src/web/parts/StatusChip.tsx'
import { type BookingStatus, bookingStatusWords, type PaymentStatus, partlyRefundedWord, paymentStatusWords } from '../states.ts'

const bookingTones: Record<BookingStatus, StatusTone> = { pending: 'waiting', confirmed: 'good', cancelled: 'off' }
const paymentTones: Record<PaymentStatus, StatusTone> = {
  pending: 'waiting',
  paid: 'good',
  completed: 'done',
  failed: 'bad',
  refunded: 'off',
}

export const BookingChip = ({ status }: { status: BookingStatus }) => (
  <StatusChip tone={bookingTones[status]}>{bookingStatusWords[status]}</StatusChip>
)

/** The payment; a booking that was refunded in part says so. `refunded` in euros. */
export function PaymentChip({ status, refunded }: { status: PaymentStatus; refunded: number }) {
  if (refunded > 0 && status !== 'refunded') return <StatusChip tone="off">{partlyRefundedWord}</StatusChip>
  return <StatusChip tone={paymentTones[status]}>{paymentStatusWords[status]}</StatusChip>
}

/** Both in one word, where there is room for one: the payment, unless the booking is off. */
export function StateChip({ booking, payment, refunded }: { booking: BookingStatus; payment: PaymentStatus; refunded: number }) {
  if (booking === 'cancelled' && payment !== 'refunded') return <BookingChip status="cancelled" />
  return <PaymentChip status={payment} refunded={refunded} />
}
