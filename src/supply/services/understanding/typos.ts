import { functionWords } from './small.ts'
import { soundOf } from './sounds.ts'
import type { Vocabulary } from './vocabulary.ts'

type Ground = Pick<Vocabulary, 'spelt' | 'sounds'> & { most: 1 | 2 }

/** Known word that an unknown one was probably meant to be: it sounds the same, or differs by one typo, in long words by up to two. */
export function nearestWord(word: string, { spelt, sounds, most: atMost }: Ground): string | undefined {
  if (/\d/.test(word)) return undefined
  const alike = sounds.get(soundOf(word))
  if (alike !== undefined) return alike
  const single = word.replace(/(.)\1+/g, '$1')
  if (single.length >= shortestSingle && spelt.has(single)) return single
  if (word.length < shortest) return undefined
  const most = word.length >= long ? atMost : 1
  let best: (Known & { typos: number }) | undefined
  for (let length = Math.max(shortest - 1, word.length - most); length <= word.length + most; length += 1) {
    for (const known of listAlike(spelt, length, word)) {
      const typos = editDistance(word, known.word, most)
      if (typos > most || ((typos > 1 || isVerb(word)) && !isOneAnother(word, known.word))) continue
      if (!best || (typos - best.typos || best.count - known.count || known.place - best.place) < 0) best = { ...known, typos }
    }
  }
  return best?.word
}

type Known = { word: string; count: number; place: number }
const groups = new WeakMap<Vocabulary['spelt'], Map<string, Known[]>>()

/**
 * Known words of this length with a similar start, grouped in advance: a typo changes the length by at most one or two, and a long query
 * checks many words.
 */
function listAlike(spelt: Vocabulary['spelt'], length: number, word: string): Known[] {
  const known =
    groups.get(spelt) ??
    Map.groupBy(
      [...spelt].map(([word, { count }], place) => ({ word, count, place })),
      ({ word }) => groupOf(word.length, word),
    )
  groups.set(spelt, known)
  const starts = new Set([groupOf(length, word), groupOf(length, word.slice(1))])
  return [...starts].flatMap((start) => known.get(start) ?? []).filter((one) => startsAlike(one.word, word))
}

const groupOf = (length: number, word: string) => `${length}${firstSound(word)}`

const shortest = 5
const long = 9
/** Minimum length of a word after its doubled letters are merged: 'Kloo', 'Baad'. */
const shortestSingle = 3

const longFunctionWords = [...functionWords].filter((word) => word.length >= shortest)

/** Function word that differs by a missing, additional or swapped letter: 'brauhce', 'möchhte'. */
export const nearestFunction = (word: string) =>
  word.length < shortest
    ? undefined
    : longFunctionWords.find(
        (one) =>
          Math.abs(one.length - word.length) < 2 && startsAlike(one, word) && isOneAnother(word, one) && editDistance(word, one, 1) < 2,
      )

/** Known compound with a typo in one of its two parts: 'Displayrepartur'. */
export function nearestCompound(word: string, ground: Pick<Vocabulary, 'spelt' | 'sounds' | 'parts'>): string | undefined {
  for (let cut = shortest; cut <= word.length - shortest; cut += 1) {
    const [head, tail] = [word.slice(0, cut), word.slice(cut)]
    const nearTail = tail.length >= shortestSlipped && isPart(head, ground) ? nearestWord(tail, { ...ground, most: 1 }) : undefined
    if (nearTail !== undefined) return head + nearTail
    const nearHead = head.length >= shortestSlipped && ground.parts.has(tail) ? nearestWord(head, { ...ground, most: 1 }) : undefined
    if (nearHead !== undefined) return nearHead + tail
  }
  return undefined
}

/** Minimum length of the part with the typo, because short words resemble many others: 'Grillkohle' is not 'Kehle'. */
const shortestSlipped = 6

/** True if a word can be the head of a compound, also with a linking letter. */
const isPart = (head: string, { parts }: Pick<Vocabulary, 'parts'>) =>
  parts.has(head) || (/[sn]$/.test(head) && parts.has(head.slice(0, -1)))

/**
 * True if one word has the letters of the other, swapped or with additional ones. Two letters replaced in place make another word, not a
 * typo: 'Vergiftung' and 'Vermietung'.
 */
const isOneAnother = (word: string, known: string) =>
  word.length !== known.length || [...word].sort().join('') === [...known].sort().join('')

/** True for shorter verbs, in which one replaced letter makes another word: 'leimen' and 'leihen', 'einpassen' and 'einlassen'. */
const isVerb = (word: string) => word.length <= 9 && word.endsWith('en')

/** True if the first letters are equal, sound alike, or are swapped with the second ones. */
const startsAlike = (known: string, word: string) =>
  firstSound(known) === firstSound(word) || (known.charAt(0) === word.charAt(1) && known.charAt(1) === word.charAt(0))

const firstSound = (word: string) => firstSounds[word.charAt(0)] ?? word.charAt(0)
const firstSounds: Readonly<Record<string, string>> = { c: 'k', v: 'f', y: 'j' }

/** Edit distance: letters to add, remove, replace, or swap with the next; a value above `most` is not exact. */
export function editDistance(a: string, b: string, most: number) {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a.charAt(i - 1) === b.charAt(j - 1)
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1)
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return most + 1
    before = above
    above = row
  }
  return above[b.length] ?? most + 1
}
