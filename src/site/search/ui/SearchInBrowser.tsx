import { eurosOf } from '#src/platform/kit/money.ts'
import { CallError, call, callWithTotal } from '#src/platform/web/queries/call.ts'
import type { SearchOutcome } from '../query/results.ts'
import { type CompanyCard, cardOf, filterCompanies, foundCardOf, type SearchQuery, searchLimits, searchTexts } from '../query/rules.ts'

/**
 * Search if the page's own data did not arrive: first the server's search call; if that fails, too, all public companies filtered here;
 * only if that fails as well, an error (docs/spec.md#search-fallback).
 */
export async function searchInBrowser(query: SearchQuery, page: number): Promise<SearchOutcome> {
  const offset = (page - 1) * searchLimits.pageSize
  try {
    return await searchOnServer(query, offset)
  } catch {
    return await searchAmongAll(query, offset).catch((error: unknown) => ({ status: 'error', message: messageOf(error) }))
  }
}

async function searchOnServer(query: SearchQuery, offset: number): Promise<SearchOutcome> {
  const { answer, total } = await callWithTotal('search_companies_safe', {
    search_term: query.q,
    category_filter: query.category,
    location_filter: query.location,
    service_filter: query.service,
    radius_km: query.radius,
    ...(query.minRating === null ? {} : { min_rating: query.minRating }),
    ...(query.maxRateCents === null ? {} : { max_rate: eurosOf(query.maxRateCents) }),
    only_verified: query.onlyVerified,
    ...(query.when.day === null ? {} : { free_day: query.when.day }),
    ...(query.when.part === null ? {} : { free_part: query.when.part }),
    also_on_request: query.alsoOnRequest,
    sort: query.sorting,
    limit: searchLimits.pageSize,
    offset,
  })
  return { status: 'found', total, companies: answer.map(foundCardOf), facts: undefined }
}

async function searchAmongAll(query: SearchQuery, offset: number): Promise<SearchOutcome> {
  const matching = filterCompanies((await call('get_public_companies_simple', {})).map(cardOf), query)
  const companies = matching.slice(offset, offset + searchLimits.pageSize)
  return { status: 'found', total: matching.length, companies: companies.map(asFound), facts: undefined }
}

/** Facts of a company that only the page's own search knows. */
const asFound = (card: CompanyCard) => ({ distanceKm: null, point: null, reasons: [], offered: null, free: null, ...card })

const messageOf = (error: unknown) => (error instanceof CallError && error.message ? error.message : searchTexts.errorDefault)
