import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { confirmTexts } from '../rules.ts'
import type { Route } from './+types/ConfirmPage'
import { Confirmation } from './Confirmation.tsx'

export const handle = { holdsToken: true }

/** The URL contains a secret token: keep it out of search engines and referrers. */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: confirmTexts.title, description: 'Bestätigung Ihrer E-Mail-Adresse.' }),
  { name: 'referrer', content: 'no-referrer' },
]

export default function ConfirmPage() {
  return (
    <CardPage>
      <h1>{confirmTexts.title}</h1>
      <Confirmation />
    </CardPage>
  )
}
