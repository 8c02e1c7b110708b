import type { FormEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { CircleUserRound, House, LayoutDashboard, LogOut } from '#src/platform/web/icons/Icons.tsx'
import { Logo } from '../parts/Logo.tsx'
import { CallError, call } from '../queries/call.ts'
import { showToast } from './toast.ts'

/** Data of the signed-in person for the header. */
export type Viewer = { email: string }

/** The page's header: brand, link to the home page (except there), the viewer's own links, and always the link for companies. */
export function Header({ brandName, viewer }: { brandName: string; viewer: Viewer | undefined }) {
  const isHome = useLocation().pathname === '/'
  return (
    <header className={['head', isHome ? 'home' : '', viewer ? 'member' : ''].filter(Boolean).join(' ')}>
      <div className="wrap">
        <Link className="brand" to="/" aria-label={`${brandName} – Startseite`}>
          <Logo />
          <span className="word">{brandName}</span>
        </Link>
        {isHome ? null : (
          <Link className="nav-link" to="/">
            <House />
            <span className="text">Startseite</span>
          </Link>
        )}
        {viewer ? <SignedIn viewer={viewer} /> : <SignedOut />}
        <Link className="button secondary small" to="/provider-signup">
          Anbieter werden
        </Link>
      </div>
    </header>
  )
}

function SignedOut() {
  return (
    <Link className="nav-link" to="/auth">
      <CircleUserRound />
      <span className="text">Anmelden</span>
    </Link>
  )
}

function SignedIn({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <Link className="hello" to="/meine-buchungen" data-tip={`Meine Buchungen: ${viewer.email}`}>
        <CircleUserRound />
        <span className="text">Hallo, {viewer.email}</span>
        <span className="phone-label">Buchungen</span>
      </Link>
      <Link className="nav-link" to="/dashboard">
        <LayoutDashboard />
        <span className="text">Dashboard</span>
      </Link>
      <form method="post" action="/auth/v1/sign-out" onSubmit={(event) => void signOut(event)}>
        <button className="nav-link as-button" type="submit">
          <LogOut />
          <span className="text">Abmelden</span>
        </button>
      </form>
    </>
  )
}

/**
 * Without scripts the form signs out alone. With scripts a call does: after a page whose address held a token, the browser sends forms
 * without Origin, and the server would refuse them. The page is then fully reloaded, so that no data of the account stay in it.
 */
async function signOut(event: FormEvent) {
  event.preventDefault()
  try {
    await call('sign-out', {})
    location.assign('/')
  } catch (error) {
    showToast({ kind: 'error', title: 'Abmelden fehlgeschlagen', ...(error instanceof CallError ? { text: error.message } : {}) })
  }
}
