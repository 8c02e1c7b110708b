import { linkOf } from '#src/platform/web/parts/MailedLink.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/VerifyBankPage'
import { BankConfirmation } from './BankConfirmation.tsx'
import { bankTexts } from './texts.ts'
import './bank.css'

export const loader = ({ request }: Route.LoaderArgs) => linkOf(request.url)

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: bankTexts.confirmTitle, description: 'Bestätigung Ihrer Bankdaten.' })

export default function VerifyBankPage({ loaderData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{bankTexts.confirmTitle}</h1>
      <BankConfirmation link={loaderData} />
    </CardPage>
  )
}
