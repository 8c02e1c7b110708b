import { lazy, Suspense } from 'react'
import { PageLoading } from '#src/web/parts/PageLoading.tsx'
import { CardPage } from '#src/web/shell/CardPage.tsx'
import { pageMeta } from '#src/web/shell/pageMeta.ts'
import type { Route } from './+types/WaitingPage'

const OwnWaiting = lazy(() => import('./OwnWaiting.tsx'))

export const handle = { holdsSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: 'Warteliste', description: 'Ihr Platz auf der Warteliste eines Anbieters.' }),
  // The address opens the entry: no other site may learn it from a link.
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex' },
]

/** An entry of the waiting list, for whoever holds the link of a mail about it. Opening it changes nothing. */
export default function WaitingPage() {
  return (
    <CardPage>
      <Suspense fallback={<PageLoading title="Warteliste" />}>
        <OwnWaiting />
      </Suspense>
    </CardPage>
  )
}
