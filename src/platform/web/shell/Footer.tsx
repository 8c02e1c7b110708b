import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { troublePage } from '#src/platform/kit/publicPages.ts'
import { LegalLines } from '../parts/LegalLink.tsx'
import { Logo } from '../parts/Logo.tsx'
import { adminShortcut } from '../queries/defaults.ts'
import { clicksInWindow, opensAdmin } from './adminShortcut.ts'

/** The page's footer. Its logo is a picture, not a link; three quick clicks on it open the administration. */
export function Footer({ brandName }: { brandName: string }) {
  const countClick = useAdminShortcut()
  return (
    <footer className="foot">
      <div className="wrap foot-grid">
        <div className="stack snug">
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a hidden door, not a control; /admin has an address of its own */}
          <span className="brand" onClick={countClick}>
            <Logo />
            {brandName}
          </span>
          <p className="small muted motto">Ihr Partner für professionelle Dienstleistungen</p>
        </div>
        <nav aria-labelledby="foot-customers">
          <h2 id="foot-customers">Für Kundinnen und Kunden</h2>
          <ul className="small">
            <li>
              <Link to="/search">Anbieter suchen</Link>
            </li>
            <li>
              <Link to="/meine-buchungen">Meine Buchungen</Link>
            </li>
            <li>
              <Link to="/sortierung">Wie wird sortiert?</Link>
            </li>
            <li>
              <Link to={troublePage.path}>{troublePage.title}</Link>
            </li>
            <li>
              <Link to="/support">Support und FAQ</Link>
            </li>
            <LegalLines pages={['withdrawal', 'withdrawalPolicy', 'customerTerms']} />
            <li>
              <Link to="/inhalt-melden">Inhalt melden</Link>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="foot-companies">
          <h2 id="foot-companies">Für Anbieter</h2>
          <ul className="small">
            <li>
              <Link to="/fuer-anbieter">So funktioniert es</Link>
            </li>
            <li>
              <Link to="/provider-signup">Anbieter werden</Link>
            </li>
            <LegalLines pages={['companyTerms']} />
          </ul>
        </nav>
        <nav aria-labelledby="foot-legal">
          <h2 id="foot-legal">Rechtliches</h2>
          <ul className="small">
            <LegalLines pages={['imprint', 'privacy', 'accessibility']} />
            <li>
              <Link to="/quellen">Datenquellen</Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}

function useAdminShortcut() {
  const navigate = useNavigate()
  const clicks = useRef<number[]>([])
  return () => {
    clicks.current = clicksInWindow(clicks.current, Date.now())
    if (opensAdmin(clicks.current)) void navigate(adminShortcut.path)
  }
}
