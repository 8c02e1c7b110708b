import type { Database } from '#src/server/db.ts'
import { suggestPlaces } from './placeStore.ts'
import { chooseOffers, listWider, type Offer } from './resultRules.ts'
import { emptyQuery, type PlaceSuggestion, type SearchAnswer, type SearchQuery } from './rules.ts'
import { searchCompanies } from './store.ts'

/** For who found nobody: wider searches that find somebody, and places that may have been meant. */
export type Offers = { wider: Offer[]; places: PlaceSuggestion[] }
export type OfferedAnswer = SearchAnswer & { offers: Offers }

/** One page of the search; when nobody is found, what else could be asked, counted by the same search. */
export async function searchWithOffers(db: Database, query: SearchQuery & { limit: number; offset: number }): Promise<OfferedAnswer> {
  const answer = await searchCompanies(db, query)
  if (answer.total > 0) return { ...answer, offers: { wider: [], places: [] } }
  const { limit: _limit, offset: _offset, ...asked } = query
  const isUnknownPlace = query.location !== '' && answer.place === null
  const [wider, places] = await Promise.all([
    countWider(db, asked, answer.place?.point != null),
    isUnknownPlace ? suggestPlaces(db, query.location) : [],
  ])
  return { ...answer, offers: { wider, places } }
}

async function countWider(db: Database, query: SearchQuery, hasDistance: boolean) {
  const wider = listWider(query, hasDistance)
  if (wider.length === 0) return []
  // Whom nobody finds anywhere, nobody finds in a wider circle: one search in place of ten.
  const { total } = await searchCompanies(db, { ...emptyQuery, q: query.q, limit: 1, offset: 0 })
  if (total === 0) return []
  const counted = wider.map(async (one) => {
    const { total } = await searchCompanies(db, { ...one.query, limit: 1, offset: 0 })
    return { ...one, total }
  })
  return chooseOffers(await Promise.all(counted))
}
