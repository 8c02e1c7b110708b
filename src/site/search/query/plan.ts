import { functionWords } from '#src/supply/services/understanding/small.ts'
import { countedUpTo, orderedUpTo } from './rules.ts'

/** Meaning of a typed word: terms of the vocabulary, and the number of companies with them (`search_meaning` of the database). */
export type Meaning = {
  word: string
  /** A place or a category: it narrows, but does not affect the text match. */
  isFilter: boolean
  /** The filter is a place. */
  isPlace: boolean
  near: number[]
  /** Towns of that name: companies there are found, but the name says nothing about their work. */
  towns: number[]
  frequency: number
  offers: number
  /** The word as it was typed, if companies also have other forms of it. */
  exact: number[]
  exactFrequency: number
  /** For an intent with services: its trades, whose own companies come before those that offer it as a side service. */
  own?: number[]
  parts: number[]
  inside: number[]
  insideFrequency: number
  /**
   * For an intent: its distinctive words, for companies with all of them in the own offer and with one of the intent's categories
   * ('Cloud-Umzug' is no 'Umzug'), or anywhere if the profile has the term `unknown`.
   */
  said?: { words: Meaning[]; unknown: number; categories: string[] }
  /** Companies with the word come first, but need not have it; used if no company has all words. */
  isOptional?: boolean
  corrected: string | null
}

/**
 * Chooses the words that are searched. Of several words it drops fillers, and those of one or two letters that no company writes as a
 * word; also the small words of a place's name. An unknown word stays and leads to no result, because it is the actual request.
 */
export function chooseDistinctive(meanings: readonly Meaning[]): Meaning[] {
  const words = meanings.filter((one) => !one.isFilter)
  const telling = words.filter((one) => !functionWords.has(one.word) && (one.word.length > 2 || one.near.length + one.towns.length > 0))
  const filters = meanings.filter((one) => one.isFilter)
  const tellingFilters = filters.filter((one) => isKnown(one) || one.word.length > 3)
  return [...(telling.length ? telling : words), ...(tellingFilters.length ? tellingFilters : filters)]
}

/** A search uses at most this many words. */
export const mostWords = 10

const isKnown = ({ near, towns, parts, inside }: Meaning) => near.length + towns.length + parts.length + inside.length > 0

/** Returns true if no company can have it. */
export const isUnknown = (one: Meaning) => !isKnown(one) && one.said === undefined

/**
 * One query of the search table: companies that mention every word, in the sample `any`, and those that offer it, in the sample `strong`. A
 * company that offers the searched service comes before any that only mentions it. So a sample of the mentioning ones is never used without
 * all offering ones; `offering` of them are expected from the results so far.
 */
export type Variant = { any?: number; strong?: number; exact?: number; offering?: number }

/** Number of all companies, and the rough share of them that the filters leave (0 to 1): estimates for planning only. */
export type Crowd = { companies: number; share: number }

/** Query for companies with exactly the typed words; undefined unless these alone should be more than are counted. */
export function planExactVariant(meanings: readonly Meaning[], crowd: Crowd): Variant | undefined {
  if (!meanings.some(hasOtherForms)) return undefined
  const expected = expectExact(meanings, crowd)
  return isEnough(expected) ? { exact: smallestSample(expected) } : undefined
}

const expectExact = (meanings: readonly Meaning[], crowd: Crowd) =>
  expectHits(meanings, crowd, (one) => (hasOtherForms(one) ? one.exactFrequency : one.frequency))

export const hasOtherForms = (one: Meaning) => one.exact.length > 0

/**
 * The first query. Frequent words are searched among the best companies first, because the planner cannot know that these are enough; rare
 * words at once in all companies.
 */
export function planFirstVariant(meanings: readonly Meaning[], crowd: Crowd): Variant {
  const offering = expectHits(meanings, crowd, (one) => one.offers)
  const strong = smallestSample(offering)
  if (isEnough(offering)) return { strong }
  const any = planMentions(meanings, crowd)
  return any < wholeSample ? { any, strong } : { any }
}

/** Query for all forms, if all companies with exactly the typed words were too few: their number shows the error of the estimate. */
export function planOtherForms(meanings: readonly Meaning[], crowd: Crowd, found: number): Variant {
  return planFirstVariant(meanings, { ...crowd, share: (crowd.share * found) / expectExact(meanings, crowd) })
}

