import { parseCategory } from '#src/companies/rules.ts'
import type { Database } from '#src/server/db.ts'
import { understandQuery } from '#src/services/understanding/actions.ts'
import { notUnderstood, type Understood } from '#src/services/understanding/understood.ts'
import { placeKey } from '../places/places.ts'
import { resolvePlace } from '../places/store.ts'
import { type Asked, type Found, findCompanies, findInOrder, isByQuality, nobody } from './attemptStore.ts'
import { readMeanings, readPlaceFacts } from './meaningStore.ts'
import { isWritten, type Need, needsOf, readNeed } from './needStore.ts'
import {
  type Attempt,
  chooseTelling,
  type Meaning,
  planExactAttempt,
  planFirstAttempt,
  planMentions,
  planNextAttempt,
  planOrderedAttempt,
} from './plan.ts'
import { countedUpTo, type FoundPlace, noFilters, type SearchQuery } from './rules.ts'

type Query = SearchQuery & { limit: number; offset: number }
type Matched = Found & { place: FoundPlace | null; meanings: Meaning[]; understood: Understood }

/**
 * One page of the companies that answer a search, with count and facets, and how words and place were understood: by what they offer where
 * the catalogue knows the need, else by words.
 */
export async function matchCompanies(db: Database, query: Query, resolved = resolveTyped(db, query)): Promise<Matched> {
  const understood = query.service === null ? await understandQuery({ db }, query.q) : onlyService(query.service)
  if (understood.isElsewhere && !(await isWritten(db, query.q, [])))
    return { ...nobody, place: (await resolved) ?? null, meanings: [], understood }
  const byNeed =
    understood.tradeIds.length > 0 && parseCategory(query.q) === undefined
      ? await matchNeed(db, query, { understood, resolved })
      : undefined
  return byNeed ?? matchWords(db, query, resolved)
}

/** A service that was chosen, whatever was typed. */
const onlyService = (id: string): Understood => ({
  ...notUnderstood,
  services: [{ id, phrase: id, isExact: true, isLikely: true }],
  isWhole: true,
})

type Given = { understood: Understood; resolved: Promise<FoundPlace | undefined> }

/** Undefined when nobody anywhere offers it, or the text is rather a company's name. */
async function matchNeed(db: Database, query: Query, { understood, resolved }: Given): Promise<Matched | undefined> {
  const { rest, telling, isWhole, corrections } = understood
  const known = query.location === '' ? undefined : await resolved
  const [read, { companies, town }, isName] = await Promise.all([
    readMeanings(db, { ...query, q: [...telling, ...rest].join(' ') }, known),
    readPlaceFacts(db, known),
    isWhole
      ? false
      : isWritten(
          db,
          query.q,
          corrections.map(({ typed }) => typed),
        ),
  ])
  if (isName) return undefined
  const inside = query.location === '' ? await findPlaceInside(db, understood) : undefined
  if (inside) {
    const others = { ...understood, rest: rest.filter((word) => word !== inside.word) }
    const there = Promise.resolve(inside.place)
    return matchNeed(db, { ...query, location: inside.word }, { understood: others, resolved: there })
  }
  const facts = { understood, known, companies, town, read }
  for (const need of needsOf(understood)) {
    const matched = await matchOneNeed(db, query, { ...facts, need })
    if (matched) return matched
  }
  return undefined
}

type Facts = {
  understood: Understood
  known: FoundPlace | undefined
  companies: number
  town: number[]
  read: readonly Meaning[]
  need: Need
}

/** The same for one need; undefined when nobody anywhere offers it. */
async function matchOneNeed(db: Database, query: Query, facts: Facts): Promise<Matched | undefined> {
  const { understood, known, companies, town, read, need } = facts
  const words = read.filter((one) => !one.isFilter && understood.telling.includes(one.word))
  const meaning = await readNeed(db, need, words)
  const filters = chooseTelling(read.filter((one) => one.isFilter))
  const names = read
    .filter((one) => !one.isFilter && !words.includes(one) && one.offers > 0)
    .map((one): Meaning => ({ ...one, inside: [], parts: [] }))
  const answer = { place: known ?? writtenPlace(query, filters), meanings: [meaning, ...names, ...filters], understood }
  if (query.location !== '' && answer.place === null) return { ...nobody, ...answer }

  const asked = { ...query, meanings: answer.meanings, point: known?.point ?? null, town, need }
  const expected = companies * shareOf(query)
  const found = await lookFor(db, asked, expected)
  if (found.total > 0) return { ...found, ...answer }
  const optional = answer.meanings.map((one) => ({ ...one, isOptional: names.includes(one) }))
  const nearly = names.length > 0 ? await lookFor(db, { ...asked, meanings: optional }, expected) : nobody
  if (nearly.total > 0) return { ...nearly, ...answer }
  const everybody = { ...asked, ...noFilters, category: null, point: null, meanings: [meaning], limit: 1, offset: 0 }
  return (await lookFor(db, everybody, companies)).total > 0 ? { ...nobody, ...answer } : undefined
}

