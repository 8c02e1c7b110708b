import { isWorkplace } from './customers.ts'
import type { CatalogueIndex, Elsewhere } from './phrases.ts'
import type { Scored } from './scoring.ts'
import { stemOf } from './stem.ts'
import type { Read, Vocabulary } from './vocabulary.ts'

/**
 * Entry of `elsewhere` that a query names, with the query's words for it. `isWhole`: named by these words themselves, not by the end of a
 * compound.
 */
export type Named = { stems: readonly string[]; words: ReadonlySet<string>; isWhole: boolean }

export const collectElsewhere = (texts: readonly string[], wordsOf: (text: string) => readonly string[]): Elsewhere =>
  Map.groupBy(
    texts.map((text) => wordsOf(text).map(stemOf)),
    ([first = '']) => first,
  )

export function readElsewhere(
  words: readonly string[],
  { elsewhere, vocabulary }: Pick<CatalogueIndex, 'elsewhere' | 'vocabulary'>,
): Named[] {
  const wordOf = new Map(words.filter((word) => !happened.has(word)).map((word) => [stemOf(word), word]))
  return [...wordOf].flatMap(([stem, word]): Named[] => {
    const found = (elsewhere.get(stem) ?? []).filter((stems) => stems.every((one) => wordOf.has(one)))
    if (found.length === 0 && vocabulary.spelt.has(word)) return []
    if (found.length === 0) return endOf(stem, elsewhere).map((stems) => ({ stems, words: new Set([word]), isWhole: false }))
    return found.map((stems) => ({ stems, words: new Set(stems.flatMap((one) => wordOf.get(one) ?? [])), isWhole: true }))
  })
}

/** Participles that report a past purchase: the query does not ask for one. */
const happened: ReadonlySet<string> = new Set(['gekauft'])

/** True if a query names nothing but such an entry, with any unrelated words: 'Hotel Ostsee'. */
export const isElsewhere = (named: readonly Named[], read: readonly Read[], { unrelated }: Vocabulary) =>
  read.length > 0 && named.some(({ words, isWhole }) => isWhole && read.every(({ word }) => words.has(word) || unrelated.has(word)))

/**
 * Minimum length of a compound's end that classifies it: 'Kuchenrezept' is a 'Rezept'. Shorter ends match by chance. Applies to compounds
 * that no phrase contains.
 */
const shortestEnd = 5

function endOf(stem: string, elsewhere: Elsewhere): (readonly string[])[] {
  for (let at = 3; at <= stem.length - shortestEnd; at += 1) {
    const single = elsewhere.get(stem.slice(at))?.find(({ length }) => length === 1)
    if (single) return [single]
  }
  return []
}

type Ground = { named: readonly Named[]; read: readonly Read[]; index: Pick<CatalogueIndex, 'customers'> }

/**
 * Keeps the phrases that are meant although the query names something not offered. A phrase that contains this, too, needs one more
 * matching word of the query ('Firma kaufen' does not match 'Pferd kaufen'), any other phrase two: 'Sofa kaufen' means no service, while in
 * a long sentence such a word only reports what happened.
 */
export function withoutElsewhere(scored: readonly Scored[], { named, read, index }: Ground) {
  if (named.length === 0) return scored
  const others = read.filter(({ word }) => !named.some(({ words }) => word.split(' ').every((one) => words.has(one))))
  return scored.filter(({ phrase }) => {
    const said = [...phrase.units, ...phrase.acts.flatMap(({ units }) => units)]
    const fitting = others.filter(({ units }) => units.some((unit) => said.includes(unit)))
    // A workplace only names the customer: 'Hausaufgabenhilfe Grundschule'.
    const isFor =
      phrase.kind !== 'object' &&
      phrase.kind !== 'ambiguous' &&
      named.every(({ words }) => [...words].every((word) => isWorkplace(word, index.customers)))
    return fitting.length >= (isFor || named.every(({ stems }) => isAbout(phrase.words, stems)) ? 1 : 2)
  })
}

const isAbout = (words: readonly string[], stems: readonly string[]) =>
  stems.every((stem) => words.some((word) => stemOf(word) === stem || (stem.length >= shortestEnd && word.includes(stem))))
