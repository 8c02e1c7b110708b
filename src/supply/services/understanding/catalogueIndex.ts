import type { Catalogue } from '../catalogue/rules.ts'
import { collectCustomers } from './customers.ts'
import { collectElsewhere } from './elsewhere.ts'
import { countEvidence } from './evidence.ts'
import { collectNames } from './names.ts'
import type { Act, CatalogueIndex, Phrase } from './phrases.ts'
import { collectProducts } from './products.ts'
import { functionWords } from './small.ts'
import { openWordReader } from './stem.ts'
import { inSteps, nothingRead, type Said, type TokenizedCatalogue } from './tokenized.ts'
import { softUnits, type Vocabulary } from './vocabulary.ts'

/**
 * Builds the index for interpreting queries from the parsed texts of the catalogue (./tokenized.ts). Runs once per revision, in steps, so
 * that requests are served in between.
 */
export async function buildIndex(catalogue: Catalogue, said: readonly Said[], readings: TokenizedCatalogue): Promise<CatalogueIndex> {
  const { vocabulary } = readings
  const objects = new Set(
    said.flatMap(({ kind }, place) => {
      const { units = [] } = readings.said[place] ?? {}
      return kind === 'object' && units.length === 1 ? units : []
    }),
  )
  const weightOf = weigh(said, { readings, objects })
  const actsOf = new Map<readonly string[], Act[]>()
  const phrases: Phrase[] = []
  const having = new Map<string, Phrase[]>()
  const whole = new Map<string, Phrase[]>()
  await inSteps(said, (one, place) => {
    const { words, units } = readings.said[place] ?? nothingRead
    if (units.length === 0) return
    const telling = words.some((word) => functionWords.has(word)) ? words.filter((word) => !functionWords.has(word)) : words
    // All fields are listed, without a spread: fields added to a copied object take a second allocation, and there are 27,000 phrases.
    const phrase: Phrase = {
      text: one.text,
      kind: one.kind,
      services: one.services,
      trade: one.trade,
      words: telling,
      acts: weighActs(one.acts),
      plain: words.join(' '),
      units,
      weight: weightOfAll(units),
    }
    phrases.push(phrase)
    for (const unit of units) add(having, unit, phrase)
    add(whole, keyOf(words), phrase)
    if (telling.length < words.length) add(whole, exactKeyOf(words), phrase)
  })
  const tradeOf = new Map(catalogue.services.map(({ id, tradeId }) => [id, tradeId]))
  const names = new Map(phrases.filter(({ kind }) => kind === 'name').map((one) => [one.services[0] ?? '', one]))
  const soft = softUnits(vocabulary)
  return {
    catalogue,
    vocabulary,
    phrases,
    having,
    whole,
    evidence: countEvidence(phrases, tradeOf, ({ units }) => units.length),
    names,
    elsewhere: collectElsewhere(catalogue.words.elsewhere ?? [], openWordReader()),
    wares: collectProducts(catalogue.words),
    customers: collectCustomers(catalogue.words),
    people: collectNames(catalogue.words),
    tradeOf,
    serviceOf: new Map(catalogue.services.map((one) => [one.id, one])),
    servicesOf: Map.groupBy(catalogue.services, ({ tradeId }) => tradeId),
    objects,
    weightOf,
    isSlight: slightIn({ soft, vocabulary, objects }),
  }

  function weightOfAll(units: readonly string[]) {
    return units.reduce((sum, unit) => sum + weightOf(unit), 0)
  }

  function weighActs(texts: readonly string[]) {
    const known =
      actsOf.get(texts) ??
      texts.map((text): Act => {
        const { words, units } = readings.acts.get(text) ?? nothingRead
        return { text, words, units, weight: weightOfAll(units) }
      })
    actsOf.set(texts, known)
    return known
  }
}

/** Key of all words in any order. */
export const exactKeyOf = (words: readonly string[]) => `= ${[...new Set(words)].sort().join(' ')}`
/** Key of the content words in any order. */
export function keyOf(words: readonly string[]) {
  const telling = words.filter((word) => !functionWords.has(word))
  return [...new Set(telling.length === 0 ? words : telling)].sort().join(' ')
}

const actWeight = 0.55
const softWeight = 0.2

type Weighed = { readings: TokenizedCatalogue; objects: ReadonlySet<string> }

/** Weight of a unit by its rarity among services. An action weighs less, unless it is also an object: 'Trockner'. */
function weigh(said: readonly Said[], { readings, objects }: Weighed) {
  const owners = new Map<string, Set<string>>()
  said.forEach(({ text, services, trade, kind }, place) => {
    if (kind === 'ambiguous') return
    for (const unit of readings.said[place]?.units ?? []) {
      const of = owners.get(unit) ?? new Set()
      of.add(services[0] ?? trade ?? text)
      owners.set(unit, of)
    }
  })
  const { vocabulary } = readings
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

// Defined outside of `buildIndex` to save memory: a closure retains all variables of its scope, which made an index 50 % larger.
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
