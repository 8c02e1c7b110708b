import type { SearchQuery } from './rules.ts'

/** The address of a result list, without what is empty; pages count from 1. The counterpart of `parseSearchQuery` and `parsePage`. */
export function searchAddress({ q, location, category, page = 1 }: Partial<SearchQuery> & { page?: number }) {
  const given = Object.entries({ q, location, category, page: page > 1 ? String(page) : '' })
  const parameters = new URLSearchParams(given.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return parameters.size === 0 ? '/search' : `/search?${parameters}`
}
