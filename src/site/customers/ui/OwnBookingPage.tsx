import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { SignInFirst } from '#src/foundation/accounts/ui/SignInFirst.tsx'
import { BookingLoading } from '#src/orders/receipts/ui/BookingLoading.tsx'
import { viewerOf } from '#src/platform/server/pageContext.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { WayBack } from '#src/platform/web/shell/CardPage.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/OwnBookingPage'

/** Loaded lazily, because it needs the schema library. */
const OpenedBooking = lazy(() => import('#src/orders/receipts/OpenedBooking.tsx'))

export const loader = ({ context }: Route.LoaderArgs) => ({ isSignedIn: context.get(viewerOf) !== undefined })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ site: matches[0].loaderData, title: 'Ihre Buchung', description: 'Ihre Buchung ansehen, verschieben und stornieren.' })

/** Booking for the account with whose confirmed address it was made (docs/spec.md#own-bookings). */
export default function OwnBookingPage({ loaderData: { isSignedIn }, params: { id } }: Route.ComponentProps) {
  return (
    <main id="inhalt" className="wrap page">
      {isSignedIn ? (
        <div className="stack">
          <WayBack to="/meine-buchungen">Meine Buchungen</WayBack>
          <Suspense fallback={<BookingLoading />}>
            <OpenedBooking bookingKey={{ ownBookingId: id }} notOpened={() => <NotYours />} />
          </Suspense>
        </div>
      ) : (
        <SignInFirst title="Ihre Buchung" path={`/meine-buchungen/${id}`} />
      )}
    </main>
  )
}

/** Same text for another account's booking and for an unknown one. */
const NotYours = () => (
  <div className="stack">
    <h1>Ihre Buchung</h1>
    <Note kind="warn" role="alert" title="Buchung nicht gefunden">
      Mit der E-Mail-Adresse Ihres Kontos gibt es diese Buchung nicht. Haben Sie mit einer anderen gebucht, hilft der{' '}
      <Link to="/buchung">Link aus Ihrer E-Mail</Link>.
    </Note>
  </div>
)
