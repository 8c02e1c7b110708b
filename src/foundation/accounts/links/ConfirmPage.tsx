import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { confirmTexts } from '../rules.ts'
import type { Route } from './+types/ConfirmPage'
import { Confirmation } from './Confirmation.tsx'

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: confirmTexts.title, description: 'Bestätigung Ihrer E-Mail-Adresse.' })

export default function ConfirmPage() {
  return (
    <CardPage>
      <h1>{confirmTexts.title}</h1>
      <Confirmation />
    </CardPage>
  )
}
