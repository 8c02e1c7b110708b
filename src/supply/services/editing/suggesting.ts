import { nearestEntries } from '../catalogue/nearest.ts'
import type { Catalogue, CatalogueService } from '../catalogue/rules.ts'
import type { CatalogueIndex } from '../understanding/phrases.ts'
import { understand } from '../understanding/understand.ts'

/**
 * Suggested entries for typed words. First those that the words mean, interpreted as in the search (a problem, a job, a regional word),
 * with the own category before the others; then entries that look similar, because the words may be incomplete; then possible meanings.
 */
export function suggestedEntries(index: CatalogueIndex, typed: string, { category, limit }: { category: string; limit: number }) {
  const { catalogue } = index
  const { services, tradeIds, isTrade } = understand(typed, index)
  const meant = services.filter(({ isExact }) => isExact).map(({ id }) => id)
  const done = isTrade ? doneBy(catalogue, tradeIds) : []
  const near = nearestEntries(catalogue, typed, { category, limit })
  const ids = new Set([
    ...ownFirst(catalogue, [...meant, ...done], category),
    ...near.map(({ service }) => service.id),
    ...services.map(({ id }) => id),
  ])
  return [...ids].flatMap((id) => catalogue.services.find((one) => one.id === id) ?? []).slice(0, limit)
}

/** Services of these trades, those with the most phrases first. */
const doneBy = ({ services }: Catalogue, tradeIds: readonly string[]) =>
  services
    .filter(({ tradeId }) => tradeIds.includes(tradeId))
    .sort((one, other) => other.said.length - one.said.length)
    .map(({ id }) => id)

function ownFirst({ services, trades }: Catalogue, ids: readonly string[], category: string) {
  const own = new Set(trades.filter((trade) => trade.category === category).map(({ id }) => id))
  const isOwn = (id: string) => services.some((service: CatalogueService) => service.id === id && own.has(service.tradeId))
  return [...ids.filter(isOwn), ...ids.filter((id) => !isOwn(id))]
}
