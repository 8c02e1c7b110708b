import type { Database } from '#src/platform/server/db.ts'
import { type StartsWanted, timesRead } from '#src/supply/calendars/hints/actions.ts'
import { parseCategory } from '#src/supply/companies/rules.ts'
import { holdIndex, understandQuery } from '#src/supply/services/understanding/actions.ts'
import type { CatalogueIndex } from '#src/supply/services/understanding/phrases.ts'
import { saysNothing } from '#src/supply/services/understanding/small.ts'
import { notUnderstood, type Understood } from '#src/supply/services/understanding/understood.ts'
import { startsOnCards } from '../free/actions.ts'
import { wantedTime, whenever } from '../free/rules.ts'
import { readWhen } from '../free/words.ts'
import { readCached } from '../reading/readingActions.ts'
import { meaningsIn, type Reading } from '../reading/readingStore.ts'
import { type Asked, type Found, findCompanies, findInOrder, isByQuality, nobody } from './attemptStore.ts'
import {
  besidesOf,
  categoriesOf,
  entriesOf,
  isNeed,
  isOffered,
  leaveOut,
  meaningOf,
  type Need,
  narrowTo,
  nearOf,
  needsOf,
  offeredNear,
  onlyNeed,
} from './need.ts'
import {
  type Attempt,
  type Crowd,
  chooseTelling,
  isUnknown,
  type Meaning,
  planExactAttempt,
  planFirstAttempt,
  planMentions,
  planNextAttempt,
  planOrderedAttempt,
  planOtherForms,
} from './plan.ts'
import { countedUpTo, type FoundPlace, isFiltered, type MeantTime, noFilters, type SearchQuery, timeMeant } from './rules.ts'

/**
 * `now`: without it no time is searched and none understood. `hasStarts`: with the calendars of who is shown. `hasFacets`: unless false, what
 * remains after each filter is counted.
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
 * One page of the companies that answer a search, with count and facets, and how words and place were understood: by what they offer where
 * the catalogue knows the need, else by words. A usual search is read in one round trip and found in another.
 */
export async function matchCompanies(
  db: Database,
  query: PageQuery,
  known?: FoundPlace | null,
): Promise<Matched & { time: MeantTime | null; starts: StartsWanted | undefined }> {
  const { time, starts, ...asked } = readTime(query)
  const matched = await matchAsked(db, asked, known)
  if (matched.total > 0 || !time?.isTyped) return { ...matched, time, starts }
  // Words may mean another time than was read in them.
  return { ...(await matchAsked(db, { ...asked, wanted: undefined }, known)), time: { ...time, isMissed: true }, starts }
}

