import { countedUpTo, orderedUpTo } from './rules.ts'

/** What a typed word means: terms of the vocabulary, and how many companies have them (`search_meaning` of the database). */
export type Meaning = {
  word: string
  /** A place or a category: it narrows, but says nothing of how near the text is. */
  isFilter: boolean
  /** Of those, a place. */
  isPlace: boolean
  near: number[]
  /** Towns of that name: who is there is found, but a name says nothing of what they do. */
  towns: number[]
  frequency: number
  offers: number
  /** The word as it was typed, when companies have other forms of it besides. */
  exact: number[]
  exactFrequency: number
  parts: number[]
  inside: number[]
  insideFrequency: number
  trades: string[]
  /** What others of its trades write, for when nobody is found who writes the word. */
  related: number[]
  /** Terms of the categories it stands for, once nobody has the word itself. */
  ofTrade?: number[]
  /** Whoever has it comes first, but nobody has to, once nobody has all words. */
  isOptional?: boolean
  corrected: string | null
}

/** Words that people type around what they look for. */
export const fillers: ReadonlySet<string> = new Set(
  'suche sucht gesucht suchen finde finden brauche brauchen benotige bitte jemand jemanden lassen gute guter guten gutes beste bester besten gunstig gunstige gunstiger gunstigen billig nahe umgebung fur und oder mit von vom zum zur bei beim in im am an auf zu den dem der die das ein eine einen einer nach aus mein meine meinen meiner'.split(
    ' ',
  ),
)

/**
 * The words that tell what is looked for: of several, those without any meaning, of one or two letters that nobody writes alone, and those
 * that are only typed around them are left out. So are the small words of a place's name.
 */
export function chooseTelling(meanings: readonly Meaning[]): Meaning[] {
  const words = meanings.filter((one) => !one.isFilter)
  const telling = words.filter(
    (one) => isKnown(one) && !fillers.has(one.word) && (one.word.length > 2 || one.near.length + one.towns.length > 0),
  )
  const filters = meanings.filter((one) => one.isFilter)
  const tellingFilters = filters.filter((one) => isKnown(one) || one.word.length > 3)
  return [...(telling.length ? telling : words), ...(tellingFilters.length ? tellingFilters : filters)]
}

/** Further words of a search are not looked at. */
export const mostWords = 10

const isKnown = ({ near, towns, parts, inside, trades }: Meaning) =>
  near.length + towns.length + parts.length + inside.length + trades.length > 0

/**
 * One look at the search table: companies that mention every word, in the sample `any`, and those that offer it, in the sample `strong`. A
 * company that offers what was asked comes before any that only mentions it, so a part of the mentioning ones is never looked at without all
 * offering ones.
 */
export type Attempt = { any?: number; strong?: number; exact?: number; some?: Part[] }
/** Of a look for some of the words: those that one has to have, and the sample in which. */
type Part = { words: Meaning[]; sample: number }

/** The look for those who write the words as they were typed, when these alone are expected to be more than are counted. */
export function planExactAttempt(meanings: readonly Meaning[], companies: number): Attempt | undefined {
  if (!meanings.some(hasOtherForms)) return undefined
  const expected = expectHits(meanings, companies, (one) => (hasOtherForms(one) ? one.exactFrequency : one.frequency))
  return isEnough(expected) ? { exact: smallestSample(expected) } : undefined
}

export const hasOtherForms = (one: Meaning) => one.exact.length > 0

/**
 * The look to begin with. Frequent words are looked for among the best companies first, because the planner cannot know that these are
 * enough; rare ones at once in all.
 */
export function planFirstAttempt(meanings: readonly Meaning[], companies: number): Attempt {
  const offering = expectHits(meanings, companies, (one) => one.offers)
  const strong = smallestSample(offering)
  if (isEnough(offering)) return { strong }
  const any = planMentions(meanings, companies)
  return any < wholeSample ? { any, strong } : { any }
}

/** The look for an order in which anybody may be first: at all who have the words, of very many at the best. */
export const planOrderedAttempt = (meanings: readonly Meaning[], companies: number): Attempt => ({
  any: smallestSample(expectMentions(meanings, companies), orderedUpTo),
})

