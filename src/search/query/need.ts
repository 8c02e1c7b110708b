import type { CatalogueIndex } from '#src/services/understanding/phrases.ts'
import type { Understood } from '#src/services/understanding/understood.ts'
import type { UnderstoodNeed } from './rules.ts'

const mostShown = { services: 4, near: 6 } as const

/** What was understood, by the names of the catalogue; null when it was nothing. */
export function nameNeed({ services, tradeIds }: Understood, { catalogue }: CatalogueIndex): UnderstoodNeed | null {
  if (services.length + tradeIds.length === 0) return null
  const named = (ids: readonly string[]) => ids.flatMap((id) => catalogue.services.find((one) => one.id === id) ?? [])
  const meant = named(services.map(({ id }) => id))
  const near = named(meant.flatMap(({ near }) => near)).filter((one) => !meant.includes(one))
  const shown = (of: readonly { id: string; name: string }[], most: number) => of.slice(0, most).map(({ id, name }) => ({ id, name }))
  return {
    services: shown(meant, mostShown.services),
    trades: shown(
      tradeIds.flatMap((id) => catalogue.trades.find((one) => one.id === id) ?? []),
      tradeIds.length,
    ),
    near: shown([...new Set(near)], mostShown.near),
  }
}
