import { categories } from '#src/companies/rules.ts'
import type { ListOf, ListSpec } from '#src/kit/listAddress.ts'
import { planKeys } from '#src/plans/rules.ts'

/** Specification 7, "Polling": read again every 30 s. */
export const providerReading = { everyMs: 30_000 } as const
export const searchLength = 100

/** What a provider can be to the operator. 'archived' ones are only shown when they are asked for. */
export const providerStates = ['listed', 'hidden', 'suspended', 'archived'] as const
export const providerSorts = [
  'newest',
  'oldest',
  'nameAsc',
  'nameDesc',
  'locationAsc',
  'locationDesc',
  'categoryAsc',
  'categoryDesc',
] as const
export type ProviderSort = (typeof providerSorts)[number]

/** The list as it stands in the address. */
export const providerListSpec = {
  sorts: providerSorts,
  choices: {
    category: categories,
    plan: planKeys,
    status: ['incomplete', 'active', 'past_due', 'unpaid', 'canceled'],
    verified: ['yes', 'no'],
    state: providerStates,
  },
  searchLength,
} as const satisfies ListSpec
export const providerSortWords: Record<ProviderSort, string> = {
  newest: 'Neueste zuerst',
  oldest: 'Älteste zuerst',
  nameAsc: 'Firmen von A bis Z',
  nameDesc: 'Firmen von Z bis A',
  locationAsc: 'Standorte von A bis Z',
  locationDesc: 'Standorte von Z bis A',
  categoryAsc: 'Kategorien von A bis Z',
  categoryDesc: 'Kategorien von Z bis A',
}

export type ProviderList = ListOf<typeof providerListSpec>
