import type { Catalogue } from '../catalogue/rules.ts'
import { functionWords } from './small.ts'
import { openWordReader } from './stem.ts'
import { collectVocabulary, type Read, readWords, softUnits, type Vocabulary } from './vocabulary.ts'

/** How a phrase names what it stands for, the most certain first. */
export const phraseKinds = ['elsewhere', 'ambiguous', 'name', 'said', 'trade', 'act', 'object'] as const
export type PhraseKind = (typeof phraseKinds)[number]

/** A way to say services or a trade; its units with their weights. */
export type Phrase = {
  text: string
  kind: PhraseKind
  /** Services, the likeliest first; or one trade. */
  services: readonly string[]
  trade: string | null
  /** Its words in any order, for comparing it as a whole. */
  key: string
  words: readonly string[]
  /** As it is typed, in one spelling. */
  plain: string
  units: ReadonlyMap<string, number>
  weight: number
}

export type CatalogueIndex = {
  catalogue: Catalogue
  vocabulary: Vocabulary
  phrases: readonly Phrase[]
  /** The phrases that a unit occurs in. */
  having: ReadonlyMap<string, readonly Phrase[]>
  whole: ReadonlyMap<string, readonly Phrase[]>
  /** The weight of a unit: the rarer, the more it tells. */
  weightOf: (unit: string) => number
  /** What is done, or a word that says little: not enough without what it is done to. */
  isSlight: (unit: string) => boolean
}

type Said = Pick<Phrase, 'text' | 'kind' | 'services' | 'trade'>

/** Everything the catalogue says, prepared for understanding queries. Built once per revision. */
export function buildIndex(catalogue: Catalogue): CatalogueIndex {
  const said = listSaid(catalogue)
  const wordsOf = openWordReader()
  const vocabulary = collectVocabulary(
    catalogue,
    said.map(({ text }) => text),
    wordsOf,
  )
  const cache = new Map<string, Read>()
  const read = new Map<string, Read[]>()
  const readText = (text: string) => {
    const known = read.get(text) ?? readWords(wordsOf(text), vocabulary, cache)
    read.set(text, known)
    return known
  }
  const weightOf = weigh(said, readText, vocabulary)
  const phrases = said.flatMap((one): Phrase[] => {
    const words = wordsOf(one.text)
    const units = new Map(readText(one.text).flatMap(({ units }) => units.map((unit) => [unit, weightOf(unit)] as const)))
    const weight = [...units.values()].reduce((sum, each) => sum + each, 0)
    return units.size === 0
      ? []
      : [
          {
            ...one,
            units,
            weight,
            key: keyOf(words),
            words: words.filter((word) => !functionWords.has(word)),
            plain: words.join(' '),
          },
        ]
  })
  const having = new Map<string, Phrase[]>()
  const whole = new Map<string, Phrase[]>()
  for (const phrase of phrases) {
    for (const unit of phrase.units.keys()) add(having, unit, phrase)
    for (const key of new Set([phrase.key, exactKeyOf(wordsOf(phrase.text))])) add(whole, key, phrase)
  }
  const soft = softUnits(vocabulary)
  return { catalogue, vocabulary, phrases, having, whole, weightOf, isSlight: (unit) => soft.has(unit) || vocabulary.acts.has(unit) }
}

/** All words in any order. */
export const exactKeyOf = (words: readonly string[]) => `= ${[...new Set(words)].sort().join(' ')}`
/** Telling words in any order. */
export function keyOf(words: readonly string[]) {
  const telling = words.filter((word) => !functionWords.has(word))
  return [...new Set(telling.length === 0 ? words : telling)].sort().join(' ')
}

function listSaid({ services, trades, ambiguous, words }: Catalogue): Said[] {
  const known = new Set(services.map(({ id }) => id))
  return [
    ...Object.entries(ambiguous).map(([text, ids]) => ({
      text,
      kind: 'ambiguous' as const,
      services: ids.filter((id) => known.has(id)),
      trade: null,
    })),
    ...services.flatMap(({ id, name, said, objects, acts }) => {
      const of = (kind: PhraseKind) => (text: string) => ({ text, kind, services: [id], trade: null })
      return [
        of('name')(name),
        ...said.map(of('said')),
        ...objects.flatMap((object) => acts.map((act) => `${object} ${act}`)).map(of('act')),
        ...objects.map(of('object')),
      ]
    }),
    ...trades.flatMap(({ id, name, forms }) => [name, ...forms].map((text) => ({ text, kind: 'trade' as const, services: [], trade: id }))),
    ...(words.elsewhere ?? []).map((text) => ({ text, kind: 'elsewhere' as const, services: [], trade: null })),
  ].filter(({ kind, services: ids, trade }) => kind === 'elsewhere' || ids.length > 0 || trade !== null)
}

const actWeight = 0.55
const softWeight = 0.2

/** By how many services a unit occurs with. */
function weigh(said: readonly Said[], readText: (text: string) => Read[], vocabulary: Vocabulary) {
  const owners = new Map<string, Set<string>>()
  for (const { text, services, trade, kind } of said) {
    if (kind === 'act' || kind === 'ambiguous') continue
    for (const { units } of readText(text)) {
      for (const unit of units) {
        const of = owners.get(unit) ?? new Set()
        of.add(services[0] ?? trade ?? text)
        owners.set(unit, of)
      }
    }
  }
  const soft = softUnits(vocabulary)
  const most = Math.log(1 + said.length / 12)
  const weights = new Map(
    [...owners].map(([unit, of]) => {
      const rarity = (most - Math.log(of.size)) / most
      return [unit, Math.max(0.1, rarity) * (soft.has(unit) ? softWeight : vocabulary.acts.has(unit) ? actWeight : 1)] as const
    }),
  )
  return (unit: string) => weights.get(unit) ?? (soft.has(unit) ? softWeight : 1)
}

function add<Key, One>(to: Map<Key, One[]>, key: Key, one: One) {
  const list = to.get(key)
  if (list) list.push(one)
  else to.set(key, [one])
}
