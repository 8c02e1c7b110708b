import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { viewerOf } from '#src/server/pageContext.ts'
import { pageMeta } from '#src/web/shell/pageMeta.ts'
import { StepUpProvider } from '../stepUp/StepUp.tsx'
import type { Route } from './+types/AccountPage'
import { AccountDeletion } from './AccountDeletion.tsx'
import { DataExport } from './DataExport.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordChange } from './PasswordChange.tsx'
import './accounts.css'

export const loader = ({ context }: Route.LoaderArgs) => ({ email: context.get(viewerOf)?.email })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ site: matches[0].loaderData, title: 'Ihr Konto', description: 'Sitzungen, Passwort und Daten Ihres Kontos.' })

/** The account's own page: who is signed in where, the password, the data, the end. Visitors sign in first and come back. */
export default function AccountPage({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <main id="inhalt" className="wrap page">
      {email ? <Account email={email} /> : <SignInFirst />}
    </main>
  )
}

function Account({ email }: { email: string }) {
  return (
    <div className="account">
      <div>
        <h1>Ihr Konto</h1>
        <p className="muted detail">{email}</p>
      </div>
      <OwnSessions />
      <PasswordChange email={email} />
      <StepUpProvider email={email}>
        <DataExport />
      </StepUpProvider>
      <AccountDeletion />
    </div>
  )
}

function SignInFirst() {
  const navigate = useNavigate()
  useEffect(() => {
    const turn = setTimeout(() => void navigate('/', { replace: true, state: { showLogin: true, redirectTo: '/konto' } }))
    return () => clearTimeout(turn)
  }, [navigate])
  return (
    <div className="stack">
      <h1>Ihr Konto</h1>
      <p>
        Bitte <Link to="/auth">melden Sie sich an</Link>.
      </p>
    </div>
  )
}
