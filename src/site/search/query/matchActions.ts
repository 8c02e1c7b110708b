import type { Database } from '#src/platform/server/db.ts'
import { type DatedStartsQuery, timesRead } from '#src/supply/calendars/availability/actions.ts'
import { parseCategory } from '#src/supply/companies/rules.ts'
import { holdIndex, understandQuery } from '#src/supply/services/understanding/actions.ts'
import type { CatalogueIndex } from '#src/supply/services/understanding/phrases.ts'
import { saysNothing } from '#src/supply/services/understanding/small.ts'
import { notUnderstood, type Understood } from '#src/supply/services/understanding/understood.ts'
import { startsOnCards } from '../free/actions.ts'
import { readWhen } from '../free/readWhen.ts'
import { requestedTime, whenever } from '../free/rules.ts'
import { readCached } from '../interpretation/interpretationActions.ts'
import { type Interpretation, meaningsIn } from '../interpretation/interpretationStore.ts'
import {
  categoriesOf,
  entriesOf,
  hasIntent,
  type Intent,
  intentsOf,
  isOffered,
  leaveOut,
  meaningOf,
  narrowTo,
  nearOf,
  nearWithCompanies,
  onlyIntent,
  sideServicesOf,
} from './intent.ts'
import {
  type Crowd,
  chooseDistinctive,
  isUnknown,
  type Meaning,
  planExactVariant,
  planFirstVariant,
  planMentions,
  planNextVariant,
  planOrderedVariant,
  planOtherForms,
  type Variant,
} from './plan.ts'
import { countedUpTo, type FoundPlace, isFiltered, type MeantTime, noFilters, type SearchQuery, timeMeant } from './rules.ts'
import { type Asked, type Found, findCompanies, findInOrder, isByQuality, nobody } from './variantStore.ts'

/**
 * `now`: without it no time is searched and none understood. `hasStarts`: with the calendars of the shown companies. `hasFacets`: unless
 * false, the remaining results of each filter are counted.
 */
export type PageQuery = SearchQuery & { limit: number; offset: number; now?: Date | undefined; hasStarts?: boolean; hasFacets?: boolean }
type Query = PageQuery & Pick<Asked, 'wanted' | 'whenever' | 'calendarsOf'>
export type Matched = Found & {
  place: FoundPlace | null
  meanings: Meaning[]
  understood: Understood
  /** Services similar to the intent that at least one company offers. */
  near: string[]
}

/**
 * Finds one page of the companies for a query, with count and facets, and the interpretation of words and place: by services if the
 * catalogue knows the intent, else by words. A usual query needs one round trip for the interpretation and another for the results.
 */
export async function matchCompanies(
  db: Database,
  query: PageQuery,
  known?: FoundPlace | null,
): Promise<Matched & { time: MeantTime | null; starts: DatedStartsQuery | undefined }> {
  const { time, starts, ...asked } = readTime(query)
  const matched = await matchQuery(db, asked, known)
  if (matched.total > 0 || !time?.isTyped) return { ...matched, time, starts }
  // Words may mean another time than their first interpretation.
  return { ...(await matchQuery(db, { ...asked, wanted: undefined }, known)), time: { ...time, isMissed: true }, starts }
}

/** Requested time: the chosen one, or else that of the words; both words and choices without it. */
function readTime({ now, hasStarts, ...query }: PageQuery): Query & { time: MeantTime | null; starts: DatedStartsQuery | undefined } {
  if (now === undefined) return { ...query, time: null, starts: undefined }
  const read = readWhen(query.q, now)
  const [chosen, typed] = [requestedTime(query.when, now), query.notMeant.includes(timeMeant) ? undefined : requestedTime(read.when, now)]
  const time = chosen ? { ...query.when, isTyped: false, isMissed: false } : typed ? { ...read.when, isTyped: true, isMissed: false } : null
  const starts = hasStarts ? startsOnCards(time, now) : undefined
  return {
    ...query,
    q: read.rest,
    wanted: chosen ?? typed,
    whenever: query.sorting === 'termin' ? whenever(now) : undefined,
    calendarsOf: starts && timesRead(starts),
    time,
    starts,
  }
}

