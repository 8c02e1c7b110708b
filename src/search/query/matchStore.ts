import { sql } from 'kysely'
import type { Database } from '#src/server/db.ts'
import { resolvePlace } from '../places/store.ts'
import { type Asked, type Found, findCompanies, findInOrder, isByQuality, nobody } from './attemptStore.ts'
import { cellsAround } from './cells.ts'
import {
  type Attempt,
  chooseTelling,
  fillers,
  type Meaning,
  mostWords,
  planExactAttempt,
  planFirstAttempt,
  planLooseAttempt,
  planMentions,
  planNextAttempt,
  planOrderedAttempt,
} from './plan.ts'
import { countedUpTo, type FoundPlace, isFiltered, noFilters, type SearchQuery } from './rules.ts'

type Query = SearchQuery & { limit: number; offset: number }
type Matched = Found & { place: FoundPlace | null; meanings: Meaning[] }

/** One page of the companies that answer a search, with count and facets, and how words and place were understood. */
export async function matchCompanies(db: Database, query: Query, resolved = resolveTyped(db, query)): Promise<Matched> {
  const known = query.location === '' ? undefined : await resolved
  const [read, { companies, town }] = await Promise.all([readMeanings(db, query, known), readPlaceFacts(db, known)])
  const meanings = chooseTelling(read)
  const answer = { place: known ?? writtenPlace(query, meanings), meanings }
  const isWordless = query.q !== '' && meanings.every((one) => one.isFilter)
  if (isWordless || (query.location !== '' && answer.place === null)) return { ...nobody, ...answer }

  const asked = { ...query, meanings, point: known?.point ?? null, town }
  const expected = companies * shareOf(query)
  const found = meanings.every(isCategory) ? await findInOrder(db, asked) : await lookFor(db, asked, expected)
  if (found.total > 0 || (await isFilteredOut(db, asked, companies))) return { ...found, ...answer }
  return { ...(await matchLoosely(db, asked, expected)), ...answer }
}

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

/**
 * Whether only a chosen filter or category keeps those away who have every word: then other trades are no answer. The category that a word
 * means anyway ('Putzfrau' in Reinigung) keeps nobody away.
 */
async function isFilteredOut(db: Database, asked: Asked, companies: number) {
  const { category } = asked
  const isMeant = asked.meanings.some(({ isFilter, trades }) => !isFilter && category !== null && trades.includes(category))
  const isNarrowed = (category !== null && !isMeant) || isFiltered(asked)
  if (!isNarrowed || asked.meanings.every((one) => one.isFilter)) return false
  const meanings = asked.meanings.filter((one) => isMeant || !isCategory(one))
  const everybody: Asked = {
    ...asked,
    ...noFilters,
    sorting: 'relevanz',
    category: isMeant ? category : null,
    meanings,
    limit: 1,
    offset: 0,
  }
  return (await lookFor(db, everybody, companies)).total > 0
}

/** How many of the companies the filters leave, roughly: a hint for planning only. */
const shareOf = ({ minRating, maxRateCents, onlyVerified }: Query) =>
  (minRating === null ? 1 : 0.3) * (maxRateCents === null ? 1 : 0.5) * (onlyVerified ? 0.7 : 1)

/**
 * Where nobody has every word: who has those that stand for a trade ('Wohnung streichen' → streichen), then who is of such a trade
 * ('Putzfrau' → Reinigung), and only then who has some of the words.
 */
async function matchLoosely(db: Database, asked: Asked, companies: number): Promise<Found> {
  for (const meanings of await readTrades(db, asked.meanings)) {
    const found = await lookFor(db, { ...asked, meanings }, companies)
    if (found.total > 0) return found
  }
  const words = asked.meanings.filter((one) => !one.isFilter)
  return words.length > 1 ? lookFor(db, asked, companies, planLooseAttempt(asked.meanings, companies)) : nobody
}

