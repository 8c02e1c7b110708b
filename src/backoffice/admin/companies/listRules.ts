import { planKeys } from '#src/money/plans/rules.ts'
import type { FilterOf, ListOf, ListSpec } from '#src/platform/kit/listAddress.ts'
import { categories } from '#src/supply/companies/rules.ts'

/** Polling interval (docs/spec.md#polling). */
export const companyPolling = { everyMs: 30_000 } as const
export const searchLength = 100

/** States of a company. 'archived' ones are only listed with that filter. */
export const companyStates = ['listed', 'hidden', 'suspended', 'feedFailing', 'archived'] as const
export const companySorts = [
  'newest',
  'oldest',
  'nameAsc',
  'nameDesc',
  'locationAsc',
  'locationDesc',
  'categoryAsc',
  'categoryDesc',
] as const
export type CompanySort = (typeof companySorts)[number]

/** Sorting and filters of the list, as encoded in the URL. */
export const companyListSpec = {
  sorts: companySorts,
  choices: {
    category: categories,
    plan: planKeys,
    status: ['incomplete', 'active', 'past_due', 'unpaid', 'canceled'],
    verified: ['yes', 'no'],
    state: companyStates,
  },
  searchLength,
} as const satisfies ListSpec
export const companySortLabels: Record<CompanySort, string> = {
  newest: 'Neueste zuerst',
  oldest: 'Älteste zuerst',
  nameAsc: 'Firmen von A bis Z',
  nameDesc: 'Firmen von Z bis A',
  locationAsc: 'Standorte von A bis Z',
  locationDesc: 'Standorte von Z bis A',
  categoryAsc: 'Kategorien von A bis Z',
  categoryDesc: 'Kategorien von Z bis A',
}

export type CompanyList = ListOf<typeof companyListSpec>
/** Filter of companies; without a state all that are not archived. */
export type CompanyFilter = FilterOf<CompanyList>