/**
 * Query for an order in which any company may be first: all companies with the words, or the best of very many: the sample nearest to the
 * promise of the page on sorting.
 */
export const planOrderedVariant = (meanings: readonly Meaning[], crowd: Crowd): Variant => ({
  any: smallestSample(expectMentions(meanings, crowd), orderedUpTo / Math.SQRT2),
})

/**
 * Sample that probably holds enough of the companies that only mention the words. Never half of all: that costs little less than all, and
 * as much again if it holds too few.
 */
export function planMentions(meanings: readonly Meaning[], crowd: Crowd) {
  const sample = smallestSample(expectMentions(meanings, crowd))
  return sample === wholeSample - 1 ? wholeSample : sample
}

const expectMentions = (meanings: readonly Meaning[], crowd: Crowd) =>
  expectHits(meanings, crowd, (one) => Math.max(one.frequency, expectSaid(one, crowd.companies)) + one.insideFrequency)

/** Companies with an intent's words in the own offer: most of a category write 'Transport', and few offer one of its services by name. */
const expectSaid = ({ said }: Meaning, companies: number) =>
  said?.categories.length ? expectHits(said.words, { companies, share: 1 }, ({ offers }) => offers) : 0

/**
 * Words that are typed together, and a word with its category, occur together more often than by chance; the estimate lies half-way between
 * chance and always. A query that finds too few has cost little.
 */
function expectHits(meanings: readonly Meaning[], { companies, share }: Crowd, hitsOf: (one: Meaning) => number) {
  const shares = (some: readonly Meaning[]) => some.map((one) => Math.min(companies, hitsOf(one)) / Math.max(1, companies))
  const product = (of: readonly number[]) => of.reduce((all, each) => all * each, 1)
  const told = shares(meanings.filter((one) => !one.isPlace))
  return companies * share * Math.sqrt(product(told) * Math.min(1, ...told)) * product(shares(meanings.filter((one) => one.isPlace)))
}

/**
 * The query after one that found too few. Its sample is large enough if matches are as frequent in the rest as in the part seen so far.
 * `mentions` is the sample for the first query of companies that only mention the words (`planMentions`). Undefined after the last one.
 */
export function planNextVariant(last: Variant, found: number, mentions = wholeSample): Variant | undefined {
  const { any, strong, exact, offering = 0 } = last
  if (any === wholeSample || exact === wholeSample) return undefined
  if (exact !== undefined) return { exact: Math.min(wholeSample, Math.max(exact + 1, smallestSample(found / shareOf(exact)))) }
  if (any !== undefined) return mentioned({ any: widen(any), offering })
  const wider = strong === undefined ? wholeSample : widen(strong)
  // 'Meister' and 'Betrieb': few companies offer both, but too many mention them to search all.
  return wider < wholeSample
    ? { strong: wider }
    : mentioned({ any: mentions, offering: strong === undefined ? 0 : found / shareOf(strong) })

  /** All companies that offer it were found, even in a small sample. */
  function widen(sample: number) {
    const offers = Math.min(offering, found)
    return Math.max(sample + 1, smallestSample((found - offers) / shareOf(sample), surelyCounted - offers))
  }
}

type Mentioned = { any: number; offering: number }
const mentioned = ({ any, offering }: Mentioned): Variant =>
  any < wholeSample ? { any, strong: wholeSample, offering } : { any: wholeSample }

/** Share of all companies in each sample, the best by quality first; the last one holds all (`search_count` draws them). */
export const wholeSample = 8
const shareOf = (sample: number) => 2 ** (sample - wholeSample)

/** Smallest sample that holds enough if this many companies are expected in all. */
function smallestSample(expected: number, enough = surelyCounted) {
  const samples = Array.from({ length: wholeSample }, (_, sample) => sample)
  return samples.find((sample) => isEnough(expected * shareOf(sample), enough)) ?? wholeSample
}

const isEnough = (expected: number, enough = surelyCounted) => expected >= enough
/** Expectations are rough, and a sample with fewer than are counted is followed by another one. */
const surelyCounted = 1.2 * countedUpTo
