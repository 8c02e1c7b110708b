import { legalPages } from '#src/platform/kit/publicPages.ts'
import { appOf, sendOf } from '#src/platform/server/pageContext.ts'
import { answerPlainForm } from '#src/platform/web/forms/plainForm.ts'
import { linkOf } from '#src/platform/web/parts/MailedLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { findOperatorEmail } from '../store.ts'
import type { Route } from './+types/WithdrawalPage'
import { Withdrawal } from './Withdrawal.tsx'
import './withdrawals.css'

/** The form is rendered even without the database; it then explains how to declare by mail. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, log, config } = context.get(appOf)
  const operatorEmail = await findOperatorEmail(db).catch((error: unknown) => {
    log.error({ err: error }, "the operator's address could not be read")
    return config.operator.email
  })
  const isReceived = new URL(request.url).searchParams.has('eingegangen')
  return { token: linkOf(request.url).token, operatorEmail, isReceived }
}

/** Receives the declaration without JavaScript. */
export const action = ({ request, context }: Route.ActionArgs) =>
  answerPlainForm({
    request,
    send: context.get(sendOf),
    path: '/functions/v1/declare-withdrawal',
    leadsTo: `${legalPages.withdrawal.path}?eingegangen=1`,
  })

export const handle = { holdsToken: true }

/** The URL may contain a token, so it must not be sent as a referrer. */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    site: matches[0].loaderData,
    title: legalPages.withdrawal.title,
    description: 'Einen Vertrag über eine gebuchte Leistung ohne Anmeldung widerrufen.',
    path: legalPages.withdrawal.path,
  }),
  { name: 'referrer', content: 'no-referrer' },
]

export default function WithdrawalPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{legalPages.withdrawal.title}</h1>
      {loaderData.isReceived ? (
        <Note kind="ok" role="status" title="Ihr Widerruf ist eingegangen">
          Die Eingangsbestätigung ist unterwegs an die E-Mail-Adresse, die Sie angegeben haben.
        </Note>
      ) : (
        <Withdrawal {...loaderData} refused={actionData?.refused} />
      )}
    </CardPage>
  )
}
