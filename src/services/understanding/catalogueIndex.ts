import type { Catalogue } from '../catalogue/rules.ts'
import { collectElsewhere } from './elsewhere.ts'
import { collectEvidence } from './evidence.ts'
import type { Act, CatalogueIndex, Phrase, PhraseKind } from './phrases.ts'
import { functionWords } from './small.ts'
import { openWordReader } from './stem.ts'
import { collectVocabulary, type Read, readWords, softUnits, type Vocabulary } from './vocabulary.ts'

type Said = Pick<Phrase, 'text' | 'kind' | 'services' | 'trade'> & { acts: readonly string[] }

/**
 * Everything the catalogue says, prepared for understanding queries. Built once per revision, in steps between which others are served: all
 * together take half a second.
 */
export async function buildIndex(catalogue: Catalogue): Promise<CatalogueIndex> {
  const said = listSaid(catalogue)
  const wordsOf = openWordReader()
  const vocabulary = collectVocabulary(
    catalogue,
    said.map(({ text }) => text),
    wordsOf,
  )
  const cache = new Map<string, Read>()
  await pause()
  const words = said.map(({ text }) => wordsOf(text))
  const reads = await inSteps(words, unitsOf)
  const objects = new Set(said.flatMap(({ kind }, place) => (kind === 'object' && reads[place]?.length === 1 ? reads[place] : [])))
  const weightOf = weigh(said, { reads, vocabulary, objects })
  const actsOf = new Map<readonly string[], Act[]>()
  const phrases: Phrase[] = []
  const having = new Map<string, Phrase[]>()
  const whole = new Map<string, Phrase[]>()
  await inSteps(said, (one, place) => {
    const [own = [], read = []] = [words[place], reads[place]]
    if (read.length === 0) return
    const telling = own.filter((word) => !functionWords.has(word))
    const phrase = {
      ...one,
      acts: readActs(one.acts),
      // Copies have no room for more; there are some 27,000 of them.
      units: read.slice(),
      weight: weightOfAll(read),
      words: telling.slice(),
      plain: own.join(' '),
    }
    phrases.push(phrase)
    for (const unit of read) add(having, unit, phrase)
    add(whole, keyOf(own), phrase)
    if (telling.length < own.length) add(whole, exactKeyOf(own), phrase)
  })
  await pause()
  const evidence = collectEvidence(phrases, catalogue)
  const names = new Map(phrases.filter(({ kind }) => kind === 'name').map((one) => [one.services[0] ?? '', one]))
  const soft = softUnits(vocabulary)
  return {
    catalogue,
    vocabulary,
    phrases,
    having,
    whole,
    evidence,
    names,
    elsewhere: collectElsewhere(catalogue.words.elsewhere ?? [], wordsOf),
    tradeOf: new Map(catalogue.services.map(({ id, tradeId }) => [id, tradeId])),
    objects,
    weightOf,
    isSlight: slightIn({ soft, vocabulary, objects }),
  }

  function unitsOf(some: readonly string[]) {
    const units: string[] = []
    for (const read of readWords(some, vocabulary, cache)) for (const unit of read.units) if (!units.includes(unit)) units.push(unit)
    return units
  }

  function weightOfAll(units: readonly string[]) {
    return units.reduce((sum, unit) => sum + weightOf(unit), 0)
  }

  function readActs(texts: readonly string[]) {
    const known = actsOf.get(texts)
    if (known) return known
    const acts = texts.map((text): Act => {
      const own = wordsOf(text)
      const units = unitsOf(own)
      return { text, words: own, units, weight: weightOfAll(units) }
    })
    actsOf.set(texts, acts)
    return acts
  }
}

/** Until whatever waits was done. */
const pause = () => new Promise<void>((next) => setTimeout(next))

/** So many take some 10 ms. */
const perStep = 1_000

async function inSteps<One, Result>(all: readonly One[], make: (one: One, place: number) => Result): Promise<Result[]> {
  const made: Result[] = []
  for (const [place, one] of all.entries()) {
    if (place % perStep === 0) await pause()
    made.push(make(one, place))
  }
  return made
}

/** All words in any order. */
export const exactKeyOf = (words: readonly string[]) => `= ${[...new Set(words)].sort().join(' ')}`
/** Telling words in any order. */
export function keyOf(words: readonly string[]) {
  const telling = words.filter((word) => !functionWords.has(word))
  return [...new Set(telling.length === 0 ? words : telling)].sort().join(' ')
}

const noActs: readonly string[] = []

function listSaid({ services, trades, ambiguous }: Catalogue): Said[] {
  const known = new Set(services.map(({ id }) => id))
  return [
    ...Object.entries(ambiguous).map(([text, ids]) => ({
      text,
      kind: 'ambiguous' as const,
      services: ids.filter((id) => known.has(id)),
      trade: null,
      acts: noActs,
    })),
    ...services.flatMap(({ id, name, said, objects, acts }) => {
      const own = [id]
      const of = (kind: PhraseKind) => (text: string) => ({
        text,
        kind,
        services: own,
        trade: null,
        acts: kind === 'object' ? acts : noActs,
      })
      return [of('name')(name), ...said.map(of('said')), ...objects.map(of('object'))]
    }),
    ...trades.flatMap(({ id, name, forms }) =>
      [name, ...forms].map((text) => ({ text, kind: 'trade' as const, services: [], trade: id, acts: noActs })),
    ),
  ].filter(({ services: ids, trade }) => ids.length > 0 || trade !== null)
}

const actWeight = 0.55
const softWeight = 0.2

type Weighed = { reads: readonly (readonly string[])[]; vocabulary: Vocabulary; objects: ReadonlySet<string> }

/** By how many services a unit occurs with. What is done tells less, unless it is a thing, too: 'Trockner'. */
function weigh(said: readonly Said[], { reads, vocabulary, objects }: Weighed) {
  const owners = new Map<string, Set<string>>()
  said.forEach(({ text, services, trade, kind }, place) => {
    if (kind === 'ambiguous') return
    for (const unit of reads[place] ?? []) {
      const of = owners.get(unit) ?? new Set()
      of.add(services[0] ?? trade ?? text)
      owners.set(unit, of)
    }
  })
  const soft = softUnits(vocabulary)
  const most = Math.log(1 + said.length / 6)
  const weights = new Map(
    [...owners].map(([unit, of]) => {
      const rarity = (most - Math.log(of.size)) / most
      return [
        unit,
        Math.max(0.1, rarity) * (soft.has(unit) ? softWeight : vocabulary.acts.has(unit) && !objects.has(unit) ? actWeight : 1),
      ] as const
    }),
  )
  return weightIn(weights, soft)
}

// What an index keeps is made out here, because a function also keeps what its neighbours use: half as much again.
const weightIn = (weights: ReadonlyMap<string, number>, soft: ReadonlySet<string>) => (unit: string) =>
  weights.get(unit) ?? (soft.has(unit) ? softWeight : 1)

type Slight = { soft: ReadonlySet<string>; vocabulary: Vocabulary; objects: ReadonlySet<string> }
const slightIn =
  ({ soft, vocabulary: { acts }, objects }: Slight) =>
  (unit: string) =>
    soft.has(unit) || (acts.has(unit) && !objects.has(unit))

function add<Key, One>(to: Map<Key, One[]>, key: Key, one: One) {
  const list = to.get(key)
  if (list) list.push(one)
  else to.set(key, [one])
}
