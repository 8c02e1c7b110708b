import { defaultRadius, type SearchQuery } from './rules.ts'

/** A search as its address holds it: the query, the page and the view. Pages count from 1. */
export type SearchState = SearchQuery & { page: number; view: SearchView }
export type SearchView = 'liste' | 'karte'

export const viewOf = (url: URL): SearchView => (url.searchParams.get('ansicht') === 'karte' ? 'karte' : 'liste')

/**
 * The parameters of a result list's address; empty and default values are left out. The counterpart of `parseSearchQuery` and `parsePage`.
 */
export const searchParameters = (state: Partial<SearchState>) => allParameters(state).filter(([, value]) => value)

function allParameters({ page = 1, view, ...query }: Partial<SearchState>): [string, string][] {
  return [
    ['q', query.q ?? ''],
    ['location', query.location ?? ''],
    ['category', query.category ?? ''],
    ['leistung', query.service ?? ''],
    ['ohne', (query.notMeant ?? []).join(' ')],
    ['umkreis', query.location ? radiusWord(query.radius) : ''],
    ['bewertung', String(query.minRating ?? '')],
    ['preis', query.maxRateCents ? String(query.maxRateCents / 100) : ''],
    ['verifiziert', query.onlyVerified ? '1' : ''],
    ['tag', query.when?.day ?? ''],
    ['zeit', query.when?.part ?? ''],
    ['anfrage', query.alsoOnRequest ? '1' : ''],
    ['sortierung', query.sorting === 'relevanz' ? '' : (query.sorting ?? '')],
    ['ansicht', view === 'karte' ? view : ''],
    ['page', page > 1 ? String(page) : ''],
  ]
}
export const searchNames = allParameters({}).map(([name]) => name)

/** The address of a result list. */
export function searchAddress(state: Partial<SearchState>) {
  const parameters = new URLSearchParams(searchParameters(state))
  return parameters.size === 0 ? '/search' : `/search?${parameters}`
}

/** The address of a changed search: it begins at the first page and keeps the view. */
export const changedAddress = (query: SearchQuery, { view }: Pick<SearchState, 'view'>) => searchAddress({ ...query, view, page: 1 })

/**
 * Address that search engines index for a result list; undefined for typed words, which are endless, and for empty lists. Filters and
 * orders show the same companies, so they share one address.
 */
export function indexedAddress(state: SearchState, found: number | undefined) {
  const { q, location, category, service, page } = state
  if (q !== '' || service !== null || (found === 0 && searchAddress(state) !== '/search')) return undefined
  return searchAddress({ location, category, page })
}

function radiusWord(radius: SearchQuery['radius'] | undefined) {
  if (radius === undefined || radius === defaultRadius) return ''
  return radius === null ? nationwide : String(radius)
}

/** The word in the address for a search without a distance limit. */
export const nationwide = 'bundesweit'
