import { linkOf } from '#src/platform/web/parts/MailedLink.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/EmailLinkPage'
import { EmailLink } from './EmailLink.tsx'
import { emailTexts } from './texts.ts'

export const loader = ({ request }: Route.LoaderArgs) => ({
  ...linkOf(request.url),
  isUndo: new URL(request.url).searchParams.get('act') === 'undo',
})

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: emailTexts.title, description: 'Eine neue Adresse bestätigen oder zurücknehmen.' })

export default function EmailLinkPage({ loaderData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{emailTexts.title}</h1>
      <EmailLink link={loaderData} />
    </CardPage>
  )
}