async function matchQuery(db: Database, query: Query, known?: FoundPlace | null): Promise<Matched> {
  const isOpen = query.q === '' && query.location === '' && query.service === null
  const everybody = { meanings: [], understood: notUnderstood, place: null, near: [] }
  if (isOpen) return { ...(await findInOrder(db, { ...query, ...everybody, point: null, town: [] })), ...everybody }

  const meant = query.service === null ? leaveOut(await understandQuery({ db }, query.q), query.notMeant) : onlyService(query.service)
  // The name of a category is one of the own words.
  const understood = hasIntent(meant) && parseCategory(query.q) !== undefined ? notUnderstood : meant
  const index = await holdIndex({ db })
  const nearly = nearOf(understood, index)
  const reading = await readCached(db, query, { understood, near: nearly, known })
  const { isWritten } = reading
  const { place } = reading.placed
  const near = nearWithCompanies(nearly, reading.entries)
  const nobodyDoes = { ...nobody, place, meanings: [], understood, near }
  if (understood.isElsewhere && !isWritten) return nobodyDoes
  if (!hasIntent(understood) || isWritten) return matchWords(db, query, reading)
  if (isDoubtful(understood, reading)) return { ...nobodyDoes, understood: notUnderstood, near: [] }
  const matched = await matchIntents(db, query, { understood, reading, near, index })
  // A chosen service has no words: they would match every company.
  if (query.q === '') return matched ?? nobodyDoes
  // An intent of other categories than the chosen one is searched by its words: 'Pflege' in 'Garten'.
  const need = { services: understood.services.map(({ id }) => id), trades: understood.tradeIds }
  const isOfCategory = query.category === null || categoriesOf(need, index).includes(query.category)
  if (matched && (matched.total > 0 || isOfCategory)) return matched
  const written = await matchWords(db, query, await readCached(db, query, { understood: notUnderstood, known }))
  return written.total > 0 ? written : (matched ?? nobodyDoes)
}

/** An explicitly chosen service; typed words are ignored. */
const onlyService = (id: string): Understood => ({
  ...notUnderstood,
  services: [{ id, phrase: id, isExact: true, isLikely: true }],
  isWhole: true,
})

/** True if no word is spelt as in the catalogue, and at least as many are unknown: 'trululu schnarps' is not 'Schnaps'. */
function isDoubtful({ isGuess, telling, rest }: Understood, { words }: Interpretation) {
  const unknown = words.filter((one) => rest.includes(one.word) && isUnknown(one))
  return isGuess && unknown.length >= telling.length
}

type Given = { understood: Understood; reading: Interpretation; near: string[]; index: CatalogueIndex }

/** Returns undefined if no company anywhere offers it. */
async function matchIntents(db: Database, query: Query, given: Given): Promise<Matched | undefined> {
  let nobodyNear: Matched | undefined
  for (const need of intentsOf(given.understood, given.reading.entries, given.index)) {
    const matched = await matchOneIntent(db, query, { ...given, understood: onlyIntent(given.understood, need), need })
    if (matched && matched.total > 0) return matched
    nobodyNear ??= matched
  }
  const need = nobodyNear ? undefined : sideServicesOf(given.understood, given.near, given.index)
  return need ? matchOneIntent(db, query, { ...given, need }) : nobodyNear
}

/** Matches one intent; undefined if no company anywhere offers it. */
async function matchOneIntent(
  db: Database,
  query: Query,
  { understood, reading, near, need, index }: Given & { need: Intent },
): Promise<Matched | undefined> {
  const { companies, entries, chosen } = reading
  const { place, town } = reading.placed
  const words = reading.words.filter((one) => understood.telling.includes(one.word))
  const meaning = meaningOf(need, entries, words, index)
  const filters = chooseDistinctive([...reading.placed.meanings, ...chosen])
  const names = reading.words
    .filter((one) => !words.includes(one) && one.offers > 0)
    .map((one): Meaning => ({ ...one, inside: [], parts: [] }))
  const answer = {
    place: place ?? writtenPlace(query, filters),
    meanings: [narrowTo(query.category, meaning), ...names, ...filters],
    understood,
    near,
  }
  if (query.location !== '' && answer.place === null) return { ...nobody, ...answer }

  const asked = { ...query, meanings: answer.meanings, point: place?.point ?? null, town, need: entriesOf(need, entries) }
  const crowd = { companies, share: shareOf(asked) }
  const found = await lookFor(db, asked, crowd)
  if (found.total > 0) return { ...found, ...answer }
  const optional = answer.meanings.map((one) => ({ ...one, isOptional: names.includes(one) }))
  const nearly = names.length > 0 ? await lookFor(db, { ...asked, meanings: optional }, crowd) : nobody
  if (nearly.total > 0) return { ...nearly, ...answer }
  if (isOffered(need, entries)) return { ...nobody, ...answer }
  const isNarrowed = isFiltered(query) || query.wanted || query.category !== null || asked.point !== null || answer.meanings.length > 1
  if (!isNarrowed) return undefined
  const everybody = { ...asked, ...noFilters, wanted: undefined, category: null, point: null, meanings: [meaning], limit: 1, offset: 0 }
  return (await lookFor(db, everybody, { companies, share: 1 })).total > 0 ? { ...nobody, ...answer } : undefined
}

