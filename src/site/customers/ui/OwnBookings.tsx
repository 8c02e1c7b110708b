import { useState } from 'react'
import { Link } from 'react-router'
import { Bell } from '#src/platform/web/icons/Icons.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { OwnQuoteList } from '#src/site/quotes/ui/OwnQuoteList.tsx'
import { AddressList } from '../addresses/AddressList.tsx'
import { BookingRow, ownBookingPath } from '../bookings/BookingRow.tsx'
import { MonthBand } from '../bookings/MonthBand.tsx'
import type { OwnBooking } from '../bookings/rules.ts'
import { noticesOf } from '../bookings/texts.ts'
import { FavouriteList } from '../favourites/FavouriteList.tsx'
import { customerBookingLimits } from '../rules.ts'

/** Bookings of the signed-in customer, with favourites and addresses. Further data of the account get their own section here. */
export function OwnBookings({ today }: { today: string }) {
  const [most, setMost] = useState<number>(customerBookingLimits.past)
  const { queryResult, reload } = useQuery('list-own-bookings', { most }, { everyMs: 60_000 })
  const [favourites, setFavourites] = useState(0)
  const [addresses, setAddresses] = useState(0)
  const counts = {
    ahead: queryResult.data?.ahead.length,
    past: queryResult.data?.past.length,
    hasOlder: queryResult.data?.has_older === true,
  }
  return (
    <>
      <Sections {...counts} favourites={favourites} addresses={addresses} />
      <div className="own-grid">
        <div aria-busy={queryResult.isBusy}>
          <QueryRegion
            queryResult={queryResult}
            failed="Ihre Buchungen konnten nicht geladen werden"
            loading={<Waiting />}
            onRetry={reload}
          >
            {({ ahead, past, has_older: hasOlder }) => (
              <>
                <Notices bookings={[...ahead, ...past]} />
                <Ahead bookings={ahead} today={today} />
                <OwnQuoteList />
                <Past
                  bookings={past}
                  onMore={hasOlder && most < customerBookingLimits.mostPast ? () => setMost(most + customerBookingLimits.past) : undefined}
                />
              </>
            )}
          </QueryRegion>
        </div>
        <aside aria-label="Favoriten, Adressen und Konto">
          <FavouriteList onCount={setFavourites} />
          <AddressList onCount={setAddresses} />
          <section className="card padded stack" aria-labelledby="account-title">
            <h2 id="account-title">Konto</h2>
            <p className="small muted">Geräte, Passwort, Datenexport und Löschung.</p>
            <Link className="button neutral small wide" to="/konto">
              Konto und Daten
            </Link>
          </section>
        </aside>
      </div>
    </>
  )
}

type SectionsProps = { ahead: number | undefined; past: number | undefined; hasOlder: boolean; favourites: number; addresses: number }

function Sections({ ahead, past, hasOlder, favourites, addresses }: SectionsProps) {
  const counted = (word: string, count: number | undefined, more = '') => (count ? `${word} (${count}${more})` : word)
  return (
    <nav className="section-links" aria-label="Bereiche">
      <a href="#anstehend">{counted('Anstehend', ahead)}</a>
      <a href="#vergangen">{counted('Vergangen', past, hasOlder ? '+' : '')}</a>
      <a href="#favoriten">{counted('Favoriten', favourites)}</a>
      <a href="#adressen">{counted('Adressen', addresses)}</a>
    </nav>
  )
}

/** Actions that await the customer, above everything else. */
function Notices({ bookings }: { bookings: readonly OwnBooking[] }) {
  const notices = noticesOf(bookings, new Date())
  if (notices.length === 0) return null
  return (
    <section className="card padded stack tight" aria-labelledby="notices-title">
      <h2 id="notices-title">Das wartet auf Sie</h2>
      <ul className="notices">
        {notices.map(({ key, booking, text }) => (
          <li key={key}>
            <Link to={ownBookingPath(booking.id)}>
              <Bell />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Ahead = ({ bookings, today }: { bookings: readonly OwnBooking[]; today: string }) => (
  <section className="own-part" id="anstehend" aria-labelledby="ahead-title">
    <div className="row between wrapping">
      <h2 id="ahead-title">Anstehend</h2>
      {bookings.length === 0 ? null : <span className="small muted">Die nächsten vier Wochen</span>}
    </div>
    {bookings.length === 0 ? (
      <div className="card">
        <EmptyState
          title="Nichts geplant"
          text="Hier stehen Ihre kommenden Termine, auch die, die Sie als Gast gebucht haben."
          action={
            <Link className="button primary" to="/search">
              Anbieter suchen
            </Link>
          }
        />
      </div>
    ) : (
      <>
        <MonthBand bookings={bookings} today={today} />
        <ol className="card">
          {bookings.map((booking) => (
            <BookingRow key={booking.id} booking={booking} isPast={false} />
          ))}
        </ol>
      </>
    )}
  </section>
)

const Past = ({ bookings, onMore }: { bookings: readonly OwnBooking[]; onMore: (() => void) | undefined }) => (
  <section className="own-part" id="vergangen" aria-labelledby="past-title">
    <h2 id="past-title">Vergangen</h2>
    {bookings.length === 0 ? (
      <p className="muted">Noch keine vergangenen Termine. Nach einem Termin finden Sie hier auch den Beleg.</p>
    ) : (
      <>
        <ol className="card">
          {bookings.map((booking) => (
            <BookingRow key={booking.id} booking={booking} isPast />
          ))}
        </ol>
        {onMore ? (
          <button type="button" className="button neutral" onClick={onMore}>
            Ältere anzeigen
          </button>
        ) : null}
        <p className="small muted">„Nochmal buchen“ übernimmt Leistung, Adresse und Beschreibung. Sie wählen nur den Termin.</p>
      </>
    )}
  </section>
)

const Waiting = () => (
  <div className="card padded">
    <span className="unseen" role="status">
      Ihre Buchungen werden geladen…
    </span>
    <span className="skeleton own-waiting" aria-hidden="true" />
  </div>
)
