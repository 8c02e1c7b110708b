import type { Act, CatalogueIndex, Phrase } from './phrases.ts'
import type { Read } from './vocabulary.ts'

/**
 * Word of a query; `isPlace`: in the position of a place name; `isAside`: names a purpose, a location, or a condition; `isCustomer`: names
 * the customer's business.
 */
export type Asked = Read & { isPlace: boolean; isAside: boolean; isCustomer: boolean }

/**
 * Score of a phrase for a query, from 0 to 1, up to 1.2 if the query contains it word for word. `isExact`: neither has units that the other
 * lacks.
 */
export type Scored = { phrase: Phrase; text: string; score: number; isExact: boolean }

/** `words`: words of the query; `doing`: those that may name the provider. */
type Ground = { index: CatalogueIndex; words: ReadonlySet<string>; doing: ReadonlySet<string> }

/** Units of a query with their weights. */
export function weighUnits(read: readonly Asked[], { weightOf }: CatalogueIndex): ReadonlyMap<string, number> {
  const asked = new Map<string, number>()
  for (const { word, units, isKnown, isPlace, isAside, isCustomer } of read) {
    const share = isCustomer ? customerShare : isAside ? asideShare : 1
    for (const unit of units)
      asked.set(unit, share * (isKnown ? weightOf(unit) : isPlace || howItIs.test(word) ? placeWeight : unknownWeight))
  }
  return asked
}

/** Endings of unknown words that describe how something is or works, not what it is: 'bezahlbar', 'pünktliche', 'rattert'. */
const howItIs = /^.{3,}(?:(?:bar|lich|ig|isch|los|sam|haft|voll|weise)(?:e|en|er|es|em)?|[^aeiou](?:er|el|ier)t)$/

/** Scores the phrases that share units with the query, by the shared weight relative to both. */
export function scorePhrases(asked: ReadonlyMap<string, number>, ground: Ground): Scored[] {
  const shared = new Map<Phrase, number>()
  for (const [unit, weight] of asked) {
    for (const phrase of ground.index.having.get(unit) ?? []) shared.set(phrase, (shared.get(phrase) ?? 0) + weight)
  }
  const total = [...asked.values()].reduce((sum, each) => sum + each, 0)
  const shareBeside = findBeside([...shared.keys()], { ...ground, asked })
  // 'Wand im Flur verputzen' means the object with an action on it, 'Wand'; the object without one, 'Flur', scores less.
  const isDone = [...shared.keys()].some((phrase) => bestAct(phrase, asked) !== undefined)
  return [...shared].flatMap(([phrase, weight]) => {
    const act = bestAct(phrase, asked)
    const scored = scoreOne(phrase, { ...ground, asked, act, total, shared: weight + (act?.weight ?? 0) })
    const isBare = isDone && (phrase.kind === 'object' || phrase.kind === 'ambiguous') && !act
    return scored ? { ...scored, score: scored.score * shareBeside(phrase) * (isBare ? bareShare : 1) } : []
  })
}

/**
 * Factor for the score of a phrase that ignores a part of the query: the object ('Trockner macht Geräusche' does not mean 'Rechner macht
 * Geräusche'), or the provider ('Hafner Kaminofen' does not mean a chimney sweep).
 */
function findBeside(phrases: readonly Phrase[], { index, words, doing, asked }: Ground & { asked: ReadonlyMap<string, number> }) {
  const things = [...asked.keys()].filter((unit) => index.objects.has(unit))
  const named = phrases.filter((one) => one.trade !== null && isIn(doing, one.words) && !isWhere(one.words, [...words]))
  return ({ units, trade, services, words: said }: Phrase) => {
    const isOther = things.length > 0 && !things.some((unit) => units.includes(unit)) && !isIn(words, said)
    const own = [trade, ...services.map((id) => index.tradeOf.get(id))]
    // 'Friseursalon putzen' contains the words of a trade, and is a more specific phrase than it.
    const isAllAsked = units.every((unit) => asked.has(unit))
    const isOthers = named.length > 0 && !named.some((one) => own.includes(one.trade) || (isAllAsked && isMore(said, one.words)))
    return (isOther ? besideShare : 1) * (isOthers ? othersShare : 1)
  }
}

