import { functionWords } from './small.ts'
import { soundOf } from './sounds.ts'
import type { Vocabulary } from './vocabulary.ts'

type Ground = Pick<Vocabulary, 'spelt' | 'sounds'> & { most: 1 | 2 }

/** The known word that was probably meant by one that no phrase spells: it sounds the same, or has one slip, in long words two. */
export function nearestWord(word: string, { spelt, sounds, most: atMost }: Ground): string | undefined {
  if (/\d/.test(word)) return undefined
  const alike = sounds.get(soundOf(word))
  if (alike !== undefined) return alike
  const single = word.replace(/(.)\1+/g, '$1')
  if (single.length >= shortestSingle && spelt.has(single)) return single
  if (word.length < shortest) return undefined
  const most = word.length >= long ? atMost : 1
  let best: (Known & { slips: number }) | undefined
  for (let length = Math.max(shortest - 1, word.length - most); length <= word.length + most; length += 1) {
    for (const known of listAlike(spelt, length, word)) {
      const slips = countSlips(word, known.word, most)
      if (slips > most || ((slips > 1 || isVerb(word)) && !isOneAnother(word, known.word))) continue
      if (!best || (slips - best.slips || best.count - known.count || known.place - best.place) < 0) best = { ...known, slips }
    }
  }
  return best?.word
}

type Known = { word: string; count: number; place: number }
const groups = new WeakMap<Vocabulary['spelt'], Map<string, Known[]>>()

/** The spelt words of this length that start alike: a slip changes the length by one or two, and a long query asks for many words. */
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
/** 'Kloo' and 'Baad' are no other words. */
const shortestSingle = 3

const longFunctionWords = [...functionWords].filter((word) => word.length >= shortest)

/** The function word of which a letter is missing, too many or swapped with the next: 'brauhce', 'möchhte'. */
export const nearestFunction = (word: string) =>
  word.length < shortest
    ? undefined
    : longFunctionWords.find(
        (one) =>
          Math.abs(one.length - word.length) < 2 && startsAlike(one, word) && isOneAnother(word, one) && countSlips(word, one, 1) < 2,
      )

/** The known compound, one of whose two parts has a slip: 'Displayrepartur'. */
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

/** Short parts are like many: 'Grillkohle' is no slip of 'Kehle'. */
const shortestSlipped = 6

/** Heads have a letter between them and the tail. */
const isPart = (head: string, { parts }: Pick<Vocabulary, 'parts'>) =>
  parts.has(head) || (/[sn]$/.test(head) && parts.has(head.slice(0, -1)))

/**
 * Two letters changed in the same places make another word ('Vergiftung' and 'Vermietung'), not a slip. Only where one has the letters of the
 * other and more, or swapped, it is the same word.
 */
const isOneAnother = (word: string, known: string) =>
  word.length !== known.length || [...word].sort().join('') === [...known].sort().join('')

/** Of a verb that is not long one letter makes another: 'leimen' and 'leihen', 'einpassen' and 'einlassen'. */
const isVerb = (word: string) => word.length <= 9 && word.endsWith('en')

/** The first letter is right, or sounds so, or changed places with the second. */
const startsAlike = (known: string, word: string) =>
  firstSound(known) === firstSound(word) || (known.charAt(0) === word.charAt(1) && known.charAt(1) === word.charAt(0))

const firstSound = (word: string) => firstSounds[word.charAt(0)] ?? word.charAt(0)
const firstSounds: Readonly<Record<string, string>> = { c: 'k', v: 'f', y: 'j' }

/** Letters to add, leave out, change, or swap with the next; more than `most` is not counted exactly. */
export function countSlips(a: string, b: string, most: number) {
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
