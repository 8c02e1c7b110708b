import { CardPage, WayBack } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { resetTexts } from '../rules.ts'
import type { Route } from './+types/ResetPage'
import { PasswordReset } from './PasswordReset.tsx'
import './accounts.css'

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: resetTexts.title, description: 'Ein neues Passwort für Ihr Konto.' })

export default function ResetPage() {
  return (
    <CardPage foot={<WayBack to="/auth">Zurück zur Anmeldung</WayBack>}>
      <h1>{resetTexts.title}</h1>
      <PasswordReset />
    </CardPage>
  )
}
