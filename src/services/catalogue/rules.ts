import type { PriceKind, ServicePlace } from '../rules.ts'

/** A trade of the catalogue, as shown: the operator's name wins. */
export type Trade = { id: string; category: string; name: string; forms: readonly string[] }

/** A service of the catalogue; prices and durations are for orientation, in cents and minutes. */
export type CatalogueService = {
  id: string
  tradeId: string
  name: string
  said: readonly string[]
  objects: readonly string[]
  acts: readonly string[]
  priceKind: PriceKind
  priceUnit: string
  lowCents: number
  highCents: number
  lowMinutes: number
  highMinutes: number
  places: readonly ServicePlace[]
  near: readonly string[]
  questions: readonly string[]
}

/** How phrases are read: fillers mean nothing, acts and regional are groups of words that mean the same, heads end compounds. */
export type CatalogueWords = {
  fillers: readonly string[]
  acts: readonly (readonly string[])[]
  regional: readonly (readonly string[])[]
  compound_heads: Readonly<Record<string, string>>
  /** What people ask for that nobody here offers ('kaufen', 'Fahrplan'): a query that names it is not taken for the nearest service. */
  elsewhere?: readonly string[]
  /** Words spelt right that say nothing of what is offered here: none is a slip of another word, nor made of others ('Kinderwagen'). */
  unrelated?: readonly string[]
  /** Things that shops sell, and what is said of them only where they do: brands, sizes, colours, 'Angebot'. */
  wares?: readonly string[]
  ware_marks?: readonly string[]
  /** Where people work for whom something is done, as a word or the end of one: 'Praxis'. */
  workplaces?: readonly string[]
  /** Trades that every business needs, whatever its own. */
  serving_businesses?: readonly string[]
  /** Family names that read like inflected words; those that are trades, too; first names that are no other word. */
  family_names?: readonly string[]
  trade_names?: readonly string[]
  first_names?: readonly string[]
}

/** The catalogue without hidden entries, as each process holds it. `revision` rises with each change. */
export type Catalogue = {
  revision: number
  trades: readonly Trade[]
  services: readonly CatalogueService[]
  ambiguous: Readonly<Record<string, readonly string[]>>
  words: CatalogueWords
}

/** Units of the package that stand for the service as a whole: nothing is counted. */
const wholeUnits = new Set([
  'Pauschale',
  'Einsatz',
  'Termin',
  'Auftrag',
  'Std.',
  'Erstberatung',
  'Beratung',
  'Besuch',
  'Auftritt',
  'Shooting',
  'Provision',
])

/** The unit that a company's price is suggested for; null where the price is for the whole service. */
export const countedUnit = ({ priceUnit }: Pick<CatalogueService, 'priceUnit'>) => (wholeUnits.has(priceUnit) ? null : priceUnit)