/** The wanted time: the chosen one, or else what the words say; both words and choices without it. */
function readTime({ now, hasStarts, ...query }: PageQuery): Query & { time: MeantTime | null; starts: StartsWanted | undefined } {
  if (now === undefined) return { ...query, time: null, starts: undefined }
  const read = readWhen(query.q, now)
  const [chosen, typed] = [wantedTime(query.when, now), query.notMeant.includes(timeMeant) ? undefined : wantedTime(read.when, now)]
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

async function matchAsked(db: Database, query: Query, known?: FoundPlace | null): Promise<Matched> {
  const isOpen = query.q === '' && query.location === '' && query.service === null
  const everybody = { meanings: [], understood: notUnderstood, place: null, near: [] }
  if (isOpen) return { ...(await findInOrder(db, { ...query, ...everybody, point: null, town: [] })), ...everybody }

  const meant = query.service === null ? leaveOut(await understandQuery({ db }, query.q), query.notMeant) : onlyService(query.service)
  // The name of a category is one of the own words.
  const understood = isNeed(meant) && parseCategory(query.q) !== undefined ? notUnderstood : meant
  const index = await holdIndex({ db })
  const nearly = nearOf(understood, index)
  const reading = await readCached(db, query, { understood, near: nearly, known })
  const { isWritten } = reading
  const { place } = reading.placed
  const near = offeredNear(nearly, reading.entries)
  const nobodyDoes = { ...nobody, place, meanings: [], understood, near }
  if (understood.isElsewhere && !isWritten) return nobodyDoes
  if (!isNeed(understood) || isWritten) return matchWords(db, query, reading)
  if (isDoubtful(understood, reading)) return { ...nobodyDoes, understood: notUnderstood, near: [] }
  const matched = await matchNeed(db, query, { understood, reading, near, index })
  // A service that was chosen has no words: they would be everybody's.
  if (query.q === '') return matched ?? nobodyDoes
  // A need of other categories than the chosen one is a word there: 'Pflege' in 'Garten'.
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
function isDoubtful({ isGuess, telling, rest }: Understood, { words }: Reading) {
  const unknown = words.filter((one) => rest.includes(one.word) && isUnknown(one))
  return isGuess && unknown.length >= telling.length
}

type Given = { understood: Understood; reading: Reading; near: string[]; index: CatalogueIndex }

/** Returns undefined if no company anywhere offers it. */
async function matchNeed(db: Database, query: Query, given: Given): Promise<Matched | undefined> {
  let nobodyNear: Matched | undefined
  for (const need of needsOf(given.understood, given.reading.entries, given.index)) {
    const matched = await matchOneNeed(db, query, { ...given, understood: onlyNeed(given.understood, need), need })
    if (matched && matched.total > 0) return matched
    nobodyNear ??= matched
  }
  const need = nobodyNear ? undefined : besidesOf(given.understood, given.near, given.index)
  return need ? matchOneNeed(db, query, { ...given, need }) : nobodyNear
}

/** The same for one need. */
async function matchOneNeed(
  db: Database,
  query: Query,
  { understood, reading, near, need, index }: Given & { need: Need },
): Promise<Matched | undefined> {
  const { companies, entries, chosen } = reading
  const { place, town } = reading.placed
  const words = reading.words.filter((one) => understood.telling.includes(one.word))
  const meaning = meaningOf(need, entries, words, index)
  const filters = chooseTelling([...reading.placed.meanings, ...chosen])
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

async function matchWords(db: Database, query: Query, reading: Reading): Promise<Matched> {
  const { companies } = reading
  const { place, town } = reading.placed
  const meanings = chooseTelling(meaningsIn(reading).map(asTyped))
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
  one.corrected === null || one.isFilter || one.word.length >= shortestSlip
    ? one
    : { ...one, near: [], frequency: 0, offers: 0, exact: [], exactFrequency: 0, corrected: null }
const shortestSlip = 7

/**
 * Searches ever larger samples until more companies are found than are counted. Companies with exactly the typed words come before those
 * with other forms.
 */
async function lookFor(db: Database, asked: Asked, crowd: Crowd): Promise<Found> {
  const needed = asked.meanings.filter((one) => !one.isOptional)
  if (needed.some(isUnknown)) return nobody
  const mentions = planMentions(needed, crowd)
  let attempt = planAttempt(needed, asked, crowd)
  for (;;) {
    const found = await findCompanies(db, attempt, asked)
    if (found.total > countedUpTo) return found
    const next =
      planNextAttempt(attempt, found.total, mentions) ??
      (attempt.exact === undefined ? undefined : planOtherForms(needed, crowd, found.total))
    if (!next) return found
    attempt = next
  }
}

const planAttempt = (needed: Meaning[], asked: Asked, crowd: Crowd): Attempt =>
  isByQuality(asked) ? (planExactAttempt(needed, crowd) ?? planFirstAttempt(needed, crowd)) : planOrderedAttempt(needed, crowd)

const isCategory = (one: Meaning) => one.isFilter && !one.isPlace

/** A place without a point on the map that companies write in their texts. */
function writtenPlace({ location }: Query, meanings: readonly Meaning[]): FoundPlace | null {
  const isWritten = meanings.some((one) => one.isPlace && one.near.length > 0)
  return isWritten ? { label: location, point: null, postcodePrefix: null, others: [], isCorrected: false } : null
}

/** Which share of the companies the filters leave, roughly. A circle's cells reach beyond it, and not every company comes so far. */
const shareOf = ({ minRating, maxRateCents, onlyVerified, wanted, point, radius }: Asked) =>
  (point === null || radius === null ? 1 : 0.5) *
  (wanted === undefined ? 1 : 0.5) *
  (minRating === null ? 1 : 0.3) *
  (maxRateCents === null ? 1 : 0.5) *
  (onlyVerified ? 0.7 : 1)
