import { linkOf } from '#src/platform/web/parts/MailedLink.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/VerifyBankPage'
import { BankConfirmation } from './BankConfirmation.tsx'
import { bankTexts } from './texts.ts'
import './bank.css'

export const loader = ({ request }: Route.LoaderArgs) => linkOf(request.url)

export const handle = { holdsToken: true }

/** The URL contains a secret token: keep it out of search engines and referrers. */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: bankTexts.confirmTitle, description: 'Bestätigung Ihrer Bankdaten.' }),
  { name: 'referrer', content: 'no-referrer' },
]

export default function VerifyBankPage({ loaderData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{bankTexts.confirmTitle}</h1>
      <BankConfirmation link={loaderData} />
    </CardPage>
  )
}
