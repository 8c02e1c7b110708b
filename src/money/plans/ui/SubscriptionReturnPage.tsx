import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { PaymentChecking, PaymentForward } from '#src/money/payments/ui/PaymentChecking.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/SubscriptionReturnPage'
import { RegistrationShape } from './RegistrationShape.tsx'

/** Loaded lazily, because it needs the schema library. */
const SubscriptionReturn = lazy(() => import('./SubscriptionReturn.tsx'))

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: 'Ihre Registrierung', description: 'Bestätigung Ihres Abonnements.' })

/** Page to which the checkout returns (docs/spec.md#subscription-return). */
export default function SubscriptionReturnPage() {
  const [query] = useSearchParams()
  const sessionId = query.get('session_id') ?? ''
  const isBooking = sessionId !== '' && (query.get('booking_id') ?? '') !== ''
  return (
    <main id="inhalt" className="wrap page">
      {isBooking ? (
        <PaymentForward to={`/payment-success?${query}`} shape={<RegistrationShape />} />
      ) : (
        <Suspense fallback={<PaymentChecking shape={<RegistrationShape />} />}>
          <SubscriptionReturn sessionId={sessionId} isComplete={query.get('setup') === 'complete'} named={query.get('company_id') ?? ''} />
        </Suspense>
      )}
    </main>
  )
}
