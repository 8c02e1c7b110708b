import type { CatalogueWords } from '../catalogue/rules.ts'
import type { Products } from './phrases.ts'
import { stemOf, wordsIn } from './stem.ts'

export const collectProducts = ({ wares = [], ware_marks: marks = [] }: CatalogueWords): Products => ({
  things: new Set(wares.flatMap(wordsIn).map(stemOf)),
  marks: new Set(marks.flatMap(wordsIn)),
})

/**
 * True if a query names a product and its specification, as in a shop, and no action: 'Kühlschrank Samsung', 'Matratze 140x200'. A product
 * alone may need any service.
 */
export function isForSale(words: readonly string[], { things, marks }: Products): boolean {
  let [hasThing, hasMark] = [false, false]
  for (const word of words) {
    if (isQualifier(word, marks)) hasMark = true
    else if (isThing(stemOf(word), things)) hasThing = true
    else if (!linking.has(word)) return false
  }
  return hasThing && hasMark
}

const isQualifier = (word: string, marks: Products['marks']) => marks.has(word) || measure.test(word) || model.test(word)
/** Measures: '205', '140x200', '8mm'; five digits are a postcode. */
const measure = /^(?:\d{1,4}|\d+(?:x\d+)+|\d+[a-z]{1,3})$/
/** Model numbers: 'S24', 'R16'; but 'E18' and 'F5' are error codes of a broken device. */
const model = /^(?![ef]\d+$)[a-z]{1,2}\d{1,4}[a-z]?$/

/** Words that neither make nor prevent a purchase: 'Gitarre für Anfänger' is a lesson, 'Gitarre Anfänger Set' is a product. */
const linking: ReadonlySet<string> = new Set(
  'mit von fur in aus und ab bis unter der die das ein eine einen anfanger einsteiger'.split(' '),
)

/** True for a product or a kind of it: 'Ecksofa'. */
function isThing(stem: string, things: Products['things']) {
  if (things.has(stem)) return true
  for (let at = 2; at <= stem.length - shortestThing; at += 1) if (things.has(stem.slice(at))) return true
  return false
}
const shortestThing = 4
