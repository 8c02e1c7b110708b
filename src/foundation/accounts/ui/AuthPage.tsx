import { replace } from 'react-router'
import { viewerOf } from '#src/platform/server/pageContext.ts'
import { CardPage, WayBack } from '#src/platform/web/shell/CardPage.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { authTexts } from '../rules.ts'
import type { Route } from './+types/AuthPage'
import { AuthForms } from './AuthForms.tsx'
import { authTabOf } from './AuthTab.tsx'
import './accounts.css'

/** Redirects users who are signed in (docs/spec.md#auth-page). */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(viewerOf)) throw replace('/')
  return null
}

/** Switching the tab of this page must not run the loader again. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta({
    site: matches[0].loaderData,
    title: authTabOf(new URLSearchParams(location.search)) === 'signup' ? authTexts.signUp : authTexts.signIn,
    description: `${authTexts.tagline}: anmelden oder registrieren.`,
    path: '/auth',
  })

export default function AuthPage({ matches }: Route.ComponentProps) {
  return (
    <CardPage
      head={
        <div>
          <h1 className="name">{matches[0].loaderData.brandName}</h1>
          <p className="small muted">{authTexts.tagline}</p>
        </div>
      }
      foot={<WayBack to="/">Zurück zur Startseite</WayBack>}
    >
      <AuthForms />
    </CardPage>
  )
}
