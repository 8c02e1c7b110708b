import { categories } from '#src/companies/rules.ts'
import type { ListOf, ListSpec } from '#src/kit/listAddress.ts'
import { planKeys } from '#src/plans/rules.ts'

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
  searchLength: 100,
} as const satisfies ListSpec
export type ProviderList = ListOf<typeof providerListSpec>
