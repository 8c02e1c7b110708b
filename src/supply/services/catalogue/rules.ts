import type { PriceKind, ServicePlace } from '../rules.ts'

/** Trade of the catalogue; the operator's name replaces the packaged one. */
export type Trade = { id: string; category: string; name: string; forms: readonly string[] }

/** Service of the catalogue; prices (cents) and durations (minutes) are for orientation. */
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

/** Vocabulary for phrases: fillers carry no meaning, acts and regional are groups of synonyms, heads end compounds. */
export type CatalogueWords = {
  fillers: readonly string[]
  acts: readonly (readonly string[])[]
  regional: readonly (readonly string[])[]
  compound_heads: Readonly<Record<string, string>>
  /**
   * Requests that no service of the catalogue covers ('kaufen', 'Fahrplan'): a query with such a word is not mapped to the nearest service.
   */
  elsewhere?: readonly string[]
  /**
   * Correct words that are unrelated to any service: never treated as a misspelling of another word, nor split as a compound
   * ('Kinderwagen').
   */
  unrelated?: readonly string[]
  /** Products that shops sell, and words that occur only with products: brands, sizes, colours, 'Angebot'. */
  wares?: readonly string[]
  ware_marks?: readonly string[]
  /** Workplaces of business customers, as a word or the end of one: 'Praxis'. */
  workplaces?: readonly string[]
  /** Trades that every business needs, regardless of its own. */
  serving_businesses?: readonly string[]
  /** Family names that read like inflected words; family names that are also trades; first names that are no other word. */
  family_names?: readonly string[]
  trade_names?: readonly string[]
  first_names?: readonly string[]
}

/** Catalogue without hidden entries, as each process caches it. `revision` rises with each change. */
export type Catalogue = {
  revision: number
  trades: readonly Trade[]
  services: readonly CatalogueService[]
  ambiguous: Readonly<Record<string, readonly string[]>>
  words: CatalogueWords
}

/** Units of the package that stand for the whole service: nothing is counted. */
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

/** Unit to which a company's suggested price refers; null if the price is for the whole service. */
export const countedUnit = ({ priceUnit }: Pick<CatalogueService, 'priceUnit'>) => (wholeUnits.has(priceUnit) ? null : priceUnit)
