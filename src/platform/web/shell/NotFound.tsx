import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { House } from '#src/platform/web/icons/Icons.tsx'
import { LogoApart } from '../parts/Logo.tsx'

/** Page that does not exist: the missing thing, and a link home. */
export function NotFound({ title = 'Oops! Seite nicht gefunden', children }: { title?: string; children?: ReactNode }) {
  return (
    <main id="inhalt" className="wrap page">
      <div className="empty">
        <LogoApart />
        <h1>{title}</h1>
        <p className="muted">{children ?? 'Unter dieser Adresse gibt es nichts. Vielleicht hat sich ein Tippfehler eingeschlichen.'}</p>
        <Link className="button primary" to="/">
          <House />
          Zur Startseite
        </Link>
      </div>
    </main>
  )
}
