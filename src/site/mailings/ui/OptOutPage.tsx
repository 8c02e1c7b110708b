import { linkOf } from '#src/platform/web/parts/MailedLink.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { optOutTexts } from '../texts.ts'
import type { Route } from './+types/OptOutPage'
import { OptOut } from './OptOut.tsx'

export const loader = ({ request }: Route.LoaderArgs) => linkOf(request.url)

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: optOutTexts.title, description: 'Rund-Mails an Anbieter abbestellen.' })

export default function OptOutPage({ loaderData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{optOutTexts.title}</h1>
      <OptOut {...loaderData} />
    </CardPage>
  )
}
