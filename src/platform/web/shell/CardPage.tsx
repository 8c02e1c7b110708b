import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ArrowLeft } from '#src/platform/web/icons/Icons.tsx'
import { Logo } from '../parts/Logo.tsx'
import './card-page.css'

type CardPageProps = {
  /** Above the card, under the logo: the brand with its tagline, or nothing. */
  head?: ReactNode
  /** Under the card, such as the way back. */
  foot?: ReactNode
  children: ReactNode
}

/** One card of 440 px at the left third, the logo above it, and the large joint in line work beside it; on phones the card alone. */
export function CardPage({ head, foot, children }: CardPageProps) {
  return (
    <main id="inhalt" className="card-page">
      <div className="card-page-main">
        <div className="card-page-head">
          <Logo />
          {head}
        </div>
        <div className="card padded stack">{children}</div>
        {foot}
      </div>
      <div className="card-page-art" aria-hidden="true">
        <Logo />
      </div>
    </main>
  )
}

/** Link to the home page, below what a card page says. */
export const WayHome = () => (
  <Link className="button neutral wide" to="/">
    Zur Startseite
  </Link>
)

/** Link back, for the foot of a card page. */
export const WayBack = ({ to, children }: { to: string; children: string }) => (
  <Link className="back" to={to}>
    <ArrowLeft />
    {children}
  </Link>
)
