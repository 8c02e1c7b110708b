import { useEffect } from 'react'
import { data, redirect, useNavigation, useRevalidator } from 'react-router'
import { appOf } from '#src/server/pageContext.ts'
import { pageMeta } from '#src/web/pageMeta.ts'
import { searchAddress } from '../addressRules.ts'
import { type CompanyCard, parsePage, parseSearchQuery, type SearchQuery, searchLimits } from '../rules.ts'
import { countCompaniesByCategory, searchCompanies } from '../store.ts'
import type { Route } from './+types/SearchPage'
import { CategoryFilter } from './CategoryFilter.tsx'
import { SearchBar } from './SearchBar.tsx'
import { searchInBrowser } from './SearchInBrowser.tsx'
import { NothingFound, ResultList, SearchError, SearchSkeleton } from './SearchResults.tsx'

/** `waiting`: the server could not answer, so the browser tries its own way as soon as it can. */
export type SearchOutcome =
  | { status: 'found'; total: number; companies: CompanyCard[] }
  | { status: 'waiting' }
  | { status: 'error'; message: string }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, log } = context.get(appOf)
  const { query, page } = readAddress(request)
  const found = await readResults().catch((error: unknown) => {
    log.error({ err: error }, 'search failed')
    return undefined
  })
  if (!found) return data({ query, page, counts: undefined, outcome: { status: 'waiting' } satisfies SearchOutcome }, { status: 503 })
  const [{ total, companies }, counts] = found
  if (companies.length === 0 && page > 1) throw redirect(searchAddress(query))
  return data({ query, page, counts, outcome: { status: 'found', total, companies } satisfies SearchOutcome })

  async function readResults() {
    const window = { limit: searchLimits.pageSize, offset: (page - 1) * searchLimits.pageSize }
    return Promise.all([searchCompanies(db, { ...query, ...window }), countCompaniesByCategory(db)])
  }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { query, page } = readAddress(request)
  return { query, page, counts: undefined, outcome: await searchInBrowser(query, page) }
}

function readAddress(request: Request) {
  const url = new URL(request.url)
  return { query: parseSearchQuery(url), page: parsePage(url) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const query = loaderData?.query ?? { q: '', location: '', category: null }
  return pageMeta({
    site: matches[0].loaderData,
    title: titleOf(query),
    description: `${titleOf(query)}: Anbieter mit Preis, Bewertungen und Profil vergleichen, Termin wählen und online buchen.`,
    path: searchAddress({ ...query, page: loaderData?.page ?? 1 }),
  })
}

const titleOf = ({ q, location, category }: SearchQuery) =>
  `${[q, category].filter(Boolean).join(', ') || 'Anbieter'}${location ? ` in ${location}` : ' finden'}`

export default function SearchPage({ loaderData: { query, page, counts, outcome } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const isSearching = useIsSearching()
  useEffect(() => {
    if (outcome.status === 'waiting') void revalidate()
  }, [outcome.status, revalidate])

  return (
    <>
      <SearchBar query={query} />
      <main id="inhalt">
        <div className="wrap sgrid">
          <CategoryFilter query={query} counts={counts} />
          <div aria-busy={isSearching || outcome.status === 'waiting'}>
            {isSearching || outcome.status === 'waiting' ? (
              <SearchSkeleton />
            ) : outcome.status === 'error' ? (
              <SearchError message={outcome.message} onRetry={() => void revalidate()} />
            ) : outcome.companies.length === 0 ? (
              <NothingFound />
            ) : (
              <ResultList query={query} page={page} total={outcome.total} companies={outcome.companies} />
            )}
          </div>
        </div>
      </main>
    </>
  )
}

/** Whether another search, or this one again, is on its way. */
function useIsSearching() {
  const { location } = useNavigation()
  const { state } = useRevalidator()
  return location?.pathname === '/search' || state === 'loading'
}
