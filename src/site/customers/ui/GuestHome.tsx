import { Link } from 'react-router'
import { FavouriteList } from '../favourites/FavouriteList.tsx'

/** Page for guests without an account. */
export function GuestHome() {
  return (
    <div className="own-grid">
      <div>
        <section className="card padded stack" aria-labelledby="guest-title">
          <h2 id="guest-title">Alle Buchungen an einem Ort</h2>
          <p className="muted">
            Mit einem Konto sehen Sie alles, was Sie mit Ihrer E-Mail-Adresse gebucht haben, auch was Sie als Gast gebucht haben.
          </p>
          <div className="row wrapping">
            <Link className="button primary" to="/" state={{ showLogin: true, redirectTo: '/meine-buchungen' }}>
              Anmelden
            </Link>
            <Link className="button neutral" to="/auth?tab=signup">
              Konto anlegen
            </Link>
          </div>
        </section>
        <section className="card padded stack" aria-labelledby="guest-link">
          <h2 id="guest-link">Ohne Konto</h2>
          <p className="muted">
            Jede Buchung öffnen Sie mit dem Link aus Ihrer E-Mail: ansehen, verschieben, stornieren, Nachrichten schreiben, Beleg
            herunterladen.
          </p>
          <p>
            <Link to="/buchung">Link noch einmal zusenden</Link>
          </p>
        </section>
      </div>
      <aside aria-label="Favoriten">
        <FavouriteList onCount={nothing} />
      </aside>
    </div>
  )
}

const nothing = () => undefined
