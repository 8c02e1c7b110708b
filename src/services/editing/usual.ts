import { foldText } from '#src/kit/text.ts'
import type { Catalogue, CatalogueService, Trade } from '../catalogue/rules.ts'

type Company = { category: string; companyName: string; description: string; servicesOffered: readonly string[] }

/**
 * What a company of this kind usually offers: the entries of its trades, as far as its services and its own words tell them, else of its
 * whole category; without those that it offers.
 */
export function usualEntries(catalogue: Catalogue, company: Company, offered: readonly string[]): CatalogueService[] {
  const trades = tradesOf(catalogue, company, offered)
  return catalogue.services.filter(({ id, tradeId }) => trades.has(tradeId) && !offered.includes(id))
}

function tradesOf({ trades, services }: Catalogue, company: Company, offered: readonly string[]) {
  const inCategory = trades.filter(({ category }) => category === company.category)
  const told = foldText([company.companyName, company.description, ...company.servicesOffered].join(' '))
  const known = [
    ...services.filter(({ id }) => offered.includes(id)).map(({ tradeId }) => tradeId),
    ...inCategory.filter((trade) => isNamed(trade, told)).map(({ id }) => id),
  ]
  return new Set(known.length > 0 ? known : inCategory.map(({ id }) => id))
}

const isNamed = ({ name, forms }: Trade, told: string) => [name, ...forms].some((word) => told.includes(foldText(word)))

/** The most offered first; among equals what people have most words for. */
export const byUse = (entries: readonly CatalogueService[], offers: ReadonlyMap<string, number>) =>
  entries.toSorted(
    (one, other) =>
      (offers.get(other.id) ?? 0) - (offers.get(one.id) ?? 0) || other.said.length - one.said.length || (one.id < other.id ? -1 : 1),
  )
