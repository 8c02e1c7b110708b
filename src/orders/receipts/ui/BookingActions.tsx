import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { BookingCancellation } from '#src/orders/ordering/ui/BookingCancellation.tsx'
import { BookingMove } from '#src/orders/ordering/ui/BookingMove.tsx'
import { MissedObjection } from '#src/orders/ordering/ui/MissedObjection.tsx'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import { Star } from '#src/platform/web/icons/Icons.tsx'
import type { BookingReceipt } from '../schemas.ts'
import '../receipt.css'

/** Loaded lazily: most bookings are only viewed. */
const EarlierTime = lazy(() => import('#src/orders/waiting/EarlierTime.tsx'))

/** Loaded lazily: few bookings have a problem. */
const OwnComplaint = lazy(() => import('#src/orders/bookings/complaints/OwnComplaint.tsx'))

/** Loaded lazily: few bookings are requests. */
const RequestActions = lazy(() => import('#src/orders/requests/RequestActions.tsx'))

type BookingActionsProps = { receipt: BookingReceipt; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Actions that the customer has on a booking now. */
export function BookingActions({ receipt, bookingKey, onChange }: BookingActionsProps) {
  const { takes_place, is_due, paid_at, appointment } = receipt
  const isCancelling = takes_place && (appointment ? appointment.timeline !== '' : !is_due)
  return (
    <div className="receipt-actions">
      {receipt.request ? (
        <Suspense fallback={null}>
          <RequestActions request={receipt.request} {...{ receipt, bookingKey, onChange }} />
        </Suspense>
      ) : null}
      {takes_place && is_due && !receipt.is_supplement ? <ReviewLink bookingKey={bookingKey} /> : null}
      {appointment?.object_until ? <MissedObjection until={appointment.object_until} bookingKey={bookingKey} onChange={onChange} /> : null}
      {receipt.complaint || (receipt.complaint_until && !receipt.is_tip) ? (
        <Suspense fallback={null}>
          <OwnComplaint receipt={receipt} bookingKey={bookingKey} onChange={onChange} />
        </Suspense>
      ) : null}
      <BookingMove receipt={receipt} bookingKey={bookingKey} onChange={onChange} />
      {appointment && appointment.moves_left > 0 && !appointment.proposal ? (
        <Suspense fallback={null}>
          <EarlierTime receipt={receipt} bookingKey={bookingKey} onChange={onChange} />
        </Suspense>
      ) : null}
      {isCancelling ? <BookingCancellation receipt={receipt} bookingKey={bookingKey} onChange={onChange} /> : null}
      {paid_at === null || receipt.is_tip ? null : <Withdrawal bookingKey={bookingKey} />}
    </div>
  )
}

/** Adds the mailed token to a path; a customer who came from the payment page has none. */
const withSecret = (path: string, key: BookingKey) => ('token' in key ? `${path}?${new URLSearchParams({ token: key.token })}` : path)

const ReviewLink = ({ bookingKey }: { bookingKey: BookingKey }) =>
  'token' in bookingKey ? (
    <Link className="button primary receipt-review" to={withSecret('/bewerten', bookingKey)}>
      <Star />
      Bewertung schreiben
    </Link>
  ) : null

const Withdrawal = ({ bookingKey }: { bookingKey: BookingKey }) => (
  <p className="small muted">
    Ein gesetzliches Widerrufsrecht üben Sie hier aus:{' '}
    <Link to={withSecret(legalPages.withdrawal.path, bookingKey)}>{legalPages.withdrawal.title}</Link>
  </p>
)
