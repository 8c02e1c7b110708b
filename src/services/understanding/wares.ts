import type { CatalogueWords } from '../catalogue/rules.ts'
import type { Wares } from './phrases.ts'
import { stemOf, wordsIn } from './stem.ts'

export const collectWares = ({ wares = [], ware_marks: marks = [] }: CatalogueWords): Wares => ({
  things: new Set(wares.flatMap(wordsIn).map(stemOf)),
  marks: new Set(marks.flatMap(wordsIn)),
})

/**
 * Whether a query asks for a thing and which one, as in a shop, and for nothing that is done to it: 'Kühlschrank Samsung', 'Matratze 140x200'. A
 * thing alone may need anything.
 */
export function isForSale(words: readonly string[], { things, marks }: Wares): boolean {
  let [hasThing, hasMark] = [false, false]
  for (const word of words) {
    if (isMark(word, marks)) hasMark = true
    else if (isThing(stemOf(word), things)) hasThing = true
    else if (!linking.has(word)) return false
  }
  return hasThing && hasMark
}

const isMark = (word: string, marks: Wares['marks']) => marks.has(word) || measure.test(word) || model.test(word)
/** '205', '140x200', '8mm'; five digits are a postcode. */
const measure = /^(?:\d{1,4}|\d+(?:x\d+)+|\d+[a-z]{1,3})$/
/** 'S24', 'R16'; but 'E18' and 'F5' are what a broken machine says. */
const model = /^(?![ef]\d+$)[a-z]{1,2}\d{1,4}[a-z]?$/

/** 'Gitarre für Anfänger' is a lesson, and 'Gitarre Anfänger Set' none. */
const linking: ReadonlySet<string> = new Set(
  'mit von fur in aus und ab bis unter der die das ein eine einen anfanger einsteiger'.split(' '),
)

/** Itself or a kind of it: 'Ecksofa'. */
function isThing(stem: string, things: Wares['things']) {
  if (things.has(stem)) return true
  for (let at = 2; at <= stem.length - shortestThing; at += 1) if (things.has(stem.slice(at))) return true
  return false
}
const shortestThing = 4
