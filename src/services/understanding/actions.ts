import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { App } from '#src/server/app.ts'
import { primaryOf } from '#src/server/db.ts'
import { productFolder } from '#src/server/productFolder.ts'
import { holdCatalogue } from '../catalogue/actions.ts'
import type { Catalogue } from '../catalogue/rules.ts'
import { buildIndex } from './catalogueIndex.ts'
import type { CatalogueIndex } from './phrases.ts'
import { listSaid, parseReadings, readAll, type Said, writeReadings } from './readings.ts'
import { findReadings, keepReadings } from './store.ts'
import { understand } from './understand.ts'
import { notUnderstood, type Understood } from './understood.ts'

const indexes = new WeakMap<Catalogue, Promise<CatalogueIndex>>()

/** Returns the index for interpreting queries, cached per loaded catalogue. */
export async function holdIndex(app: Pick<App, 'db'>): Promise<CatalogueIndex> {
  const catalogue = await holdCatalogue(app)
  const held = indexes.get(catalogue)
  if (held) return held
  const said = listSaid(catalogue)
  const index = holdReadings(app, catalogue, said).then((readings) => buildIndex(catalogue, said, readings))
  indexes.set(catalogue, index)
  index.catch(() => indexes.delete(catalogue))
  return index
}

/**
 * Returns the parsed texts of the catalogue. The first process that needs them stores them in the database for all, valid until the
 * catalogue or this code changes.
 */
export async function holdReadings({ db }: Pick<App, 'db'>, catalogue: Catalogue, said: readonly Said[]) {
  const version = `${catalogue.revision} ${await hashOfReader()}`
  const kept = await findReadings(db, version)
  if (kept !== undefined) return parseReadings(kept)
  const readings = await readAll(catalogue, said)
  // If storing fails, the next process parses the texts again.
  await keepReadings(primaryOf(db), version, writeReadings(readings)).catch(() => undefined)
  return readings
}

/** Hash of the code that parses texts: this folder, and the folding of letters. Part of the stored version. */
async function hashOfReader() {
  const folder = new URL('src/services/understanding/', productFolder)
  const own = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts')).sort()
  const hash = createHash('sha256')
  for (const file of [...own, '../../kit/text.ts']) hash.update(await readFile(new URL(file, folder)))
  return hash.digest('hex')
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
