import { LRUCache } from 'lru-cache'
import type { App } from '#src/platform/server/app.ts'
import { type Database, primaryOf } from '#src/platform/server/db.ts'
import type { SearchQuery } from '../query/rules.ts'
import { type Given, type Interpretation, meaningsIn, readSearch } from './interpretationStore.ts'

/** Bound of the term ids in the cache: some 16 MB. An interpretation of short words has thousands of them. */
const mostTerms = 2_000_000
const newCache = () =>
  new LRUCache<string, Interpretation>({
    max: 2_000,
    maxSize: mostTerms,
    sizeCalculation: (reading) => 1 + meaningsIn(reading).reduce((sum, one) => sum + termsIn(one), 0),
  })
const termsIn = ({ near, towns, exact, parts, inside }: Interpretation['words'][number]) =>
  near.length + towns.length + exact.length + parts.length + inside.length

type Holder = { cache: ReturnType<typeof newCache>; hears: () => boolean }
const holders = new WeakMap<Database, Holder>()

/** Caches interpretations of this database from now on (docs/spec.md#search-memory), while the process receives its notifications. */
export function cacheInterpretations({ db, live }: Pick<App, 'db' | 'live'>) {
  const hears = live.onPublicChange((isOfWords) => {
    if (isOfWords) holder.cache = newCache()
  })
  const holder: Holder = { cache: newCache(), hears }
  holders.set(db, holder)
}

/** Reads a search's interpretation from the cache, else from the database in one round trip. */
export async function readCached(db: Database, query: SearchQuery, given: Given): Promise<Interpretation> {
  const holder = holders.get(primaryOf(db))
  if (!holder?.hears()) return readSearch(db, query, given)
  const { cache } = holder
  const { q, location, radius, category } = query
  const key = JSON.stringify({ q, location, radius, category, ...given })
  const cached = cache.get(key)
  if (cached) return cached
  const reading = await readSearch(db, query, given)
  // An interpretation that began before a change of the vocabulary may be outdated: it goes into the cache that the change replaced.
  cache.set(key, reading)
  return reading
}
