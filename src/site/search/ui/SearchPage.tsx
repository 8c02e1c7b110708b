import { useEffect, useRef, useState } from 'react'
import { data, redirect, useNavigation, useRevalidator } from 'react-router'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { appOf } from '#src/platform/server/pageContext.ts'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { indexedAddress, type SearchState, searchAddress, searchNames, viewOf } from '../query/address.ts'
import { completeFacets, onCards, type SearchOutcome } from '../query/results.ts'
import { parsePage, parseSearchQuery, searchLimits } from '../query/rules.ts'
import { searchWithWider } from '../wider/actions.ts'
import type { Route } from './+types/SearchPage'
import { NothingFound } from './NothingFound.tsx'
import { RequestedTime } from './RequestedTime.tsx'
import { ViewSwitch } from './ResultHead.tsx'
import { SearchBar } from './SearchBar.tsx'
import { FilterButton, SearchFilters } from './SearchFilters.tsx'
import { searchInBrowser } from './SearchInBrowser.tsx'
import { ResultList, SearchError, SearchSkeleton } from './SearchResults.tsx'
import './search.css'
import './search-bar.css'
import './filters.css'
import './results.css'
import '../map/map.css'

export const handle = { cachedParams: searchNames }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, log, now } = context.get(appOf)
  const today = berlinDay(now())
  const state = readAddress(request)
  const window = { limit: searchLimits.pageSize, offset: (state.page - 1) * searchLimits.pageSize }
  const answer = await searchWithWider(db, { ...parseSearchQuery(new URL(request.url)), ...window, now: now() }).catch((error: unknown) => {
    log.error({ err: error }, 'search failed')
    return undefined
  })
  if (!answer) return data({ state, today, outcome: { status: 'waiting' } satisfies SearchOutcome }, { status: 503 })
  const { total, companies, ...facts } = answer
  if (companies.length === 0 && state.page > 1) throw redirect(searchAddress({ ...state, page: 1 }))
  const shown = onCards(companies, state.view)
  return data({ state, today, outcome: { status: 'found', total, companies: shown, facts } satisfies SearchOutcome })
}

/** The page's own data first, because they contain most. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const state = readAddress(request)
  try {
    const answer = await serverLoader()
    if (answer.outcome.status === 'found') return answer
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error
  }
  return { state, today: berlinDay(new Date()), outcome: await searchInBrowser(state, state.page) }
}

function readAddress(request: Request): SearchState {
  const url = new URL(request.url)
  return { ...parseSearchQuery(url), page: parsePage(url), view: viewOf(url) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const title = titleOf(loaderData?.state)
  const path = loaderData ? indexedAddress(loaderData.state, countFound(loaderData.outcome)) : undefined
  return pageMeta({
    site: matches[0].loaderData,
    title,
    description: `${title}: Anbieter mit Preis, Bewertungen und Profil vergleichen, Termin wählen und online buchen.`,
    ...(path ? { path } : {}),
  })
}

/** Companies of a wider circle are not the place's. */
const countFound = (outcome: SearchOutcome) => (outcome.status === 'found' ? (outcome.facts?.widened ? 0 : outcome.total) : undefined)

const titleOf = ({ q, location, category }: Partial<SearchState> = {}) =>
  `${[q, category].filter(Boolean).join(', ') || 'Anbieter'}${location ? ` in ${location}` : ' finden'}`

export default function SearchPage({ loaderData: { state, outcome, today } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const isWaiting = useIsSearching() || outcome.status === 'waiting'
  useEffect(() => {
    if (outcome.status === 'waiting') void revalidate()
  }, [outcome.status, revalidate])
  const { results, announcement } = useResultAnnouncement(isWaiting)
  const found = outcome.status === 'found' ? outcome : undefined
  const hasPoint = found?.facts?.place?.point != null

  return (
    <>
      <SearchBar state={state} />
      <RequestedTime state={state} today={today}>
        <FilterButton state={state} />
      </RequestedTime>
      <main id="inhalt">
        <p role="status" className="unseen">
          {announcement}
        </p>
        <div className="wrap search-grid">
          <SearchFilters
            state={state}
            facets={found && completeFacets(found.facts?.facets, found.total)}
            total={found?.total}
            hasDistance={hasPoint}
            services={found?.facts?.need?.services ?? []}
          />
          <div ref={results} id="ergebnisse" className="found" aria-busy={isWaiting}>
            <div className="tools">{found?.facts && found.companies.length > 0 ? <ViewSwitch state={state} /> : null}</div>
            <Outcome state={state} today={today} outcome={outcome} isWaiting={isWaiting} onRetry={() => void revalidate()} />
          </div>
        </div>
      </main>
    </>
  )
}

type OutcomeProps = { state: SearchState; today: string; outcome: SearchOutcome; isWaiting: boolean; onRetry: () => void }

/** The head of a list stays while another list loads, so that the focus in it stays. */
function Outcome({ state, today, outcome, isWaiting, onRetry }: OutcomeProps) {
  if (outcome.status === 'found' && outcome.companies.length > 0) {
    const { total, companies, facts } = outcome
    return <ResultList state={state} today={today} total={total} companies={companies} facts={facts} isWaiting={isWaiting} />
  }
  if (isWaiting || outcome.status === 'waiting') return <SearchSkeleton />
  if (outcome.status === 'error') return <SearchError message={outcome.message} onRetry={onRetry} />
  return <NothingFound state={state} facts={outcome.facts} />
}

/** True while another search, or this one again, is loading. */
function useIsSearching() {
  const { location } = useNavigation()
  const { state } = useRevalidator()
  return location?.pathname === '/search' || state === 'loading'
}

/**
 * After another search has loaded, announces its heading to screen readers, and moves the focus there if the focused element is gone. The
 * first list is not announced.
 */
function useResultAnnouncement(isWaiting: boolean) {
  const results = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const waited = useRef(false)
  useEffect(() => {
    if (isWaiting) setAnnouncement('')
    const heading = results.current?.querySelector('h1')
    if (waited.current && !isWaiting && heading) {
      setAnnouncement(heading.textContent)
      if (document.activeElement === document.body) heading.focus({ preventScroll: true })
    }
    waited.current = isWaiting
  }, [isWaiting])
  return { results, announcement }
}
