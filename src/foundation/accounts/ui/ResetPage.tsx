import { CardPage, WayBack } from '#src/platform/web/shell/CardPage.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { resetTexts } from '../rules.ts'
import type { Route } from './+types/ResetPage'
import { PasswordReset } from './PasswordReset.tsx'
import './accounts.css'

export const handle = { holdsToken: true }

/** The URL contains a secret token: keep it out of search engines and referrers. */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: resetTexts.title, description: 'Ein neues Passwort für Ihr Konto.' }),
  { name: 'referrer', content: 'no-referrer' },
]

export default function ResetPage() {
  return (
    <CardPage foot={<WayBack to="/auth">Zurück zur Anmeldung</WayBack>}>
      <h1>{resetTexts.title}</h1>
      <PasswordReset />
    </CardPage>
  )
}
