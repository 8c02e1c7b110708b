import { useBookingToken } from '../links/BookingToken.tsx'
import { NewLink } from '../links/NewLink.tsx'
import OpenedBooking from '../receipts/OpenedBooking.tsx'

/** Opens the booking of the link. Without a link that opens one, a new one can be asked for. */
export default function OwnBooking() {
  const token = useBookingToken()
  return <OpenedBooking bookingKey={keyOf(token)} notOpened={(problem) => <NewLink problem={problem} />} />
}

function keyOf(token: string | undefined) {
  if (token === undefined) return undefined
  return token === '' ? null : { token }
}
