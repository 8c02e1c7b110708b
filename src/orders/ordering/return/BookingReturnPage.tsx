import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { PaymentChecking, PaymentForward } from '#src/money/payments/ui/PaymentChecking.tsx'
import { ReceiptShape } from '#src/orders/receipts/ReceiptShape.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/BookingReturnPage'

/** Loaded separately, because it brings the schema library, which of the screens on this path only this one needs. */
const BookingReturn = lazy(() => import('./BookingReturn.tsx'))

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: 'Ihre Buchung', description: 'Bestätigung Ihrer Buchung.' })

/** Page to which the payment page returns the customer (docs/spec.md#booking-return). */
export default function BookingReturnPage() {
  const [query] = useSearchParams()
  const sessionId = query.get('session_id') ?? ''
  const bookingId = query.get('booking_id') ?? ''
  const isSubscription = sessionId !== '' && bookingId === '' && query.get('setup') === 'complete'
  return (
    <main id="inhalt" className="wrap page">
      {isSubscription ? (
        <PaymentForward to={`/payment-success-provider?${query}`} shape={<ReceiptShape />} />
      ) : (
        <Suspense fallback={<PaymentChecking shape={<ReceiptShape />} />}>
          <BookingReturn sessionId={sessionId} bookingId={bookingId} />
        </Suspense>
      )}
    </main>
  )
}
