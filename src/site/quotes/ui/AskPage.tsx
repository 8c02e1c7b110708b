import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { appOf } from '#src/platform/server/pageContext.ts'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { parseCategory } from '#src/supply/companies/rules.ts'
import { readQuoteForm } from '../formActions.ts'
import type { Route } from './+types/AskPage'
import './quotes.css'

/** Loaded lazily, because it needs the schema library. */
const RequestQuotesForm = lazy(() => import('./RequestQuotesForm.tsx'))

/** '/angebot-anfordern?anbieter=…&leistung=…' from a profile, '?q=…&location=…&category=…' from a search. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const text = (name: string) => (url.searchParams.get(name) ?? '').trim().slice(0, 200)
  return readQuoteForm(context.get(appOf), {
    companyId: text('anbieter'),
    serviceId: text('leistung'),
    words: text('q'),
    location: text('location'),
    category: parseCategory(text('category')) ?? null,
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    site: matches[0].loaderData,
    title: 'Angebot anfordern',
    description: 'Einmal beschreiben, bis zu fünf Anbieter fragen und verbindliche Angebote vergleichen.',
  }),
  { name: 'robots', content: 'noindex' },
]

export default function RequestQuotesPage({ loaderData, matches }: Route.ComponentProps) {
  return (
    <main id="inhalt" className="wrap page">
      <header className="stack tight">
        <h1>Angebot anfordern</h1>
        <p className="muted">
          Einmal beschreiben, bis zu fünf Anbieter fragen. Jedes Angebot nennt einen verbindlichen Gesamtpreis und freie Termine.
        </p>
      </header>
      {loaderData.companies.length === 0 ? (
        <EmptyState
          as="h2"
          title="Wen sollen wir fragen?"
          text="Suchen Sie nach der Leistung, die Sie brauchen. Von dort fragen Sie bis zu fünf Anbieter."
          action={
            <Link className="button primary" to="/search">
              Anbieter suchen
            </Link>
          }
        />
      ) : (
        <Suspense fallback={<p role="status">Formular wird geladen…</p>}>
          <RequestQuotesForm about={loaderData} viewerEmail={matches[0].loaderData.viewer?.email} />
        </Suspense>
      )}
    </main>
  )
}
