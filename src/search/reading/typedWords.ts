import { foldText } from '#src/kit/text.ts'
import { functionWords } from '#src/services/understanding/small.ts'
import { mostWords } from '../query/plan.ts'

/** A word of a search; in a search of several, a word of two letters is not searched inside other words. */
export type TypedWord = { word: string; isSearchedInside: boolean }

/**
 * The words of a text as the database takes them (`search_words` and the reading of a search; a test holds both together), those first that
 * tell something. Undefined for letters that the database may know better.
 */
export function typedWords(text: string): TypedWord[] | undefined {
  const folded = foldText(text)
  if (!/^[ -~À-ſ]*$/.test(text) || !/^[ -~]*$/.test(folded)) return undefined
  const joined = folded.replace(/(?<!\w)(\w)-(?=\w)/g, '$1')
  const words = [...new Set(joined.split(/[^a-z0-9]+/).map((word) => word.slice(0, longest)))].filter((word) => word !== '')
  return words
    .toSorted(
      (one, other) => Number(functionWords.has(one)) - Number(functionWords.has(other)) || folded.indexOf(one) - folded.indexOf(other),
    )
    .slice(0, mostWords)
    .map((word) => ({ word, isSearchedInside: word.length > 2 || words.length === 1 }))
}
const longest = 80
