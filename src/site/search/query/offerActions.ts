import type { Database } from '#src/platform/server/db.ts'
import { suggestPlaces } from '../places/store.ts'
import { searchCompanies } from './actions.ts'
import type { PageQuery } from './matchActions.ts'
import { chooseOffers, listFurther, listWider, type Offer, type OfferedAnswer, type Wider } from './results.ts'
import { emptyQuery, type FoundPlace, type SearchAnswer, type SearchQuery } from './rules.ts'

/** One page of the search. Without results: other searches with their counts, found by the same search. */
export async function searchWithOffers(db: Database, query: PageQuery): Promise<OfferedAnswer> {
  const answer = await searchCompanies(db, { ...query, hasStarts: true })
  const { limit: _limit, offset: _offset, now, ...asked } = query
  if (answer.total > 0) return { ...answer, offers: { wider: await countFurther({ db, now }, asked, answer), places: [] } }
  const isUnknownPlace = query.location !== '' && answer.place === null
  const [wider, places] = await Promise.all([
    countWider({ db, now }, asked, answer.place),
    isUnknownPlace ? suggestPlaces(db, query.location) : [],
  ])
  return { ...answer, offers: { wider, places } }
}

type At = { db: Database; now: Date | undefined }

/** For who found few: the narrowest of the wider searches that finds more. */
async function countFurther({ db, now }: At, query: SearchQuery, { total: found, place }: SearchAnswer): Promise<Offer[]> {
  if (found > fewFound) return []
  for (const one of listFurther(query, place?.point != null)) {
    const { total } = await searchCompanies(db, { ...one.query, ...countOnly, now }, knownOf(place))
    if (total > found) return [{ ...one, total }]
  }
  return []
}
const fewFound = 3

async function countWider({ db, now }: At, query: SearchQuery, place: FoundPlace | null) {
  const wider = listWider(query, place?.point != null)
  if (wider.length === 0) return []
  // If the words match no company anywhere, no wider radius does: this one search replaces ten.
  const { total } = await searchCompanies(db, { ...emptyQuery, q: query.q, ...countOnly, now })
  if (total === 0) return []
  const count = async (one: Wider): Promise<Offer> => {
    const { total } = await searchCompanies(db, { ...one.query, ...countOnly, now }, knownOf(place))
    return { ...one, total }
  }
  const counted: Offer[] = []
  for (let at = 0; at < wider.length; at += countedAtOnce) {
    counted.push(...(await Promise.all(wider.slice(at, at + countedAtOnce).map(count))))
  }
  return chooseOffers(counted)
}

/** A place that companies only write in their texts is found by that again. */
const knownOf = (place: FoundPlace | null) => (place?.point || place?.postcodePrefix ? place : null)

/** Nothing but the total. */
const countOnly = { limit: 1, offset: 0, hasFacets: false } as const

/** Limits the connections that one search without results takes. */
const countedAtOnce = 2
