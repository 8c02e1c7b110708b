import { foldText } from '#src/platform/kit/text.ts'
import type { Catalogue, Trade } from '../catalogue/rules.ts'

type Company = { category: string; companyName: string; description: string; servicesOffered: readonly string[] }

/**
 * Services that companies of this kind usually offer and this one does not yet. Entries of its own trades, derived from its services and
 * its free texts, come before the others of its category; the most offered first, and among equals those with the most phrases.
 */
export function usualEntries(catalogue: Catalogue, company: Company, offered: readonly string[]) {
  const { own, others } = tradesOf(catalogue, company, offered)
  const entries = catalogue.services.filter(({ id, tradeId }) => (own.has(tradeId) || others.has(tradeId)) && !offered.includes(id))
  const byUse = (offers: ReadonlyMap<string, number>) =>
    entries.toSorted(
      (one, other) =>
        Number(own.has(other.tradeId)) - Number(own.has(one.tradeId)) ||
        (offers.get(other.id) ?? 0) - (offers.get(one.id) ?? 0) ||
        other.said.length - one.said.length ||
        (one.id < other.id ? -1 : 1),
    )
  return { entries, byUse }
}

function tradesOf({ trades, services }: Catalogue, company: Company, offered: readonly string[]) {
  const inCategory = trades.filter(({ category }) => category === company.category)
  const told = foldText([company.companyName, company.description, ...company.servicesOffered].join(' '))
  const own = new Set([
    ...services.filter(({ id }) => offered.includes(id)).map(({ tradeId }) => tradeId),
    ...inCategory.filter((trade) => isNamed(trade, told)).map(({ id }) => id),
  ])
  return { own, others: new Set(inCategory.map(({ id }) => id)) }
}

const isNamed = ({ name, forms }: Trade, told: string) => [name, ...forms].some((word) => told.includes(foldText(word)))
