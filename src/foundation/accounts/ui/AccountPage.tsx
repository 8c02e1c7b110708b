import { Link } from 'react-router'
import { viewerOf } from '#src/platform/server/pageContext.ts'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { OwnSecurity } from '../security/OwnSecurity.tsx'
import { StepUpProvider } from '../stepUp/StepUp.tsx'
import type { Route } from './+types/AccountPage'
import { AccountDeletion } from './AccountDeletion.tsx'
import { DataExport } from './DataExport.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordChange } from './PasswordChange.tsx'
import { SignInFirst } from './SignInFirst.tsx'
import './accounts.css'

export const loader = ({ context }: Route.LoaderArgs) => ({ email: context.get(viewerOf)?.email })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ site: matches[0].loaderData, title: 'Ihr Konto', description: 'Sitzungen, Passwort und Daten Ihres Kontos.' })

/** Page of the account: sessions, password, data export, deletion. Visitors sign in first and come back. */
export default function AccountPage({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <main id="inhalt" className="wrap page">
      {email ? <Account email={email} /> : <SignInFirst title="Ihr Konto" path="/konto" />}
    </main>
  )
}

function Account({ email }: { email: string }) {
  return (
    <div className="account">
      <div>
        <h1>Ihr Konto</h1>
        <p className="muted detail">{email}</p>
        <p>
          <Link to="/meine-buchungen">Zu Ihren Buchungen, Favoriten und Adressen</Link>
        </p>
      </div>
      <OwnSessions />
      <OwnSecurity />
      <PasswordChange email={email} />
      <StepUpProvider email={email}>
        <DataExport />
      </StepUpProvider>
      <AccountDeletion />
    </div>
  )
}
