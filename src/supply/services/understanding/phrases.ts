import type { Catalogue, CatalogueService } from '../catalogue/rules.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Kinds of phrases, the most certain first. */
export const phraseKinds = ['ambiguous', 'name', 'said', 'trade', 'object'] as const
export type PhraseKind = (typeof phraseKinds)[number]

/** Action on an object: 'einbauen'. */
export type Act = { text: string; words: readonly string[]; units: readonly string[]; weight: number }

/** Phrase for services or a trade, with the units (normalized words and parts of words) it is made of, and their total weight. */
export type Phrase = {
  text: string
  kind: PhraseKind
  /** Either services, the likeliest first, or one trade. */
  services: readonly string[]
  trade: string | null
  words: readonly string[]
  /** Actions on an object; with each of them the object makes another phrase. */
  acts: readonly Act[]
  /** Folded text, as queries are compared with it. */
  plain: string
  units: readonly string[]
  weight: number
}

/** Requests that no service of the catalogue covers, by their first stem: 'kaufen', 'Fahrplan', 'Essen bestellen'. */
export type Elsewhere = ReadonlyMap<string, readonly (readonly string[])[]>

/** Stems of products that shops sell, and words that specify them: 'Kühlschrank', 'Angebot'. */
export type Products = { things: ReadonlySet<string>; marks: ReadonlySet<string> }

/** Workplaces in each inflected form, and trades that every business needs. */
export type Customers = { workplaces: ReadonlySet<string>; serving: ReadonlySet<string> }

/** Names of people; family names may also be trades. */
export type Names = { family: ReadonlySet<string>; first: ReadonlySet<string> }

export type CatalogueIndex = {
  catalogue: Catalogue
  vocabulary: Vocabulary
  phrases: readonly Phrase[]
  evidence: Evidence
  /** Phrase with the name of each service. */
  names: ReadonlyMap<string, Phrase>
  /** Phrases by the units that they contain. */
  having: ReadonlyMap<string, readonly Phrase[]>
  whole: ReadonlyMap<string, readonly Phrase[]>
  elsewhere: Elsewhere
  wares: Products
  customers: Customers
  people: Names
  tradeOf: ReadonlyMap<string, string>
  serviceOf: ReadonlyMap<string, CatalogueService>
  /** Services of each trade. */
  servicesOf: ReadonlyMap<string, readonly CatalogueService[]>
  /** Units of objects of actions. */
  objects: ReadonlySet<string>
  /** Weight of a unit: the rarer, the higher. */
  weightOf: (unit: string) => number
  /** True for an action or a word with little meaning: not sufficient without an object. */
  isSlight: (unit: string) => boolean
}

/** Number of units in the phrases of each service, of each trade, and of all. */
export type Evidence = { services: ReadonlyMap<string, number>; trades: ReadonlyMap<string, number>; all: number }
