import type { CatalogueWords } from '../catalogue/rules.ts'
import type { Names } from './phrases.ts'
import { wordsIn } from './stem.ts'

export const collectNames = ({ family_names: family = [], trade_names: trades = [], first_names: first = [] }: CatalogueWords): Names => ({
  family: new Set([...family, ...trades].flatMap(wordsIn)),
  first: new Set(first.flatMap(wordsIn)),
})

const titles: ReadonlySet<string> = new Set('herr herrn frau fraulein familie'.split(' '))

/** True if the words are a person's name, also with further words about that person: 'Thomas Schreiner' is no query for a joiner. */
export function isPerson([first = '', family = '', ...more]: readonly string[], names: Names): boolean {
  if (titles.has(first)) return names.family.has(family) && more.length === 0
  return names.first.has(first) && family !== '' && (more.length === 0 || names.family.has(family))
}
