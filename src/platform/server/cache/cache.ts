import { LRUCache } from 'lru-cache'

/**
 * Values computed by this process and shown to all visitors (docs/spec.md#kept-pages): at most five seconds old, and invalidated when data
 * that they may show change.
 */
export type Cache<Value> = {
  /** Returns the value of this key, and makes it if it is missing; concurrent calls make it once. */
  get(key: string, make: () => Promise<Value>): Promise<Value>
  /** Deletes all values, and discards values that are being made from older data. */
  empty(): void
}

type CacheOptions<Value extends object> = {
  mostBytes: number
  bytesOf: (value: Value) => number
  isForAll?: (value: Value) => boolean
  /** Possible lag of a new value behind the database. */
  olderByMs?: () => number
  /** Called for each lookup, for the metrics. */
  onLookup?: (isHit: boolean) => void
}

const cacheMs = 5_000

/** Caches values for all visitors; a value that is not `isForAll` is returned to its caller only. */
export function openCache<Value extends object>({
  mostBytes,
  bytesOf,
  isForAll = () => true,
  olderByMs = () => 0,
  onLookup,
}: CacheOptions<Value>): Cache<Value> {
  const values = new LRUCache<string, Value>({ ttl: cacheMs, maxSize: mostBytes, sizeCalculation: (value) => Math.ceil(bytesOf(value)) })
  // Frees the memory of expired values that are not requested again.
  setInterval(() => values.purgeStale(), cacheMs).unref()
  let making = new Map<string, Promise<Value>>()
  return {
    async get(key, make) {
      const value = values.get(key)
      onLookup?.(value !== undefined)
      if (value) return value
      const others = making.get(key)
      const theirs = others && (await others.catch(() => undefined))
      if (theirs && isForAll(theirs)) return theirs
      const mine = making
      const begun = make().finally(() => mine.delete(key))
      mine.set(key, begun)
      const made = await begun
      // A value begun before an invalidation may be made from older data.
      if (isForAll(made) && mine === making) values.set(key, made, { ttl: Math.max(1, cacheMs - olderByMs()) })
      return made
    },
    empty() {
      values.clear()
      making = new Map()
    },
  }
}
