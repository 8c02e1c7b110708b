import { LRUCache } from 'lru-cache'
import type { App } from '#src/server/app.ts'
import { holdCatalogue } from '../catalogue/actions.ts'
import type { Catalogue } from '../catalogue/rules.ts'
import { buildIndex } from './catalogueIndex.ts'
import type { CatalogueIndex } from './phrases.ts'
import { understand } from './understand.ts'
import { notUnderstood, type Understood } from './understood.ts'

const indexes = new WeakMap<Catalogue, Promise<CatalogueIndex>>()

/** The catalogue prepared for understanding: once for each that this process holds. */
export async function holdIndex(app: Pick<App, 'db'>): Promise<CatalogueIndex> {
  const catalogue = await holdCatalogue(app)
  const index = indexes.get(catalogue) ?? buildIndex(catalogue)
  indexes.set(catalogue, index)
  return index
}

/** By index and query: understanding one takes most of a millisecond. */
const understandings = new WeakMap<CatalogueIndex, LRUCache<string, Understood>>()

/** What somebody needs who types this. */
export async function understandQuery(app: Pick<App, 'db'>, query: string): Promise<Understood> {
  if (query.trim() === '') return notUnderstood
  const index = await holdIndex(app)
  const known = understandings.get(index) ?? new LRUCache<string, Understood>({ max: 2_000 })
  understandings.set(index, known)
  const understood = known.get(query) ?? understand(query, index)
  known.set(query, understood)
  return understood
}
