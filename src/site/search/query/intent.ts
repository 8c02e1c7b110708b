import type { CatalogueIndex } from '#src/supply/services/understanding/phrases.ts'
import type { Understood } from '#src/supply/services/understanding/understood.ts'
import type { Meaning } from './plan.ts'
import type { IntentNames } from './rules.ts'

/** Catalogue entries that a query means, by their ids. */
export type Intent = { services: readonly string[]; trades: readonly string[] }
/** One of them as a term of the vocabulary, with the number of its offers; `isOffered` is true if there is one. */
export type Entry = { kind: 'service' | 'trade'; text: string; id: number; offers: number; isOffered: boolean }
/** By `entryKey`. */
export type Entries = ReadonlyMap<string, Entry>
export const entryKey = (kind: Entry['kind'], text: string) => `${kind} ${text}`

export const hasIntent = ({ services, tradeIds }: Understood) => services.length + tradeIds.length > 0

/** The interpretation without the removed entries. A removed service leaves its trade. */
export const leaveOut = ({ services, tradeIds, likelyTradeIds, ...understood }: Understood, ids: readonly string[]): Understood => ({
  ...understood,
  services: services.filter(({ id }) => !ids.includes(id)),
  tradeIds: tradeIds.filter((id) => !ids.includes(id)),
  likelyTradeIds: likelyTradeIds.filter((id) => !ids.includes(id)),
})

/**
 * Intents of a query, in order: the likeliest; then, if no company offers that, also the next likely offered service, with the other
 * meanings of its trade; then all possible meanings.
 */
export function intentsOf({ services, tradeIds, likelyTradeIds }: Understood, entries: Entries, { tradeOf }: CatalogueIndex): Intent[] {
  const likely = services.filter(({ isLikely }) => isLikely)
  const next = services.find((one) => !one.isLikely && isDone(one.id, entries))
  const trade = tradeOf.get(next?.id ?? '')
  const nearly = services.filter((one) => one.isLikely || (trade !== undefined && tradeOf.get(one.id) === trade))
  const needs = [
    { services: likely, trades: likelyTradeIds },
    { services: nearly, trades: tradeIds.filter((id) => likelyTradeIds.includes(id) || id === trade) },
    { services, trades: tradeIds },
  ]
  const isMore = ({ services, trades }: (typeof needs)[number], before = needs[0]) =>
    services.length > (before?.services.length ?? 0) || trades.length > (before?.trades.length ?? 0)
  return needs
    .filter((need, place) => place === 0 || isMore(need, needs[place - 1]))
    .map(({ services, trades }) => ({ services: services.map(({ id }) => id), trades }))
}

/** The part of the understood query that is searched: the page shows nothing else as understood. */
export const onlyIntent = (understood: Understood, { services, trades }: Intent): Understood => ({
  ...understood,
  services: understood.services.filter(({ id }) => services.includes(id)),
  tradeIds: understood.tradeIds.filter((id) => trades.includes(id)),
})

/** Fallback if no company offers the service or has its trade: related services of the trade. Undefined if there are none. */
export function sideServicesOf({ tradeIds }: Understood, near: readonly string[], { tradeOf }: CatalogueIndex): Intent | undefined {
  const services = near.filter((id) => tradeIds.includes(tradeOf.get(id) ?? ''))
  return services.length > 0 ? { services, trades: tradeIds } : undefined
}

/** Entries of the vocabulary for an intent, in its order. */
export type IntentEntries = { services: readonly Entry[]; trades: readonly Entry[] }

export const entriesOf = ({ services, trades }: Intent, entries: Entries): IntentEntries => ({
  services: services.flatMap((id) => entries.get(entryKey('service', id)) ?? []),
  trades: trades.flatMap((id) => entries.get(entryKey('trade', id)) ?? []),
})

const isDone = (service: string, entries: Entries) => entries.get(entryKey('service', service))?.isOffered === true

/** True if any company anywhere offers it. */
export function isOffered(need: Intent, entries: Entries) {
  const { services, trades } = entriesOf(need, entries)
  return [...services, ...trades].some((entry) => entry.isOffered)
}

/**
 * An intent as one meaning: companies that offer the service, then those of its trade, then those with its words, and for a single word
 * those in a town of that name. `words`: the distinctive ones.
 */
export function meaningOf(need: Intent, entries: Entries, words: readonly Meaning[], index: CatalogueIndex): Meaning {
  const [only] = words.length === 1 ? words : []
  const { services: offered, trades: named } = entriesOf(need, entries)
  const count = (some: readonly Entry[]) => some.reduce((sum, { offers }) => sum + offers, 0)
  const unknown = entries.get(entryKey('trade', 'unknown'))
  const offering = Math.max(count(named), count(offered))
  const isSaid = words.length > 0 && words.every(({ near }) => near.length > 0)
  return {
    word: words.map(({ word }) => word).join(' '),
    isFilter: false,
    isPlace: false,
    near: [...offered, ...named].map(({ id }) => id),
    towns: only?.towns ?? [],
    frequency: offering,
    offers: offering,
    exact: offered.map(({ id }) => id),
    exactFrequency: count(offered),
    own: named.map(({ id }) => id),
    parts: [],
    inside: [],
    insideFrequency: 0,
    corrected: null,
    ...(isSaid ? { said: { words: [...words], unknown: unknown?.id ?? 0, categories: categoriesOf(need, index) } } : {}),
  }
}

/** An intent with a chosen category: companies that only mention it in their offer count only in that category. */
export const narrowTo = (category: string | null, meaning: Meaning): Meaning =>
  category === null || !meaning.said
    ? meaning
    : { ...meaning, said: { ...meaning.said, categories: meaning.said.categories.filter((one) => one === category) } }

/** Categories of the intent. */
export function categoriesOf({ services, trades }: Intent, { catalogue, tradeOf }: CatalogueIndex) {
  const ids = [...trades, ...services.map((id) => tradeOf.get(id))]
  return [...new Set(catalogue.trades.flatMap(({ id, category }) => (ids.includes(id) ? category : [])))]
}

/** Services similar to the understood ones: those similar to its services, then the others of its trades. */
export function nearOf({ services, tradeIds }: Understood, { serviceOf, servicesOf }: CatalogueIndex) {
  const near = new Set(services.flatMap(({ id }) => serviceOf.get(id)?.near ?? []))
  for (const trade of tradeIds) for (const { id } of servicesOf.get(trade) ?? []) near.add(id)
  for (const { id } of services) near.delete(id)
  return [...near]
}

/** Services of the list that at least one company offers. */
export const nearWithCompanies = (near: readonly string[], entries: Entries) => near.filter((id) => isDone(id, entries))

const maxNamed = { services: 4, near: 6 } as const

/** The understood intent, by the names of the catalogue; null if there is none. */
export function nameIntent(
  { services, tradeIds }: Understood,
  near: readonly string[],
  { catalogue, serviceOf }: CatalogueIndex,
): IntentNames | null {
  if (services.length + tradeIds.length === 0) return null
  const named = (ids: readonly string[]) => ids.flatMap((id) => serviceOf.get(id) ?? [])
  const shown = (of: readonly { id: string; name: string }[], most: number) => of.slice(0, most).map(({ id, name }) => ({ id, name }))
  return {
    services: shown(named(services.map(({ id }) => id)), maxNamed.services),
    trades: shown(
      tradeIds.flatMap((id) => catalogue.trades.find((one) => one.id === id) ?? []),
      tradeIds.length,
    ),
    near: shown(named(near), maxNamed.near),
  }
}
