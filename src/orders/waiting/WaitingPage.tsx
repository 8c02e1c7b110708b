import { lazy, Suspense } from 'react'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/WaitingPage'

const OwnWaiting = lazy(() => import('./OwnWaiting.tsx'))

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: 'Warteliste', description: 'Ihr Platz auf der Warteliste eines Anbieters.' })

/** Page of a waiting list entry that a mailed link opens. Opening it changes nothing. */
export default function WaitingPage() {
  return (
    <CardPage>
      <Suspense fallback={<PageLoading title="Warteliste" />}>
        <OwnWaiting />
      </Suspense>
    </CardPage>
  )
}