/** Variants of the search in which trades replace words, the closest to the typed text first; none if no word stands for a trade. */
async function readTrades(db: Database, meanings: readonly Meaning[]): Promise<Meaning[][]> {
  if (meanings.every((one) => one.trades.length === 0)) return []
  const terms = await listTradeTerms(db, meanings)
  const ofTrade = meanings.map((one) => {
    const categories = terms.filter(({ kind, text }) => kind === 'category' && one.trades.includes(text))
    const related = terms.filter(({ id }) => one.related.includes(id))
    return {
      ...one,
      near: [...one.near, ...one.related],
      ofTrade: categories.map(({ id }) => id),
      frequency: sumOf([one, ...categories, ...related].map(({ frequency }) => frequency)),
      offers: sumOf([one, ...related].map(({ offers }) => offers)),
    }
  })
  return meanings.some(isOther) ? [withoutOthers(meanings), ofTrade, withoutOthers(ofTrade)] : [ofTrade]
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Makes words optional that stand for no trade. */
const withoutOthers = (meanings: readonly Meaning[]) => meanings.map((one) => ({ ...one, isOptional: isOther(one) }))
const isOther = ({ isFilter, trades, towns }: Meaning) => !isFilter && trades.length + towns.length === 0

/** What words, place and category of a search mean to the vocabulary. */
export async function readMeanings(db: Database, { q, location, category, radius }: SearchQuery, place?: FoundPlace): Promise<Meaning[]> {
  const { point, postcodePrefix } = place ?? { point: null, postcodePrefix: null }
  const around = point && radius !== null ? cellsAround(point, radius) : undefined
  const written = place ? (postcodePrefix ?? '') : location
  const { rows } = await sql<Meaning>`
    select word, false as is_filter, false as is_place, meaning.*
    from (
      -- In a search of several words, a word of two letters is not searched inside other words.
      select word, case when length(word) > 2 or count(*) over () = 1 then ${enough}::integer else 0 end as enough
      from search_words(${q}) as word
      order by word = any(${[...fillers]}::text[]), strpos(fold_text(${q}), word)
      limit ${mostWords}
    ) as words, search_meaning(word, enough) as meaning
    union all
    select word, true, true, meaning.*
    from search_words(${written}) as word, search_place(word) as meaning
    union all
    select '', true, true, coalesce(array_agg(id), '{}'), '{}', coalesce(sum(frequency), 0), coalesce(sum(frequency), 0), '{}', 0, '{}', '{}', 0, '{}', '{}', null
    from search_terms
    where kind = ${around?.kind ?? null} and text = any(${around?.texts ?? []})
    having ${around !== undefined}
    union all
    select
      ${category}, true, false,
      coalesce(array_agg(id), '{}'), '{}', coalesce(sum(frequency), 0), coalesce(sum(frequency), 0), '{}', 0, '{}', '{}', 0, '{}', '{}', null
    from search_terms
    where kind = 'category' and text = ${category}
    having ${category}::text is not null`.execute(db)
  return rows
}

/** So many occurrences of a part of a word are surely more companies than are counted, although some have it twice. */
const enough = 4 * countedUpTo

/**
 * The number of companies at the last count, and the terms of the place's town: '93047 Frankfurt (Oder)' → frankfurt. No terms if the
 * vocabulary lacks one of the town's words.
 */
async function readPlaceFacts(db: Database, place: FoundPlace | undefined) {
  const name = place?.point ? place.label.replace(/\(.*\)|\d/g, '') : ''
  const { rows } = await sql<{ companies: number; town: (number | null)[] }>`
    select companies, array(
      select (select id from search_terms where kind = 'town' and text = word) from search_words(${name}) as word
    ) as town
    from search_counts`.execute(db)
  const [{ companies, town } = { companies: 0, town: [] }] = rows
  return { companies, town: town.includes(null) ? [] : town.flatMap((id) => id ?? []) }
}

/** The terms of the categories that words stand for, and of what else their trades write. */
async function listTradeTerms(db: Database, meanings: readonly Meaning[]) {
  const trades = meanings.flatMap((one) => one.trades)
  const related = meanings.flatMap((one) => one.related)
  const { rows } = await sql<{ id: number; kind: string; text: string; frequency: number; offers: number }>`
    select id, kind, text, frequency, offers
    from search_terms
    where kind = 'category' and text = any(${trades}::text[]) or id = any(${related}::integer[])`.execute(db)
  return rows
}