/** The sample that probably holds enough of those who only mention the words. */
export const planMentions = (meanings: readonly Meaning[], companies: number) => smallestSample(expectMentions(meanings, companies))

const expectMentions = (meanings: readonly Meaning[], companies: number) =>
  expectHits(meanings, companies, (one) => one.frequency + one.insideFrequency)

/**
 * Words that are typed together, and a word with its category, stand together more often than chance would have it: half-way between chance
 * and always. A look that finds too few has not cost much.
 */
function expectHits(meanings: readonly Meaning[], companies: number, hitsOf: (one: Meaning) => number) {
  const shares = (some: readonly Meaning[]) => some.map((one) => Math.min(companies, hitsOf(one)) / Math.max(1, companies))
  const product = (of: readonly number[]) => of.reduce((all, share) => all * share, 1)
  const told = shares(meanings.filter((one) => !one.isPlace))
  return companies * Math.sqrt(product(told) * Math.min(1, ...told)) * product(shares(meanings.filter((one) => one.isPlace)))
}

/**
 * The look for those who have only some of the words: all but one of them, or a single one. A frequent word is looked for among the best
 * alone, a rare one in all, so that it costs no more than other looks.
 */
export function planLooseAttempt(meanings: readonly Meaning[], companies: number): Attempt {
  const filters = meanings.filter((one) => one.isFilter)
  const words = meanings.filter((one) => !one.isFilter).map(withoutRareParts)
  const isFew = words.length > 2 && words.length <= mostForAllButOne
  const allButOne = isFew ? words.map((left) => words.filter((one) => one !== left)) : []
  const some = [...allButOne, ...words.map((one) => [one])].map((part) => {
    return { words: part, sample: smallestSample(expectMentions([...part, ...filters], companies)) }
  })
  return { some }
}

const mostForAllButOne = 4

/** A few letters may be part of a thousand words: to look for each of them would take long, and one word of several says little anyway. */
export const withoutRareParts = (one: Meaning): Meaning => ({ ...one, inside: one.inside.slice(0, mostInside) })
const mostInside = 4

/**
 * The look after one that found too few: as much larger as it takes when the rest is like what was seen. `mentions` is the sample for the
 * first look at those who only mention the words (`planMentions`). Undefined after the last one.
 */
export function planNextAttempt({ any, strong, exact, some }: Attempt, found: number, mentions = wholeSample): Attempt | undefined {
  if (some) return some.every(({ sample }) => sample === wholeSample) ? undefined : { some: some.map(widenPart) }
  if (any === wholeSample || exact === wholeSample) return undefined
  if (exact !== undefined) return { exact: Math.min(wholeSample, Math.max(exact + 1, smallestSample(found / shareOf(exact)))) }
  if (any !== undefined) return mentioned(widen(any))
  const wider = strong === undefined ? wholeSample : widen(strong)
  // 'Meister' and 'Betrieb': few offer both, but so many mention them that nobody looks through all.
  return wider < wholeSample ? { strong: wider } : mentioned(mentions)

  function widen(sample: number) {
    return Math.max(sample + 1, smallestSample(found / shareOf(sample)))
  }
}

const mentioned = (any: number): Attempt => (any < wholeSample ? { any, strong: wholeSample } : { any: wholeSample })

const widenPart = (part: Part): Part => ({ ...part, sample: Math.min(wholeSample, part.sample + 3) })

/** The part of all companies each sample holds, the best by quality first; the last one holds all (`search_count` draws them). */
export const wholeSample = 8
const shareOf = (sample: number) => 2 ** (sample - wholeSample)

/** The smallest sample that holds enough when this many companies are expected in all. */
function smallestSample(expected: number, enough = countedUpTo) {
  const samples = Array.from({ length: wholeSample }, (_, sample) => sample)
  return samples.find((sample) => isEnough(expected * shareOf(sample), enough)) ?? wholeSample
}

const isEnough = (expected: number, enough = countedUpTo) => expected >= 1.2 * enough
