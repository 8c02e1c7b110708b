import { linkOf } from '#src/platform/web/parts/MailedLink.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/UndoBankPage'
import { BankUndo } from './BankUndo.tsx'
import { bankTexts } from './texts.ts'
import './bank.css'

export const loader = ({ request }: Route.LoaderArgs) => linkOf(request.url)

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: bankTexts.undoTitle, description: 'Eine Änderung Ihrer Bankdaten zurücknehmen.' })

export default function UndoBankPage({ loaderData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{bankTexts.undoTitle}</h1>
      <BankUndo link={loaderData} />
    </CardPage>
  )
}
