import { lazy, Suspense } from 'react'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/SeriesPage'

const MailedSeries = lazy(() => import('./MailedSeries.tsx'))

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: 'Serie', description: 'Ihre Serie von Terminen bei einem Anbieter.' })

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
