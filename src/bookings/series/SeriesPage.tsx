import { lazy, Suspense } from 'react'
import { PageLoading } from '#src/web/parts/PageLoading.tsx'
import { CardPage } from '#src/web/shell/CardPage.tsx'
import { pageMeta } from '#src/web/shell/pageMeta.ts'
import type { Route } from './+types/SeriesPage'

const MailedSeries = lazy(() => import('./MailedSeries.tsx'))

export const handle = { holdsSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: 'Serie', description: 'Ihre Serie von Terminen bei einem Anbieter.' }),
  // The address opens the series: no other site may learn it from a link.
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex' },
]

/** A series for whoever holds the link of a mail about it. Opening it changes nothing. */
export default function SeriesPage() {
  return (
    <CardPage>
      <Suspense fallback={<PageLoading title="Serie" />}>
        <MailedSeries />
      </Suspense>
    </CardPage>
  )
}
