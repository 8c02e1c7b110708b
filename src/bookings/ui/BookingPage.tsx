import { lazy, Suspense } from 'react'
import { pageMeta } from '#src/web/shell/pageMeta.ts'
import type { Route } from './+types/BookingPage'
import { BookingLoading } from './BookingLoading.tsx'

/** Apart from the page, because it brings the schema library. */
const OwnBooking = lazy(() => import('./OwnBooking.tsx'))

export const handle = { holdsSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: 'Ihre Buchung', description: 'Ihre Buchung ansehen, stornieren und bewerten.' }),
  // The address opens the booking: no other site may learn it from a link.
  { name: 'referrer', content: 'no-referrer' },
]

/** A booking for whoever holds the link of a mail about it, without signing in. */
export default function BookingPage() {
  return (
    <main id="inhalt" className="wrap page">
      <Suspense fallback={<BookingLoading />}>
        <OwnBooking />
      </Suspense>
    </main>
  )
}
