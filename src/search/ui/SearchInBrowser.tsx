import { CallError, call, callWithTotal } from '#src/web/call.ts'
import { filterCompanies, type SearchQuery, searchLimits, searchTexts } from '../rules.ts'
import type { SearchOutcome } from './SearchPage.tsx'

/**
 * The search as the browser does it: the server's search first; when that fails, all public companies filtered here; only when that fails,
 * too, an error (specification 7, search_companies_safe).
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
    limit: searchLimits.pageSize,
    offset,
  })
  return { status: 'found', total, companies: answer }
}

async function searchAmongAll(query: SearchQuery, offset: number): Promise<SearchOutcome> {
  const matching = filterCompanies(await call('get_public_companies_simple', {}), query)
  return { status: 'found', total: matching.length, companies: matching.slice(offset, offset + searchLimits.pageSize) }
}

const messageOf = (error: unknown) => (error instanceof CallError && error.message ? error.message : searchTexts.errorDefault)
