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

/** The catalogue prepared for understanding: once for each that this process holds. */
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

/** What the catalogue's texts read as: read by the first process that needs it and kept for all, as long as neither they nor this code change. */
export async function holdReadings({ db }: Pick<App, 'db'>, catalogue: Catalogue, said: readonly Said[]) {
  const version = `${catalogue.revision} ${await hashOfReader()}`
  const kept = await findReadings(db, version)
  if (kept !== undefined) return parseReadings(kept)
  const readings = await readAll(catalogue, said)
  // Where it cannot be kept, the next process reads again.
  await keepReadings(primaryOf(db), version, writeReadings(readings)).catch(() => undefined)
  return readings
}

/** Changes with the code that reads: this folder, and how letters are folded. */
async function hashOfReader() {
  const folder = new URL('src/services/understanding/', productFolder)
  const own = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts')).sort()
  const hash = createHash('sha256')
  for (const file of [...own, '../../kit/text.ts']) hash.update(await readFile(new URL(file, folder)))
  return hash.digest('hex')
}

/** By index and query: understanding one takes most of a millisecond. */
const understandings = new WeakMap<CatalogueIndex, LRUCache<string, Understood>>()

/** What somebody needs who types this. */
export async function understandQuery(app: Pick<App, 'db'>, query: string): Promise<Understood> {
  if (query.trim() === '') return notUnderstood
  const index = await holdIndex(app)
  const known = understandings.get(index) ?? new LRUCache<string, Understood>({ max: 5_000 })
  understandings.set(index, known)
  const understood = known.get(query) ?? understand(query, index)
  known.set(query, understood)
  return understood
}
