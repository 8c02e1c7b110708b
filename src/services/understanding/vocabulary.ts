import type { Catalogue } from '../catalogue/rules.ts'
import { familyNames, functionWords, softWords } from './small.ts'
import { stemOf } from './stem.ts'

/** What is known of words: which are spelt right, which stems mean the same, and which compounds are made of. */
export type Vocabulary = {
  /** Every word that a phrase has, as it is written there, with how many have it. */
  spelt: ReadonlyMap<string, { written: string; count: number }>
  /** The stem that stands for a group of words that mean the same. */
  sameAs: ReadonlyMap<string, string>
  /** Sayings of several words that mean one of those: 'läuft nicht ab'. */
  sayings: readonly { stems: readonly string[]; means: string }[]
  /** Words that compounds are split at, with their stems. */
  parts: ReadonlyMap<string, string>
  stems: ReadonlySet<string>
  /** What somebody does: it tells less than what it is done to. */
  acts: ReadonlySet<string>
}

/** What a telling word means: the units it is made of. `isKnown`: the catalogue has each of them. */
export type Read = { word: string; units: readonly string[]; isKnown: boolean }

export function collectVocabulary(
  catalogue: Catalogue,
  phrases: readonly string[],
  wordsOf: (text: string) => readonly string[],
): Vocabulary {
  const { acts, regional, compound_heads: heads } = catalogue.words
  const spelt = new Map<string, { written: string; count: number }>()
  for (const phrase of phrases) noteSpelling(phrase)
  const sameAs = new Map<string, string>()
  const sayings: { stems: string[]; means: string }[] = []
  const actStems = new Set<string>()
  for (const [groups, isAct] of [
    [acts, true],
    [regional, false],
  ] as const) {
    for (const group of groups) join(group, isAct)
  }
  for (const word of catalogue.services.flatMap((one) => one.acts))
    for (const stem of wordsOf(word).map(stemOf)) actStems.add(sameAs.get(stem) ?? stem)
  for (const head of Object.keys(heads)) noteSpelling(head)
  const parts = new Map(
    [...spelt.keys()].filter((word) => word.length >= 3 && !functionWords.has(word)).map((word) => [word, stemOf(word)]),
  )
  const stems = new Set(parts.values())
  sayings.sort((a, b) => b.stems.length - a.stems.length)
  return { spelt, sameAs, sayings, parts, stems, acts: actStems }

  function noteSpelling(phrase: string) {
    for (const written of phrase.split(/[^\p{L}\p{N}]+/u)) {
      const [word] = wordsOf(written)
      if (word === undefined) continue
      const known = spelt.get(word)
      spelt.set(word, { written: known?.written ?? written, count: (known?.count ?? 0) + 1 })
    }
  }

  function join(group: readonly string[], isAct: boolean) {
    const [first = ''] = group
    const means = wordsOf(first).map(stemOf).join('+')
    const isWord = !means.includes('+')
    for (const saying of group) {
      const words = wordsOf(saying)
      const stems = words.map(stemOf)
      noteSpelling(saying)
      const [only = ''] = stems
      if (stems.length > 1) sayings.push({ stems, means: sameAs.get(means) ?? means })
      else if (!sameAs.has(only)) sameAs.set(only, sameAs.get(means) ?? means)
      if (isAct) actStems.add(isWord ? means : only)
    }
  }
}

/** Reads a phrase or a query: its telling words, each by the units it is made of. `cache`: words that were read before. */
export function readWords(words: readonly string[], vocabulary: Vocabulary, cache = new Map<string, Read>()): Read[] {
  const stems = words.map((word) => vocabulary.parts.get(word) ?? stemOf(word))
  const read: Read[] = []
  const used = new Set<number>()
  for (const saying of words.length > 1 ? vocabulary.sayings : []) {
    const places = saying.stems.map((stem) => stems.indexOf(stem))
    if (places.some((place) => place < 0 || used.has(place))) continue
    for (const place of places) used.add(place)
    read.push({ word: places.map((place) => words[place]).join(' '), units: [saying.means], isKnown: true })
  }
  words.forEach((word, place) => {
    if (used.has(place) || functionWords.has(word)) return
    const known = cache.get(word) ?? readWord(word, vocabulary)
    cache.set(word, known)
    read.push(known)
  })
  return read
}

const unitOf = (stem: string, { sameAs }: Vocabulary) => sameAs.get(stem) ?? stem

function readWord(word: string, vocabulary: Vocabulary): Read {
  const stem = stemOf(word)
  if (familyNames.has(word) && !vocabulary.spelt.has(word)) return { word, units: [word], isKnown: false }
  const isKnown = vocabulary.spelt.has(word) || vocabulary.stems.has(stem)
  const same = vocabulary.sameAs.get(stem)
  if (same !== undefined) return { word, units: [same], isKnown: true }
  const parts = splitCompound(word, vocabulary.parts)
  if (parts.length > 1) return { word, units: [...new Set(parts.map((part) => unitOf(part, vocabulary)))], isKnown: true }
  return { word, units: [stem], isKnown }
}

const joints = ['', 's', 'n', 'en', 'es', 'er', 'e']
const shortestPart = 3
type Parts = Vocabulary['parts']

/** The stems of the words that a compound is made of, the longest last part first; none for other words. */
export function splitCompound(word: string, parts: Parts, depth = 0): string[] {
  if (depth > 2) return []
  for (let cut = shortestPart; cut <= word.length - shortestPart; cut += 1) {
    const tail = partOf(word.slice(cut), parts)
    if (tail === undefined || (word.length - cut < 4 && !shortTails.has(word.slice(cut)))) continue
    for (const joint of joints) {
      const head = word.slice(0, cut - joint.length)
      if (head.length < shortestPart || !word.startsWith(joint, head.length)) continue
      const inner = head.length >= 7 ? splitCompound(head, parts, depth + 1) : []
      const whole = functionWords.has(head) ? undefined : partOf(head, parts)
      if (inner.length > 1 || whole !== undefined) return [...(inner.length > 1 ? inner : [whole ?? '']), tail]
    }
  }
  return []
}

/** A part may have an ending that nothing spells with it. */
const partOf = (word: string, parts: Parts) =>
  parts.get(word) ??
  parts.get(word.replace(/(ungen|innen|in|en|er|es|e|n|s)$/, ending)) ??
  // 'Trocknerreparateur': the verb is known by other forms.
  (word.length >= 4 ? actPart(word, parts) : undefined)

const actPart = (word: string, parts: Parts) => {
  const verb = verbEndings
    .map((one) => parts.get(word.replace(/(erinnen|erin|er|ung|ungen|t)$/, '') + one))
    .find((stem) => stem !== undefined)
  return /(er|erin|erinnen|ung|ungen)$/.test(word) ? verb : undefined
}
const verbEndings = ['en', 'n', 'ung', 'er'] as const
const ending = (found: string) => (found === 'ungen' ? 'ung' : '')

/** Words of three letters that end compounds: 'Holztür', 'Neubau'. */
const shortTails: ReadonlySet<string> = new Set(['tur', 'bau', 'bad', 'uhr', 'rad', 'hof', 'app', 'tor'])

export const isSoft = (word: string) => softWords.has(word)
export const softUnits = (vocabulary: Vocabulary): ReadonlySet<string> =>
  new Set([...softWords].map((word) => unitOf(stemOf(word), vocabulary)))
