import { useBookingToken } from '#src/orders/bookings/links/BookingToken.tsx'
import { NewLink } from '#src/orders/bookings/links/NewLink.tsx'
import OpenedBooking from '#src/orders/receipts/OpenedBooking.tsx'

/** Shows the booking of the link. If the link opens none, a new one can be requested. */
export default function OwnBooking() {
  const token = useBookingToken()
  return <OpenedBooking bookingKey={keyOf(token)} notOpened={(problem) => <NewLink problem={problem} />} />
}

function keyOf(token: string | undefined) {
  if (token === undefined) return undefined
  return token === '' ? null : { token }
}
