import { LRUCache } from 'lru-cache'
import type { App } from '#src/platform/server/app.ts'
import { primaryOf } from '#src/platform/server/db.ts'
import { holdCatalogue } from '../catalogue/actions.ts'
import type { Catalogue } from '../catalogue/rules.ts'
import { buildIndex } from './catalogueIndex.ts'
import type { CatalogueIndex } from './phrases.ts'
import { findTokenized, storeTokenized } from './store.ts'
import { listSaid, parseTokenized, readAll, readerVersion, type Said, writeTokenized } from './tokenized.ts'
import { understand } from './understand.ts'
import { notUnderstood, type Understood } from './understood.ts'

const indexes = new WeakMap<Catalogue, Promise<CatalogueIndex>>()

/** Returns the index for interpreting queries, cached per loaded catalogue. */
export async function holdIndex(app: Pick<App, 'db'>): Promise<CatalogueIndex> {
  const catalogue = await holdCatalogue(app)
  const held = indexes.get(catalogue)
  if (held) return held
  const said = listSaid(catalogue)
  const index = loadTokenized(app, catalogue, said).then((readings) => buildIndex(catalogue, said, readings))
  indexes.set(catalogue, index)
  index.catch(() => indexes.delete(catalogue))
  return index
}

/**
 * Returns the parsed texts of the catalogue. The first process that needs them stores them in the database for all, for this
 * revision of the catalogue and this `readerVersion`.
 */
export async function loadTokenized({ db }: Pick<App, 'db'>, catalogue: Catalogue, said: readonly Said[]) {
  const version = `${catalogue.revision} ${readerVersion}`
  const kept = await findTokenized(db, version)
  if (kept !== undefined) return parseTokenized(kept)
  const readings = await readAll(catalogue, said)
  // If storing fails, the next process parses the texts again.
  await storeTokenized(primaryOf(db), version, writeTokenized(readings)).catch(() => undefined)
  return readings
}

/** Cached results per index and query: one query takes most of a millisecond. */
const understandings = new WeakMap<CatalogueIndex, LRUCache<string, Understood>>()

/** Interprets a query as services and trades of the catalogue. */
export async function understandQuery(app: Pick<App, 'db'>, query: string): Promise<Understood> {
  if (query.trim() === '') return notUnderstood
  const index = await holdIndex(app)
  const known = understandings.get(index) ?? new LRUCache<string, Understood>({ max: 5_000 })
  understandings.set(index, known)
  const understood = known.get(query) ?? understand(query, index)
  known.set(query, understood)
  return understood
}
