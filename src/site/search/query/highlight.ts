import { foldText } from '#src/platform/kit/text.ts'
import type { FoundCompany } from './rules.ts'

/** A piece of a text, and whether it matches the search. `start` is where it begins. */
export type Piece = { text: string; isMatch: boolean; start: number }

/**
 * Splits a text into matching and other pieces, ignoring case and the spelling of umlauts. A word that is not found as typed is searched
 * without its ending, at the beginning of words ('Reinigungen' highlights 'Reinigung').
 */
export function highlightWords(text: string, words: readonly string[]): Piece[] {
  const folded = foldWithPlaces(text)
  const isMarked = new Uint8Array(text.length)
  for (const word of words) for (const [from, to] of findWord(folded, word)) isMarked.fill(1, from, to)
  return cutPieces(text, isMarked)
}

/** The words of a typed text. */
export const splitWords = (typed: string) => typed.split(/[^\p{L}\p{N}]+/u)

/** Words to highlight for a company: typed ones, and those that the search understood. */
export const wordsOf = ({ reasons }: Pick<FoundCompany, 'reasons'>, typed: readonly string[]) => [
  ...new Set([...typed, ...reasons.flatMap(({ word, corrected }) => [word, corrected ?? ''])].filter((one) => one.length > 1)),
]

/** Folded text; `spans[i]` is the position of its letter i in the original. */
type Folded = { text: string; spans: { from: number; to: number }[] }

/** Letter by letter, because folding makes texts longer ('ß') and shorter ('ae'). */
function foldWithPlaces(original: string): Folded {
  let text = ''
  const spans: Folded['spans'] = []
  let at = 0
  for (const letter of original) {
    // Folding a letter takes long, and most letters only have a case.
    for (const folded of letter < '\x80' ? letter.toLowerCase() : foldText(letter)) {
      if (!(folded === 'e' && /[aou]$/.test(text))) {
        text += folded
        spans.push({ from: at, to: at + letter.length })
      }
    }
    at += letter.length
  }
  return { text, spans }
}

const shortestStem = 4
const endings = /(ungen|ern|en|er|es|e|n|s)$/

function findWord(folded: Folded, typed: string): [number, number][] {
  const word = foldWithPlaces(typed).text
  const found = occurrences(folded, word, word.length < 3)
  if (found.length > 0) return found
  const stem = word.replace(endings, (ending) => (ending === 'ungen' ? 'ung' : ''))
  return stem === word || stem.length < shortestStem ? [] : occurrences(folded, stem, true)
}

function occurrences({ text, spans }: Folded, word: string, isAtStart: boolean) {
  const found: [number, number][] = []
  for (let at = text.indexOf(word); word && at !== -1; at = text.indexOf(word, at + word.length)) {
    const from = spans[at]?.from
    const to = spans[at + word.length - 1]?.to
    if (from !== undefined && to !== undefined && !(isAtStart && /[\p{L}\p{N}]/u.test(text.charAt(at - 1)))) found.push([from, to])
  }
  return found
}

function cutPieces(text: string, isMarked: Uint8Array): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && isMarked[at] === isMarked[start]) continue
    pieces.push({ text: text.slice(start, at), isMatch: isMarked[start] === 1, start })
    start = at
  }
  return pieces
}
