import { isCalendarDay } from '#src/kit/dates.ts'
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

/** The service that a profile opens for booking, by its id or mark, '' for its first one: an address alone must be enough (docs/spec.md#price-list). */
export const serviceParameter = 'buchen'

/** In its place: the search meant a service that the profile does not name, so none is chosen. */
export const noService = '-'

/** The time of that booking, 'YYYY-MM-DDTHH:MM' of a Berlin clock. */
export const startParameter = 'termin'

/** A profile that opens the booking of a service, at a time where one is given. */
export const bookingAddress = (id: string, { service, start }: { service: string | null; start?: string }) =>
  `${profileAddress(id)}?${new URLSearchParams([
    [serviceParameter, service ?? ''],
    ...(start === undefined ? [] : [[startParameter, start.replace(' ', 'T')]]),
  ])}#buchen`

/** The same as a form that needs no scripts (docs/spec.md#plain-booking). */
export function plainBookingAddress(id: string, { service, start }: { service: { id: string } | undefined; start: string | undefined }) {
  const query = new URLSearchParams([
    ...(service ? [[serviceParameter, service.id]] : []),
    ...(start === undefined ? [] : [[startParameter, start.replace(' ', 'T')]]),
  ])
  return query.size === 0 ? `/buchen/${id}` : `/buchen/${id}?${query}`
}

/** A booking that is made once more: its customer's account begins the form with it. */
export const againParameter = 'nochmal'

export const againAddress = (id: string, { serviceId, bookingId }: { serviceId: string | null; bookingId: string }) =>
  `${profileAddress(id)}?${new URLSearchParams([
    ...(serviceId === null ? [] : [[serviceParameter, serviceId]]),
    [againParameter, bookingId],
  ])}#buchen`

/** 'YYYY-MM-DD HH:MM' of an address; undefined for anything else. */
export const parseStart = (text: string) =>
  isCalendarDay(text.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d$/.test(text.slice(10)) ? text.replace('T', ' ') : undefined

/** The address of a result list. */
export function searchAddress(state: Partial<SearchState>) {
  const parameters = new URLSearchParams(searchParameters(state))
  return parameters.size === 0 ? '/search' : `/search?${parameters}`
}

/** The address of a changed search: it begins at the first page and keeps the view. */
export const changedAddress = (query: SearchQuery, { view }: Pick<SearchState, 'view'>) => searchAddress({ ...query, view, page: 1 })

/**
 * The address that search engines index for a result list; undefined for typed words, which are endless, and for empty lists. Filters and
 * orders show the same companies, so they share one address.
 */
export function keptAddress(state: SearchState, found: number | undefined) {
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

/** A profile's address; with a place it tells the distance from there. */
export const profileAddress = (id: string, place?: string) =>
  place === undefined ? `/service/${id}` : `/service/${id}?${new URLSearchParams({ [placeParameter]: place })}`
export const placeParameter = 'ort'

/** Where offers are asked for: of a company, or of whoever does what was searched. */
export function askAddress(about: Partial<Record<'anbieter' | 'leistung' | 'q' | 'location' | 'category', string | null>>) {
  const named = Object.entries(about).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/angebot-anfordern?${new URLSearchParams(named)}`
}
