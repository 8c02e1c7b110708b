import type { Database } from '#src/platform/server/db.ts'
import { suggestPlaces } from '../places/store.ts'
import { searchCompanies } from '../query/actions.ts'
import type { PageQuery } from '../query/matchActions.ts'
import {
  chooseWider,
  listFurther,
  listNarrowing,
  listWider,
  type Offer,
  quoteWordsOf,
  sortingOf,
  upToKm,
  type Wider,
  type WiderResponse,
} from '../query/results.ts'
import { emptyQuery, type FoundPlace, isFiltered, type Radius, radii, type SearchQuery, type SearchResponse } from '../query/rules.ts'

/**
 * One page of the search. Without results in a circle: the same page of a wider circle. Without any results: other searches with their
 * counts, found by the same search.
 */
export async function searchWithWider(db: Database, query: PageQuery): Promise<WiderResponse> {
  const answer = await searchCompanies(db, { ...query, hasStarts: true })
  const { limit: _limit, offset: _offset, now, ...asked } = query
  const at = { db, now }
  if (answer.total > 0) {
    return { ...answer, widened: null, offers: { wider: await countFurther(at, asked, answer), places: [], isAnswerable: true } }
  }
  const widened = await widen(db, query, answer.place)
  if (widened) {
    const [wider, isAnswerable] = await Promise.all([
      countAll(at, listNarrowing(asked), answer.place),
      canAnswer(at, asked, { answer: widened, isFound: true }),
    ])
    // Companies without a calendar are those of the place itself.
    return { ...widened, onRequest: answer.onRequest, offers: { wider: chooseWider(wider), places: [], isAnswerable } }
  }
  const isUnknownPlace = query.location !== '' && answer.place === null
  const [wider, places, isAnswerable] = await Promise.all([
    countWider(at, asked, answer.place),
    isUnknownPlace ? suggestPlaces(db, query.location) : [],
    canAnswer(at, asked, { answer, isFound: false }),
  ])
  return { ...answer, widened: null, offers: { wider, places, isAnswerable } }
}

type At = { db: Database; now: Date | undefined }

/** The widest circle, else the whole country; the nearest companies first unless another order was chosen. */
async function widen(db: Database, query: PageQuery, place: FoundPlace | null) {
  if (place?.point == null || query.radius === null) return undefined
  const sorting = sortingOf(query, true)
  const widest = radii[radii.length - 1] ?? null
  for (const radius of new Set<Radius>([widest, null])) {
    if (radius === query.radius) continue
    const found = await searchCompanies(db, { ...query, radius, sorting, hasStarts: true }, place)
    if (found.total > 0) return { ...found, widened: { upToKm: upToKm(found, radius) } }
  }
  return undefined
}

/** For few results: the narrowest of the wider searches that finds more. */
async function countFurther(at: At, query: SearchQuery, { total: found, place }: SearchResponse): Promise<Offer[]> {
  if (found > fewFound) return []
  for (const one of listFurther(query, place?.point != null)) {
    const offer = await countOne(at, one, place)
    if (offer.total > found) return [offer]
  }
  return []
}
const fewFound = 3

async function countWider(at: At, query: SearchQuery, place: FoundPlace | null) {
  // A place with a point was searched in the whole country already.
  const wider = place?.point == null ? listWider(query, false) : listNarrowing(query)
  if (wider.length === 0) return []
  // If the words match no company anywhere, no other search does: this one search replaces all.
  const { total } = await searchCompanies(at.db, { ...emptyQuery, q: query.q, ...countOnly, now: at.now })
  return total === 0 ? [] : chooseWider(await countAll(at, wider, place))
}

async function countAll(at: At, wider: readonly Wider[], place: FoundPlace | null) {
  const counted: Offer[] = []
  for (let first = 0; first < wider.length; first += countedAtOnce) {
    counted.push(...(await Promise.all(wider.slice(first, first + countedAtOnce).map((one) => countOne(at, one, place)))))
  }
  return counted
}

async function countOne({ db, now }: At, one: Wider, place: FoundPlace | null): Promise<Offer> {
  const { total } = await searchCompanies(db, { ...one.query, ...countOnly, now }, knownOf(place))
  return { ...one, total }
}

type Outcome = { answer: Pick<SearchResponse, 'place' | 'need' | 'time'>; isFound: boolean }

/**
 * True if the form for quotes would list a company. The form searches words, category and place in the whole country; `isFound`: so did
 * this search, and found some.
 */
async function canAnswer({ db }: At, query: SearchQuery, { answer: { place, need, time }, isFound }: Outcome) {
  const { location, category, service, notMeant } = query
  const q = quoteWordsOf(query, need)
  if ((q === '' && category === null) || (location !== '' && place === null)) return false
  const isSame = !isFiltered(query) && service === null && notMeant.length === 0 && !time?.isTyped
  if (isSame) return isFound
  const { total } = await searchCompanies(db, { ...emptyQuery, q, category, location, radius: null, ...countOnly }, knownOf(place))
  return total > 0
}

/** A place that companies only write in their texts is found by that again. */
const knownOf = (place: FoundPlace | null) => (place?.point || place?.postcodePrefix ? place : null)

/** Nothing but the total. */
const countOnly = { limit: 1, offset: 0, hasFacets: false } as const

/** Limits the connections that one search without results takes. */
const countedAtOnce = 2
