import { type CatalogueIndex, exactKeyOf, keyOf, type Phrase, phraseKinds } from './catalogueIndex.ts'
import { nearestWord } from './slips.ts'
import { wordsIn } from './stem.ts'
import { type MeantService, notUnderstood, type Understood } from './understood.ts'
import { isSoft, type Read, readWords } from './vocabulary.ts'

type Asked = Read & { isPlace: boolean }
type Scored = { phrase: Phrase; score: number }

/** What somebody needs, as services and trades of the catalogue; none when the catalogue has nothing like it. */
export function understand(typed: string, index: CatalogueIndex): Understood {
  const words = wordsIn(typed).slice(0, mostWords)
  const asTyped = readWords(words, index.vocabulary)
  const whole = index.whole.get(exactKeyOf(words)) ?? index.whole.get(keyOf(words))
  if (whole)
    return conclude(
      whole.map((phrase) => ({ phrase, score: 1 })),
      { index, read: asTyped, corrections: [], isWhole: true },
    )
  const corrections = asTyped.flatMap(({ word, units, isKnown }) => {
    const { spelt } = index.vocabulary
    // A compound that nobody wrote yet may be a slip of one that somebody did: 'Dachfester'.
    const isOwnCompound = isKnown && units.length > 1 && !spelt.has(word) && !word.includes(' ')
    const meant = isKnown && !isOwnCompound ? undefined : nearestWord(word, { spelt, most: isKnown ? 1 : 2 })
    return meant === undefined ? [] : [{ typed: word, meant }]
  })
  const meant = words.map((word) => corrections.find((one) => one.typed === word)?.meant ?? word)
  const read = corrections.length === 0 ? asTyped : readWords(meant, index.vocabulary)
  const asked = read.map((one) => ({ ...one, isPlace: isPlace(one, words) }))
  return conclude(scorePhrases(asked, { index, words: new Set(meant) }), { index, read, corrections, isWhole: false })
}

const mostWords = 30

/** An unknown word behind one of these is a place, and says nothing of the need. */
const isPlace = ({ word, isKnown }: Read, words: readonly string[]) => !isKnown && beforePlaces.has(words[words.indexOf(word) - 1] ?? '')
const beforePlaces: ReadonlySet<string> = new Set(['in', 'nach', 'von', 'bei', 'aus', 'um', 'nahe', 'raum'])

/** The phrases that share the telling part of the query, with how much: of the query, and of the phrase. */
function scorePhrases(
  read: readonly Asked[],
  { index: { having, weightOf, isSlight }, words }: { index: CatalogueIndex; words: ReadonlySet<string> },
): Scored[] {
  const asked = new Map<string, number>()
  for (const { units, isKnown, isPlace } of read) {
    for (const unit of units) asked.set(unit, isKnown ? weightOf(unit) : isPlace ? placeWeight : unknownWeight)
  }
  const total = [...asked.values()].reduce((sum, each) => sum + each, 0)
  const shared = new Map<Phrase, number>()
  for (const [unit, weight] of asked) for (const phrase of having.get(unit) ?? []) shared.set(phrase, (shared.get(phrase) ?? 0) + weight)
  // In a long sentence most words only describe.
  const needed = Math.min(total, longestTelling)
  return [...shared].flatMap(([phrase, weight]) => {
    const [ofQuery, ofPhrase] = [Math.min(1, weight / needed), weight / phrase.weight]
    const isLiteral = phrase.words.length > 0 && phrase.words.every((word) => words.has(word))
    const score = ((isLiteral ? literalFactor : 1) * kindFactor[phrase.kind] * (2.5 * ofQuery * ofPhrase)) / (1.5 * ofPhrase + ofQuery)
    return weight >= leastTelling &&
      score >= leastScore &&
      (isLiteral || phrase.kind !== 'elsewhere') &&
      (isLiteral || [...asked.keys()].some((unit) => phrase.units.has(unit) && !isSlight(unit)))
      ? [{ phrase, score: Math.min(isLiteral ? 1.2 : 0.99, score) }]
      : []
  })
}

/** The phrase stands in the query word for word. */
const literalFactor = 1.2
const unknownWeight = 0.9
const placeWeight = 0.1
const longestTelling = 1.9
const leastTelling = 0.2
const leastScore = 0.5
const kindFactor = { elsewhere: 1.05, ambiguous: 0.97, name: 1, said: 1, trade: 0.97, act: 0.97, object: 0.85 } as const
/** Phrases that fit nearly as well as the best one are meant as well. */
const nearlyAsGood = 0.86
const mostServices = 8
const mostTrades = 4

type Ground = { index: CatalogueIndex; read: readonly Read[]; corrections: Understood['corrections']; isWhole: boolean }

function conclude(scored: readonly Scored[], { index, read, corrections, isWhole }: Ground): Understood {
  const best = Math.max(0, ...scored.map(({ score }) => score))
  if (best === 0) return { ...notUnderstood, rest: read.map(({ word }) => word), corrections }
  const near = scored
    .filter(({ score }) => score >= best * nearlyAsGood)
    .sort((a, b) => b.score - a.score || phraseKinds.indexOf(a.phrase.kind) - phraseKinds.indexOf(b.phrase.kind))
  if (near[0]?.phrase.kind === 'elsewhere') return { ...notUnderstood, rest: read.map(({ word }) => word) }
  const services = new Map<string, MeantService>()
  const trades = new Map<string, number>()
  const tradeOf = new Map(index.catalogue.services.map(({ id, tradeId }) => [id, tradeId]))
  for (const { phrase, score } of near) {
    for (const id of phrase.services) {
      if (!services.has(id)) services.set(id, { id, phrase: phrase.text, isExact: score >= 1 })
      const trade = tradeOf.get(id)
      if (trade !== undefined && !trades.has(trade)) trades.set(trade, score)
    }
    if (phrase.trade !== null && !trades.has(phrase.trade)) trades.set(phrase.trade, score)
  }
  const explained = new Set(near.flatMap(({ phrase }) => [...phrase.units.keys()]))
  const told = read.filter(({ units }) => units.some((unit) => explained.has(unit)))
  return {
    services: [...services.values()].slice(0, mostServices),
    tradeIds: [...trades.keys()].slice(0, mostTrades),
    isTrade: near[0]?.phrase.trade != null && !near.some(({ phrase, score }) => phrase.services.length > 0 && score === best),
    isWhole,
    telling: (told.some(({ word }) => !isSoft(word)) ? told.filter(({ word }) => !isSoft(word)) : told).flatMap(({ word }) =>
      word.split(' '),
    ),
    rest: read.filter((one) => !one.isKnown && !told.includes(one)).map(({ word }) => word),
    corrections: corrections.map(({ typed, meant }) => ({ typed, meant: index.vocabulary.spelt.get(meant)?.written ?? meant })),
  }
}
