import type { Catalogue } from '../catalogue/rules.ts'
import type { Phrase, PhraseKind } from './phrases.ts'
import { openWordReader } from './stem.ts'
import { collectVocabulary, type Read, readWords, type Vocabulary } from './vocabulary.ts'

/** Text of the catalogue with the services or the trade that it stands for and, for an object, the actions on it. */
export type Said = Pick<Phrase, 'text' | 'kind' | 'services' | 'trade'> & { acts: readonly string[] }

/** Tokens of a text: its folded words, and the units they are made of. */
export type Tokenized = { words: readonly string[]; units: readonly string[] }

/**
 * Parsed texts of the catalogue: `said` in the order of `listSaid`, `acts` by text. Parsing takes half a second, so it is done once per
 * catalogue and stored in the database (./actions.ts).
 */
export type TokenizedCatalogue = { vocabulary: Vocabulary; said: readonly Tokenized[]; acts: ReadonlyMap<string, Tokenized> }

/** Version of the code that reads. Increment it when the same texts are read differently: tokens stored by other versions are not used. */
export const readerVersion = 1

const noActs: readonly string[] = []
export const nothingRead: Tokenized = { words: [], units: [] }

/** All texts of the catalogue. */
export function listSaid({ services, trades, ambiguous }: Catalogue): Said[] {
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

/** Parses all texts of the catalogue in steps, so that requests are served in between. */
export async function readAll(catalogue: Catalogue, said: readonly Said[]): Promise<TokenizedCatalogue> {
  const wordsOf = openWordReader()
  const texts = said.map(({ text }) => text)
  const vocabulary = collectVocabulary(catalogue, texts, wordsOf)
  const cache = new Map<string, Read>()
  const read = (text: string): Tokenized => {
    const words = wordsOf(text)
    return { words, units: [...new Set(readWords(words, vocabulary, cache).flatMap(({ units }) => units))] }
  }
  const acts = new Set(said.flatMap((one) => one.acts))
  return { vocabulary, said: await inSteps(texts, read), acts: new Map([...acts].map((text) => [text, read(text)])) }
}

/** Yields to the event loop. */
const pause = () => new Promise<void>((next) => setTimeout(next))

/** Texts per step; they take about 10 ms. */
const perStep = 1_000

/** Same result as `all.map(make)`, with pauses in which requests are served. */
export async function inSteps<One, Result>(all: readonly One[], make: (one: One, place: number) => Result): Promise<Result[]> {
  const made: Result[] = []
  for (const [place, one] of all.entries()) {
    if (place % perStep === 0) await pause()
    made.push(make(one, place))
  }
  return made
}

/** Serializes parsed texts: each word is written once and referenced by its index. */
export function writeTokenized({ vocabulary, said, acts }: TokenizedCatalogue): string {
  const places = new Map<string, number>()
  const placeOf = (word: string) => {
    const place = places.get(word) ?? places.size
    places.set(word, place)
    return place
  }
  const listed = ({ words, units }: Tokenized) => [words.length, units.length, ...words.map(placeOf), ...units.map(placeOf)]
  const { spelt, sounds, sameAs, sayings, parts, unrelated } = vocabulary
  const written: Written = {
    said: said.flatMap(listed),
    actTexts: [...acts.keys()],
    acts: [...acts.values()].flatMap(listed),
    spelt: [...spelt].map(([word, one]) => [placeOf(word), one.written, one.count]),
    sounds: [...sounds].map(([sound, word]) => [sound, placeOf(word)]),
    sameAs: [...sameAs],
    sayings: [...sayings].map(([first, some]) => [first, some.map(({ stems, means, place }) => ({ stems: [...stems], means, place }))]),
    parts: [...parts].map(([word, stem]) => [placeOf(word), placeOf(stem)]),
    unrelated: [...unrelated],
    done: [...vocabulary.acts],
    words: [...places.keys()],
  }
  return JSON.stringify(written)
}

/** Parses the result of `writeTokenized`. */
export function parseTokenized(text: string): TokenizedCatalogue {
  const written: Written = JSON.parse(text)
  const wordAt = (place: number) => written.words[place] ?? ''
  /** Decodes a flat list: for each text the number of words, the number of units, then their indexes. */
  function readingsIn(numbers: readonly number[]) {
    const found: Tokenized[] = []
    for (let at = 0; at < numbers.length; ) {
      const start = at + 2
      const middle = start + (numbers[at] ?? 0)
      const end = middle + (numbers[at + 1] ?? 0)
      found.push({ words: numbers.slice(start, middle).map(wordAt), units: numbers.slice(middle, end).map(wordAt) })
      at = end
    }
    return found
  }
  const acts = readingsIn(written.acts)
  const parts = new Map(written.parts.map(([word, stem]) => [wordAt(word), wordAt(stem)]))
  return {
    vocabulary: {
      spelt: new Map(written.spelt.map(([word, spelling, count]) => [wordAt(word), { written: spelling, count }])),
      sounds: new Map(written.sounds.map(([sound, word]) => [sound, wordAt(word)])),
      sameAs: new Map(written.sameAs),
      sayings: new Map(written.sayings),
      parts,
      stems: new Set(parts.values()),
      unrelated: new Set(written.unrelated),
      acts: new Set(written.done),
    },
    said: readingsIn(written.said),
    acts: new Map(written.actTexts.map((text, place) => [text, acts[place] ?? nothingRead])),
  }
}

type Written = {
  said: number[]
  actTexts: string[]
  acts: number[]
  spelt: [word: number, written: string, count: number][]
  sounds: [sound: string, word: number][]
  sameAs: [stem: string, means: string][]
  sayings: [first: string, sayings: { stems: string[]; means: string; place: number }[]][]
  parts: [word: number, stem: number][]
  unrelated: string[]
  done: string[]
  words: string[]
}
