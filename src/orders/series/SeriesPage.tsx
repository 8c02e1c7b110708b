import { lazy, Suspense } from 'react'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/SeriesPage'

const MailedSeries = lazy(() => import('./MailedSeries.tsx'))

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: 'Serie', description: 'Ihre Serie von Terminen bei einem Anbieter.' }),
  // The URL opens the series, so no other site may receive it as a referrer.
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex' },
]

/** Page of a series that a mailed link opens. Opening it changes nothing. */
export default function SeriesPage() {
  return (
    <CardPage>
      <Suspense fallback={<PageLoading title="Serie" />}>
        <MailedSeries />
      </Suspense>
    </CardPage>
  )
}
