import type { Catalogue, CatalogueService } from '../catalogue/rules.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How a phrase names what it stands for, the most certain first. */
export const phraseKinds = ['ambiguous', 'name', 'said', 'trade', 'object'] as const
export type PhraseKind = (typeof phraseKinds)[number]

/** What is done to an object: 'einbauen'. */
export type Act = { text: string; words: readonly string[]; units: readonly string[]; weight: number }

/** A way to say services or a trade; the units it is made of, and their weight together. */
export type Phrase = {
  text: string
  kind: PhraseKind
  /** Services, the likeliest first; or one trade. */
  services: readonly string[]
  trade: string | null
  words: readonly string[]
  /** What is done to an object, if it is one: each makes another phrase with it. */
  acts: readonly Act[]
  /** As it is typed, in one spelling. */
  plain: string
  units: readonly string[]
  weight: number
}

/** What people ask for that nobody here does, by the stem it begins with: 'kaufen', 'Fahrplan', 'Essen bestellen'. */
export type Elsewhere = ReadonlyMap<string, readonly (readonly string[])[]>

/** Stems of things that shops sell, and words that say which: 'Kühlschrank', 'Angebot'. */
export type Wares = { things: ReadonlySet<string>; marks: ReadonlySet<string> }

/** Words for where people work, in each form, and trades that every business needs. */
export type Customers = { workplaces: ReadonlySet<string>; serving: ReadonlySet<string> }

/** Names of people; family names may be trades, too. */
export type Names = { family: ReadonlySet<string>; first: ReadonlySet<string> }

export type CatalogueIndex = {
  catalogue: Catalogue
  vocabulary: Vocabulary
  phrases: readonly Phrase[]
  evidence: Evidence
  /** The name of each service, as a phrase. */
  names: ReadonlyMap<string, Phrase>
  /** The phrases that a unit occurs in. */
  having: ReadonlyMap<string, readonly Phrase[]>
  whole: ReadonlyMap<string, readonly Phrase[]>
  elsewhere: Elsewhere
  wares: Wares
  customers: Customers
  people: Names
  tradeOf: ReadonlyMap<string, string>
  serviceOf: ReadonlyMap<string, CatalogueService>
  /** The services of each trade. */
  servicesOf: ReadonlyMap<string, readonly CatalogueService[]>
  /** Units of things that something is done to. */
  objects: ReadonlySet<string>
  /** The weight of a unit: the rarer, the more it tells. */
  weightOf: (unit: string) => number
  /** What is done, or a word that says little: not enough without what it is done to. */
  isSlight: (unit: string) => boolean
}

/** How many units the phrases of each service, of each trade, and of all have. */
export type Evidence = { services: ReadonlyMap<string, number>; trades: ReadonlyMap<string, number>; all: number }