/** A town among the words that say nothing of the need: 'Maler Regensburg'. */
async function findPlaceInside(db: Database, { rest }: Understood) {
  for (const word of rest.slice(0, mostPlaceWords)) {
    const place = word.length > 2 ? await resolvePlace(db, word, { isSpelled: true }) : undefined
    // 'bern' is no 'Bernau'.
    if (place?.point && placeKey(place.label.split(/[\s(,/-]/)[0] ?? '') === placeKey(word)) return { word, place }
  }
  return undefined
}
const mostPlaceWords = 3

async function matchWords(db: Database, query: Query, resolved: Promise<FoundPlace | undefined>): Promise<Matched> {
  const known = query.location === '' ? undefined : await resolved
  const [read, { companies, town }] = await Promise.all([readMeanings(db, query, known), readPlaceFacts(db, known)])
  const meanings = chooseTelling(read.map(asTyped))
  const answer = { place: known ?? writtenPlace(query, meanings), meanings, understood: notUnderstood }
  const isWordless = query.q !== '' && meanings.every((one) => one.isFilter)
  if (isWordless || (query.location !== '' && answer.place === null)) return { ...nobody, ...answer }

  const asked = { ...query, meanings, point: known?.point ?? null, town }
  const expected = companies * shareOf(query)
  const found = meanings.every(isCategory) ? await findInOrder(db, asked) : await lookFor(db, asked, expected)
  return { ...found, ...answer }
}

/** A short word that nobody writes is another word, not a slip of one: 'tinder' means no 'kinder'. Slips of needs are understood before. */
const asTyped = (one: Meaning): Meaning =>
  one.corrected === null || one.isFilter || one.word.length >= shortestSlip
    ? one
    : { ...one, near: [], frequency: 0, offers: 0, exact: [], exactFrequency: 0, corrected: null }
const shortestSlip = 7

/** What was typed as a place, for one search or for several of the same place. */
export const resolveTyped = async (db: Database, { location }: SearchQuery) => (location === '' ? undefined : resolvePlace(db, location))

/**
 * Searches ever larger samples until more companies are found than are counted. Companies with exactly the typed words come before those
 * with other forms.
 */
async function lookFor(db: Database, asked: Asked, companies: number, first?: Attempt): Promise<Found> {
  const needed = asked.meanings.filter((one) => !one.isOptional)
  const mentions = planMentions(needed, companies)
  let attempt = first ?? planAttempt(needed, asked, companies)
  for (;;) {
    const found = await findCompanies(db, attempt, asked)
    if (found.total > countedUpTo) return found
    const next =
      planNextAttempt(attempt, found.total, mentions) ?? (attempt.exact === undefined ? undefined : planFirstAttempt(needed, companies))
    if (!next) return found
    attempt = next
  }
}

const planAttempt = (needed: Meaning[], asked: Asked, companies: number): Attempt =>
  isByQuality(asked) ? (planExactAttempt(needed, companies) ?? planFirstAttempt(needed, companies)) : planOrderedAttempt(needed, companies)

const isCategory = (one: Meaning) => one.isFilter && !one.isPlace

/** A place without a point on the map that companies write in their texts. */
function writtenPlace({ location }: Query, meanings: readonly Meaning[]): FoundPlace | null {
  const isWritten = meanings.some((one) => one.isPlace && one.near.length > 0)
  return isWritten ? { label: location, point: null, postcodePrefix: null, others: [], isCorrected: false } : null
}

/** How many of the companies the filters leave, roughly: a hint for planning only. */
const shareOf = ({ minRating, maxRateCents, onlyVerified }: Query) =>
  (minRating === null ? 1 : 0.3) * (maxRateCents === null ? 1 : 0.5) * (onlyVerified ? 0.7 : 1)
