import { lazy, Suspense } from 'react'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/OwnQuotesPage'
import './quotes.css'

const OwnQuotes = lazy(() => import('./OwnQuotes.tsx'))

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: 'Ihre Anfrage', description: 'Ihre Anfrage und die Angebote der Anbieter.' }),
  // The URL contains the token, so it must not be sent as a referrer.
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex' },
]

/** Request for quotes, for the holder of a mailed link. */
export default function OwnQuotesPage() {
  return (
    <main id="inhalt" className="wrap page">
      <Suspense fallback={<PageLoading title="Ihre Anfrage" />}>
        <OwnQuotes />
      </Suspense>
    </main>
  )
}
