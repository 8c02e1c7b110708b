import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { sendOf } from '#src/platform/server/pageContext.ts'
import { answerPlainForm } from '#src/platform/web/forms/plainForm.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { alertPage, alertTexts, parseAlertSearch } from '../rules.ts'
import type { Route } from './+types/AlertPage'
import AlertForm from './AlertForm.tsx'

const OwnAlert = lazy(() => import('./OwnAlert.tsx'))

export const handle = { holdsToken: true }

/** `isSent`: the server redirected here after the form was sent without JavaScript. */
export const loader = ({ url }: Route.LoaderArgs) => ({ isSent: url.searchParams.has('gesendet') })

/** Receives the form of the search page without JavaScript, whose fields are all texts. */
export function action({ request, context }: Route.ActionArgs) {
  const send = context.get(sendOf)
  return answerPlainForm({
    request,
    send: (path, values) => send(path, { ...values, ...parseAlertSearch(values) }),
    path: '/functions/v1/create-search-alert',
    leadsTo: `${alertPage}?gesendet=1`,
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({
    site: matches[0].loaderData,
    title: alertTexts.title,
    description: 'Nachricht, sobald es einen passenden Anbieter gibt.',
  })

/** Page of a search alert that a mailed link opens, which changes nothing; without JavaScript the form's result, too. */
export default function AlertPage({ loaderData: { isSent }, actionData }: Route.ComponentProps) {
  return (
    <CardPage>
      {actionData ? (
        <Refused refused={actionData.refused} />
      ) : isSent ? (
        <Sent />
      ) : (
        <Suspense fallback={<PageLoading title={alertTexts.title} />}>
          <OwnAlert />
        </Suspense>
      )}
    </CardPage>
  )
}

const Refused = ({ refused }: { refused: NonNullable<Route.ComponentProps['actionData']>['refused'] }) => (
  <>
    <h1>{alertTexts.title}</h1>
    <AlertForm search={parseAlertSearch(refused.values)} refused={refused} />
  </>
)

const Sent = () => (
  <>
    <h1>{alertTexts.title}</h1>
    <Note kind="ok" role="status" title={alertTexts.sent}>
      {alertTexts.sentHelp}
    </Note>
    <Link className="button neutral wide" to="/search">
      Weiter suchen
    </Link>
  </>
)
