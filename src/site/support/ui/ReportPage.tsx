import { z } from 'zod'
import { appOf, sendOf } from '#src/platform/server/pageContext.ts'
import { answerPlainForm } from '#src/platform/web/forms/plainForm.ts'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { reportPage } from '../reportAddressRules.ts'
import { reportTexts } from '../reportRules.ts'
import { findReportedCompany, findReportedReview } from '../reportStore.ts'
import type { Route } from './+types/ReportPage'
import { ReportForm } from './ReportForm.tsx'
import './support.css'

/** Loads the review or profile in the URL, if it exists. `openedAt` and `isSent` as on the support page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now } = context.get(appOf)
  const query = new URL(request.url).searchParams
  const [reviewId, companyId] = [query.get('bewertung'), query.get('profil')]
  const isId = (named: string | null): named is string => z.uuid().safeParse(named).success
  const review = isId(reviewId) ? await findReportedReview(db, reviewId) : undefined
  const company = !review && isId(companyId) ? await findReportedCompany(db, companyId) : undefined
  return {
    review,
    company,
    isGone: (reviewId !== null || companyId !== null) && !review && !company,
    openedAt: now().toISOString(),
    isSent: query.has('gesendet'),
  }
}

/** Receives the report form without JavaScript. */
export const action = ({ request, context }: Route.ActionArgs) =>
  answerPlainForm({ request, send: context.get(sendOf), path: '/functions/v1/report-content', leadsTo: `${reportPage}?gesendet=1` })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    site: matches[0].loaderData,
    title: reportTexts.title,
    description: 'Melden Sie Inhalte, die rechtswidrig sind oder gegen unsere AGB verstoßen.',
    path: reportPage,
  })

export default function ReportPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  return (
    <main id="inhalt" className="wrap page">
      <div className="narrow stack">
        <h1>{reportTexts.title}</h1>
        <p className="muted">
          Sie haben einen Inhalt gefunden, der rechtswidrig ist oder gegen unsere AGB verstößt? Wir prüfen jede Meldung und teilen Ihnen
          unsere Entscheidung mit.
        </p>
        <ReportForm {...loaderData} email={matches[0].loaderData?.viewer?.email ?? ''} refused={actionData?.refused} />
      </div>
    </main>
  )
}