const isMore = (said: readonly string[], words: readonly string[]) =>
  words.length < said.length && words.every((word) => said.includes(word))

/** True if a word names a location, not the provider: 'Server in der Kanzlei'. */
function isWhere([first = '']: readonly string[], words: readonly string[]) {
  const place = words.indexOf(first)
  return [words[place - 1] ?? '', words[place - 2] ?? ''].some((one) => beforeRooms.has(one))
}
const beforeRooms: ReadonlySet<string> = new Set(['in', 'im', 'bei', 'beim'])

const isIn = (words: ReadonlySet<string>, said: readonly string[]) => said.length > 0 && said.every((word) => words.has(word))

/** Action on an object with the most weight in the query. */
const bestAct = ({ acts, units }: Phrase, asked: ReadonlyMap<string, number>) =>
  acts.reduce<Act | undefined>((best, act) => {
    const isAsked = act.weight > (best?.weight ?? 0) && act.units.every((unit) => asked.has(unit) && !units.includes(unit))
    return isAsked ? act : best
  }, undefined)

type Measured = Ground & { asked: ReadonlyMap<string, number>; act: Act | undefined; total: number; shared: number }

function scoreOne(phrase: Phrase, { index, words, asked, act, total, shared }: Measured): Scored | undefined {
  // In a long sentence most words only describe, so a part of its weight suffices.
  const needed = Math.min(total, longestDistinctive)
  const [ofQuery, ofPhrase] = [Math.min(1, shared / needed), shared / (phrase.weight + (act?.weight ?? 0))]
  const said = act ? [...phrase.words, ...act.words] : phrase.words
  const isLiteral = isIn(words, said)
  const isExact = shared > 0.999 * total && ofPhrase > 0.999
  const isAllThere = phrase.units.length > 1 && ofPhrase > 0.999
  const isTold = isLiteral || isAllThere || [...asked.keys()].some((unit) => phrase.units.includes(unit) && !index.isSlight(unit))
  if (!isTold && !isExact) return undefined
  const factor = (isLiteral ? literalFactor : 1) * (act ? actFactor : kindFactor[phrase.kind])
  // One of several words is no match: 'los' for 'lose Fliese'.
  if (!isLiteral && phrase.units.length > 1 && ofPhrase < (asked.size === 1 ? leastAlone : leastOfPhrase) && !isShared(phrase, asked, 2))
    return undefined
  const score = (factor * 2.5 * ofQuery * ofPhrase) / (1.5 * ofPhrase + ofQuery)
  if ((shared < leastDistinctive && !(isAllThere && (isExact || isLiteral))) || score < leastScore) return undefined
  return {
    phrase,
    text: act ? `${phrase.text} ${act.text}` : phrase.text,
    score: Math.min(isLiteral ? literalFactor : 0.99, score),
    isExact,
  }
}

const isShared = ({ units }: Phrase, asked: ReadonlyMap<string, number>, least: number) =>
  [...asked.keys()].filter((unit) => units.includes(unit)).length >= least

/** Factor for a phrase that the query contains word for word. */
const literalFactor = 1.2
const unknownWeight = 1
const placeWeight = 0.1
const asideShare = 0.5
const customerShare = 0.25
const besideShare = 0.8
const othersShare = 0.6
const bareShare = 0.8
const longestDistinctive = 1.9
const leastDistinctive = 0.2
const leastScore = 0.5
const leastOfPhrase = 0.5
const leastAlone = 0.95
const actFactor = 0.97
const kindFactor = { ambiguous: 0.97, name: 1, said: 1, trade: 0.97, object: 0.85 } as const
