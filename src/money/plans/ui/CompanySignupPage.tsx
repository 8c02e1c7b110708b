import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { appOf, viewerOf } from '#src/platform/server/pageContext.ts'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { findVatBasisPoints } from '../vatActions.ts'
import type { Route } from './+types/CompanySignupPage'
import { Registration } from './Registration.tsx'
import './signup.css'

export async function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(viewerOf)?.email, vatBasisPoints: await findVatBasisPoints(context.get(appOf).db) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    site: matches[0].loaderData,
    title: 'Anbieter werden',
    description: 'Plan wählen, Firma anlegen, Buchungen annehmen: in vier Schritten zum eigenen Profil.',
    path: '/provider-signup',
  })

/** Registration of a company: account, plan, company, payment. Visitors sign in first and return (docs/spec.md#signup-page). */
export default function CompanySignupPage({ loaderData: { email, vatBasisPoints } }: Route.ComponentProps) {
  return (
    <main id="inhalt" className="wrap page">
      {email ? <Registration key={email} email={email} vatBasisPoints={vatBasisPoints} /> : <SignInFirst />}
    </main>
  )
}

function SignInFirst() {
  const navigate = useNavigate()
  useEffect(() => {
    const turn = setTimeout(() => void navigate('/', { replace: true, state: signInRequest }))
    return () => clearTimeout(turn)
  }, [navigate])
  return (
    <div className="stack">
      <h1>Anbieter werden</h1>
      <p>
        Bitte <Link to="/auth">melden Sie sich an</Link>.
      </p>
    </div>
  )
}

/** Opens the login dialog on the home page, which returns here. */
const signInRequest = { showLogin: true, redirectTo: '/provider-signup' }
