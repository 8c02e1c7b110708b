import { lazy, Suspense } from 'react'
import { BookingLoading } from '#src/orders/receipts/ui/BookingLoading.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/BookingPage'

/** Loaded separately, because it brings the schema library. */
const OwnBooking = lazy(() => import('./OwnBooking.tsx'))

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: 'Ihre Buchung', description: 'Ihre Buchung ansehen, stornieren und bewerten.' })

/** Page of a booking that a mailed link opens, without signing in. */
export default function BookingPage() {
  return (
    <main id="inhalt" className="wrap page">
      <Suspense fallback={<BookingLoading />}>
        <OwnBooking />
      </Suspense>
    </main>
  )
}
