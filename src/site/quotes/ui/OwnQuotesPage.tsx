import { lazy, Suspense } from 'react'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/OwnQuotesPage'
import './quotes.css'

const OwnQuotes = lazy(() => import('./OwnQuotes.tsx'))

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: 'Ihre Anfrage', description: 'Ihre Anfrage und die Angebote der Anbieter.' })

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
