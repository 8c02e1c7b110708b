import { Link } from 'react-router'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { appOf, viewerOf } from '#src/platform/server/pageContext.ts'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/OwnBookingsPage'
import { GuestHome } from './GuestHome.tsx'
import { OwnBookings } from './OwnBookings.tsx'
import './own-bookings.css'

export const loader = ({ context }: Route.LoaderArgs) => ({
  email: context.get(viewerOf)?.email,
  today: berlinDay(context.get(appOf).now()),
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    site: matches[0].loaderData,
    title: 'Meine Buchungen',
    description: 'Ihre Termine, Nachrichten, Belege, Favoriten und Adressen an einem Ort.',
  })

/** Customer's area: future and past bookings, favourites and addresses. Guests see what their browser has stored. */
export default function OwnBookingsPage({ loaderData: { email, today } }: Route.ComponentProps) {
  return (
    <main id="inhalt" className="wrap page">
      <h1>Meine Buchungen</h1>
      {email ? <OwnBookings today={today} /> : <GuestHome />}
      <noscript>
        <p>
          Diese Seite braucht JavaScript. Ihre Buchung öffnen Sie auch mit dem Link aus Ihrer E-Mail; einen neuen bekommen Sie{' '}
          <Link to="/buchung">hier</Link>.
        </p>
      </noscript>
    </main>
  )
}
