import type { Act, CatalogueIndex, Phrase } from './phrases.ts'
import type { Read } from './vocabulary.ts'

/**
 * A word of a query; `isPlace`: it stands where a place's name does; `isAside`: it says what something is for, where, or when; `isCustomer`: for
 * whose business.
 */
export type Asked = Read & { isPlace: boolean; isAside: boolean; isCustomer: boolean }

/** How well a phrase fits a query, from 0 to 1; more when it stands there word for word. `isExact`: neither says anything beyond the other. */
export type Scored = { phrase: Phrase; text: string; score: number; isExact: boolean }

/** `words`: those of the query; `doing`: those of them that may say who does it. */
type Ground = { index: CatalogueIndex; words: ReadonlySet<string>; doing: ReadonlySet<string> }

/** The units of a query with their weights. */
export function weighUnits(read: readonly Asked[], { weightOf }: CatalogueIndex): ReadonlyMap<string, number> {
  const asked = new Map<string, number>()
  for (const { word, units, isKnown, isPlace, isAside, isCustomer } of read) {
    const share = isCustomer ? customerShare : isAside ? asideShare : 1
    for (const unit of units)
      asked.set(unit, share * (isKnown ? weightOf(unit) : isPlace || howItIs.test(word) ? placeWeight : unknownWeight))
  }
  return asked
}

/** An unknown word with one of these ends says how something is or goes, not what it is: 'bezahlbar', 'pünktliche', 'rattert'. */
const howItIs = /^.{3,}(?:(?:bar|lich|ig|isch|los|sam|haft|voll|weise)(?:e|en|er|es|em)?|[^aeiou](?:er|el|ier)t)$/

/** The phrases that share the telling part of the query, with how much: of the query, and of the phrase. */
export function scorePhrases(asked: ReadonlyMap<string, number>, ground: Ground): Scored[] {
  const shared = new Map<Phrase, number>()
  for (const [unit, weight] of asked) {
    for (const phrase of ground.index.having.get(unit) ?? []) shared.set(phrase, (shared.get(phrase) ?? 0) + weight)
  }
  const total = [...asked.values()].reduce((sum, each) => sum + each, 0)
  const shareBeside = findBeside([...shared.keys()], { ...ground, asked })
  // Of 'Wand im Flur verputzen' the wall is meant, to which that is done.
  const isDone = [...shared.keys()].some((phrase) => bestAct(phrase, asked) !== undefined)
  return [...shared].flatMap(([phrase, weight]) => {
    const act = bestAct(phrase, asked)
    const scored = scoreOne(phrase, { ...ground, asked, act, total, shared: weight + (act?.weight ?? 0) })
    const isBare = isDone && (phrase.kind === 'object' || phrase.kind === 'ambiguous') && !act
    return scored ? { ...scored, score: scored.score * shareBeside(phrase) * (isBare ? bareShare : 1) } : []
  })
}

/**
 * How much is left of the score of a phrase that leaves out what a query names: the thing ('Trockner macht Geräusche' is no 'Rechner macht
 * Geräusche'), and who does it ('Hafner Kaminofen' is no chimney sweep).
 */
function findBeside(phrases: readonly Phrase[], { index, words, doing, asked }: Ground & { asked: ReadonlyMap<string, number> }) {
  const things = [...asked.keys()].filter((unit) => index.objects.has(unit))
  const named = phrases.filter((one) => one.trade !== null && isIn(doing, one.words) && !isWhere(one.words, [...words]))
  return ({ units, trade, services, words: said }: Phrase) => {
    const isOther = things.length > 0 && !things.some((unit) => units.includes(unit)) && !isIn(words, said)
    const own = [trade, ...services.map((id) => index.tradeOf.get(id))]
    // 'Friseursalon putzen' is about the trade.
    const isAllAsked = units.every((unit) => asked.has(unit))
    const isOthers = named.length > 0 && !named.some((one) => own.includes(one.trade) || (isAllAsked && isMore(said, one.words)))
    return (isOther ? besideShare : 1) * (isOthers ? othersShare : 1)
  }
}

const isMore = (said: readonly string[], words: readonly string[]) =>
  words.length < said.length && words.every((word) => said.includes(word))

/** 'Server in der Kanzlei': nobody there does it. */
function isWhere([first = '']: readonly string[], words: readonly string[]) {
  const place = words.indexOf(first)
  return [words[place - 1] ?? '', words[place - 2] ?? ''].some((one) => beforeRooms.has(one))
}
const beforeRooms: ReadonlySet<string> = new Set(['in', 'im', 'bei', 'beim'])

const isIn = (words: ReadonlySet<string>, said: readonly string[]) => said.length > 0 && said.every((word) => words.has(word))

/** What the query says is done to an object. */
const bestAct = ({ acts, units }: Phrase, asked: ReadonlyMap<string, number>) =>
  acts.reduce<Act | undefined>((best, act) => {
    const isAsked = act.weight > (best?.weight ?? 0) && act.units.every((unit) => asked.has(unit) && !units.includes(unit))
    return isAsked ? act : best
  }, undefined)

type Measured = Ground & { asked: ReadonlyMap<string, number>; act: Act | undefined; total: number; shared: number }

function scoreOne(phrase: Phrase, { index, words, asked, act, total, shared }: Measured): Scored | undefined {
  // In a long sentence most words only describe.
  const needed = Math.min(total, longestTelling)
  const [ofQuery, ofPhrase] = [Math.min(1, shared / needed), shared / (phrase.weight + (act?.weight ?? 0))]
  const said = act ? [...phrase.words, ...act.words] : phrase.words
  const isLiteral = isIn(words, said)
  const isExact = shared > 0.999 * total && ofPhrase > 0.999
  const isAllThere = phrase.units.length > 1 && ofPhrase > 0.999
  const isTold = isLiteral || isAllThere || [...asked.keys()].some((unit) => phrase.units.includes(unit) && !index.isSlight(unit))
  if (!isTold && !isExact) return undefined
  const factor = (isLiteral ? literalFactor : 1) * (act ? actFactor : kindFactor[phrase.kind])
  // One word out of several, as 'los' of 'lose Fliese', tells nothing.
  if (!isLiteral && phrase.units.length > 1 && ofPhrase < (asked.size === 1 ? leastAlone : leastOfPhrase) && !isShared(phrase, asked, 2))
    return undefined
  const score = (factor * 2.5 * ofQuery * ofPhrase) / (1.5 * ofPhrase + ofQuery)
  if ((shared < leastTelling && !(isAllThere && (isExact || isLiteral))) || score < leastScore) return undefined
  return {
    phrase,
    text: act ? `${phrase.text} ${act.text}` : phrase.text,
    score: Math.min(isLiteral ? literalFactor : 0.99, score),
    isExact,
  }
}

const isShared = ({ units }: Phrase, asked: ReadonlyMap<string, number>, least: number) =>
  [...asked.keys()].filter((unit) => units.includes(unit)).length >= least

/** The phrase stands in the query word for word. */
const literalFactor = 1.2
const unknownWeight = 1
const placeWeight = 0.1
const asideShare = 0.5
const customerShare = 0.25
const besideShare = 0.8
const othersShare = 0.6
const bareShare = 0.8
const longestTelling = 1.9
const leastTelling = 0.2
const leastScore = 0.5
const leastOfPhrase = 0.5
const leastAlone = 0.95
const actFactor = 0.97
const kindFactor = { ambiguous: 0.97, name: 1, said: 1, trade: 0.97, object: 0.85 } as const