async function matchWords(db: Database, query: Query, reading: Interpretation): Promise<Matched> {
  const { companies } = reading
  const { place, town } = reading.placed
  const meanings = chooseDistinctive(meaningsIn(reading).map(asTyped))
  const answer = { place: place ?? writtenPlace(query, meanings), meanings, understood: notUnderstood, near: [] }
  const words = meanings.filter((one) => !one.isFilter)
  const isWordless = query.q !== '' && words.every(({ word }) => saysNothing(word, words.length))
  if (isWordless || (query.location !== '' && answer.place === null)) return { ...nobody, ...answer }

  const asked = { ...query, meanings, point: place?.point ?? null, town }
  const crowd = { companies, share: shareOf(asked) }
  const found = meanings.every(isCategory) ? await findInOrder(db, asked) : await lookFor(db, asked, crowd)
  return { ...found, ...answer }
}

/** A short unknown word is not corrected: 'tinder' does not mean 'kinder'. Typing errors of intents are
 * corrected earlier. */
const asTyped = (one: Meaning): Meaning =>
  one.corrected === null || one.isFilter || one.word.length >= shortestTypo
    ? one
    : { ...one, near: [], frequency: 0, offers: 0, exact: [], exactFrequency: 0, corrected: null }
const shortestTypo = 7

/**
 * Searches ever larger samples until more companies are found than are counted. Companies with exactly the typed words come before those
 * with other forms.
 */
async function lookFor(db: Database, asked: Asked, crowd: Crowd): Promise<Found> {
  const needed = asked.meanings.filter((one) => !one.isOptional)
  if (needed.some(isUnknown)) return nobody
  const mentions = planMentions(needed, crowd)
  let attempt = planVariant(needed, asked, crowd)
  for (;;) {
    const found = await findCompanies(db, attempt, asked)
    if (found.total > countedUpTo) return found
    const next =
      planNextVariant(attempt, found.total, mentions) ??
      (attempt.exact === undefined ? undefined : planOtherForms(needed, crowd, found.total))
    if (!next) return found
    attempt = next
  }
}

const planVariant = (needed: Meaning[], asked: Asked, crowd: Crowd): Variant =>
  isByQuality(asked) ? (planExactVariant(needed, crowd) ?? planFirstVariant(needed, crowd)) : planOrderedVariant(needed, crowd)

const isCategory = (one: Meaning) => one.isFilter && !one.isPlace

/** A place without a point on the map that companies write in their texts. */
function writtenPlace({ location }: Query, meanings: readonly Meaning[]): FoundPlace | null {
  const isWritten = meanings.some((one) => one.isPlace && one.near.length > 0)
  return isWritten ? { label: location, point: null, postcodePrefix: null, others: [], isCorrected: false } : null
}

/** Rough share of the companies that the filters leave. A circle's cells reach beyond it, and not every company travels so far. */
const shareOf = ({ minRating, maxRateCents, onlyVerified, wanted, point, radius }: Asked) =>
  (point === null || radius === null ? 1 : 0.5) *
  (wanted === undefined ? 1 : 0.5) *
  (minRating === null ? 1 : 0.3) *
  (maxRateCents === null ? 1 : 0.5) *
  (onlyVerified ? 0.7 : 1)
