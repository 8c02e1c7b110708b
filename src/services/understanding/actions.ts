import type { App } from '#src/server/app.ts'
import { holdCatalogue } from '../catalogue/actions.ts'
import type { Catalogue } from '../catalogue/rules.ts'
import { buildIndex } from './catalogueIndex.ts'
import type { CatalogueIndex } from './phrases.ts'
import { understand } from './understand.ts'
import { notUnderstood, type Understood } from './understood.ts'

const indexes = new WeakMap<Catalogue, CatalogueIndex>()

/** The catalogue prepared for understanding: once for each that this process holds. */
export async function holdIndex(app: Pick<App, 'db'>): Promise<CatalogueIndex> {
  const catalogue = await holdCatalogue(app)
  const index = indexes.get(catalogue) ?? buildIndex(catalogue)
  indexes.set(catalogue, index)
  return index
}

/** What somebody needs who types this. */
export const understandQuery = async (app: Pick<App, 'db'>, query: string): Promise<Understood> =>
  query.trim() === '' ? notUnderstood : understand(query, await holdIndex(app))
