import { LRUCache } from 'lru-cache'

/**
 * What this process worked out and may show to everybody for a while (docs/spec.md#kept-pages): at most five seconds old, and gone at once
 * when something changes that it may show.
 */
export type Kept<Value> = {
  /** The value under this key, made if it is not there; of several who ask at once, one makes it. */
  get(key: string, make: () => Promise<Value>): Promise<Value>
  /** Forgets everything, also what is being made from what was true before. */
  empty(): void
}

type Keeping<Value extends object> = {
  mostBytes: number
  bytesOf: (value: Value) => number
  isForAll?: (value: Value) => boolean
  /** How much older than the database a value may be when it is made. */
  olderByMs?: () => number
}

const keptMs = 5_000

/** Keeps values for everybody; what is not `isForAll` is answered to its asker only. */
export function openKept<Value extends object>({
  mostBytes,
  bytesOf,
  isForAll = () => true,
  olderByMs = () => 0,
}: Keeping<Value>): Kept<Value> {
  const values = new LRUCache<string, Value>({ ttl: keptMs, maxSize: mostBytes, sizeCalculation: (value) => Math.ceil(bytesOf(value)) })
  // What nobody asks for again would lie there until there is no room.
  setInterval(() => values.purgeStale(), keptMs).unref()
  let making = new Map<string, Promise<Value>>()
  return {
    async get(key, make) {
      const value = values.get(key)
      if (value) return value
      const others = making.get(key)
      const theirs = others && (await others.catch(() => undefined))
      if (theirs && isForAll(theirs)) return theirs
      const mine = making
      const begun = make().finally(() => mine.delete(key))
      mine.set(key, begun)
      const made = await begun
      // Whoever began before an emptying may have read what was true before it.
      if (isForAll(made) && mine === making) values.set(key, made, { ttl: Math.max(1, keptMs - olderByMs()) })
      return made
    },
    empty() {
      values.clear()
      making = new Map()
    },
  }
}
