import { lazy, Suspense, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pageMeta } from '#src/web/pageMeta.ts'
import type { Route } from './+types/SubscriptionReturnPage'
import { SubscriptionChecking } from './SubscriptionChecking.tsx'

/** Apart from the page, because it brings the schema library. */
const SubscriptionReturn = lazy(() => import('./SubscriptionReturn.tsx'))

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: 'Ihre Registrierung', description: 'Bestätigung Ihres Abonnements.' }),
  // No other site may learn the session from a link.
  { name: 'referrer', content: 'no-referrer' },
]

/** Where the payment page sends providers back to (specification 2, "Subscription return page"). */
export default function SubscriptionReturnPage() {
  const [query] = useSearchParams()
  const sessionId = query.get('session_id') ?? ''
  const isBooking = sessionId !== '' && (query.get('booking_id') ?? '') !== ''
  return (
    <main id="inhalt" className="wrap page">
      {isBooking ? (
        <Forward to={`/payment-success?${query}`} />
      ) : (
        <Suspense fallback={<SubscriptionChecking />}>
          <SubscriptionReturn sessionId={sessionId} isComplete={query.get('setup') === 'complete'} named={query.get('company_id') ?? ''} />
        </Suspense>
      )}
    </main>
  )
}

/** The two success pages forward to each other when they are handed the other's parameters (decisions 1, "success pages"). */
function Forward({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate(to, { replace: true })
  }, [navigate, to])
  return <SubscriptionChecking />
}
