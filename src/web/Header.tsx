import { CircleUserRound, House, LayoutDashboard, LogOut } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { Mark } from './Mark.tsx'

/** The signed-in person, as far as the header needs. */
export type Viewer = { email: string }

/** The page's head: brand, way home (not on the home page), the viewer's own links, and always the way for providers. */
export function Header({ brandName, viewer }: { brandName: string; viewer: Viewer | undefined }) {
  const isHome = useLocation().pathname === '/'
  return (
    <header className={isHome ? 'head home' : 'head'}>
      <div className="wrap">
        <Link className="brand" to="/" aria-label={`${brandName} – Startseite`}>
          <Mark />
          <span className="w">{brandName}</span>
        </Link>
        {isHome ? null : (
          <Link className="navl" to="/">
            <House />
            <span className="t">Startseite</span>
          </Link>
        )}
        {viewer ? <SignedIn viewer={viewer} /> : <SignedOut />}
        <Link className="btn btn-s btn-sm" to="/provider-signup">
          Anbieter werden
        </Link>
      </div>
    </header>
  )
}

function SignedOut() {
  return (
    <Link className="navl" to="/auth">
      <CircleUserRound />
      <span className="t">Anmelden</span>
    </Link>
  )
}

function SignedIn({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <span className="hello">Hallo, {viewer.email}</span>
      <Link className="navl" to="/dashboard">
        <LayoutDashboard />
        <span className="t">Dashboard</span>
      </Link>
      <form method="post" action="/auth/v1/sign-out">
        <button className="navl b" type="submit">
          <LogOut />
          <span className="t">Abmelden</span>
        </button>
      </form>
    </>
  )
}
