import type { CatalogueWords } from '../catalogue/rules.ts'
import type { CatalogueIndex, Customers, Phrase } from './phrases.ts'
import { wordsIn } from './stem.ts'
import type { Read } from './vocabulary.ts'

export const collectCustomers = ({ workplaces = [], serving_businesses: serving = [] }: CatalogueWords): Customers => ({
  workplaces: new Set(workplaces.flatMap(wordsIn).flatMap((word) => ['', 'n', 'en', 's'].map((ending) => word + ending))),
  serving: new Set(serving),
})

/** True for a workplace of business customers, also at the end of a compound: 'Zahnarztpraxis'. */
export const isWorkplace = (word: string, { workplaces }: Customers) =>
  Array.from(word, (_, at) => word.slice(at)).some((end) => workplaces.has(end))

/**
 * True if a word names the customer and not the service: a workplace next to a service of another trade ('Unterhaltsreinigung Kanzlei'), or
 * a trade next to a service that businesses need ('Steuerberatung Friseur'). False if its own trade offers that service ('Kanzlei
 * Erbrecht'), or if a phrase of the catalogue has both words ('Praxis putzen').
 */
export function isCustomer(one: Read, read: readonly Read[], index: CatalogueIndex): boolean {
  const own = sayingsOf(one, index).flatMap(({ kind, trade }) => (kind === 'trade' && trade !== null ? trade : []))
  const { customers } = index
  const isAtWork = isWorkplace(one.word, customers)
  if (read.length < 2 || (!isAtWork && (own.length === 0 || own.some((trade) => customers.serving.has(trade))))) return false
  const categories = own.map((trade) => categoryOf(trade, index))
  const isOthers = (trade: string) =>
    !own.includes(trade) && (isAtWork || (customers.serving.has(trade) && !categories.includes(categoryOf(trade, index))))
  return read.some((other) => {
    const trades =
      other === one || isWorkplace(other.word, customers) ? [] : sayingsOf(other, index).flatMap((phrase) => tradesOf(phrase, index))
    return trades.length > 0 && trades.every(isOthers) && !isSaid({ one, other, own, index })
  })
}

/** Phrases that consist of this word; an object alone is no service. */
const sayingsOf = ({ word }: Read, { whole }: CatalogueIndex) => (whole.get(word) ?? []).filter(({ kind }) => kind !== 'object')

const tradesOf = ({ trade, services }: Phrase, index: CatalogueIndex) =>
  trade === null ? services.flatMap((id) => index.tradeOf.get(id) ?? []) : [trade]
const categoryOf = (trade: string, { catalogue }: CatalogueIndex) => catalogue.trades.find(({ id }) => id === trade)?.category

type Together = { one: Read; other: Read; own: readonly string[]; index: CatalogueIndex }

/**
 * True if a phrase is mostly about both words, or if the word's own trade has a phrase that is mostly about the other: 'Friseur Hochzeit'.
 */
function isSaid({ one, other, own, index }: Together) {
  const { having, weightOf, isSlight } = index
  const isAbout = ({ units, acts, weight }: Phrase, all: readonly string[]) => {
    const said = acts.some((act) => other.units.every((unit) => act.units.includes(unit))) ? [...units, ...other.units] : units
    const about = units.filter((unit) => one.units.includes(unit) || other.units.includes(unit))
    return all.every((unit) => said.includes(unit)) && about.reduce((sum, unit) => sum + weightOf(unit), 0) > mostly * weight
  }
  const both = [...one.units, ...other.units]
  if ((having.get(one.units[0] ?? '') ?? []).some((phrase) => isAbout(phrase, both))) return true
  const isOwn = (phrase: Phrase) => tradesOf(phrase, index).some((trade) => own.includes(trade)) && isAbout(phrase, other.units)
  return !other.units.every(isSlight) && (having.get(other.units[0] ?? '') ?? []).some(isOwn)
}
const mostly = 0.5
