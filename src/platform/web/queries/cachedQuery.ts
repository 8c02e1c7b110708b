import type { QueryPolicy } from './defaults.ts'

/** State of a read for a screen: loading, the value, or a failure of every try without an older value to show. */
export type QueryState<Value> = { status: 'loading' } | { status: 'loaded'; value: Value } | { status: 'failed' }

type CachedQueryParts<Value> = {
  read: () => Promise<Value>
  rules: QueryPolicy
  /** Receives the error of a read whose last try failed. */
  onFailed: (error: unknown) => void
  /** Value that came with the page: fresh from now on. */
  known?: Value | undefined
  clock?: QueryClock
}

/** Clock, passed in so that tests can control it. `later` returns the function that cancels it. */
type QueryClock = { now: () => number; wait: (ms: number) => Promise<void>; later: (ms: number, run: () => void) => () => void }

/**
 * Data that screens share, for `useSyncExternalStore`. They are read when a screen appears and the value is no longer fresh, retried on
 * failure, read again on reconnect, and deleted a while after the last screen left; never read again on focus. An old value stays visible
 * while a new one is loading and when that fails.
 */
export class CachedQuery<Value> {
  readonly #parts: CachedQueryParts<Value>
  readonly #clock: QueryClock
  readonly #listeners = new Set<() => void>()
  readonly #rendered: QueryState<Value>
  #state: QueryState<Value>
  #loadedAt = Number.NEGATIVE_INFINITY
  #isReadOnly = false
  #stopForgetting = () => {}

  constructor(parts: CachedQueryParts<Value>) {
    this.#parts = parts
    this.#clock = parts.clock ?? browserClock
    const { known } = parts
    this.#rendered = known === undefined ? loading : { status: 'loaded', value: known }
    this.#state = this.#rendered
    if (known !== undefined) this.#loadedAt = this.#clock.now()
  }

  subscribe = (listener: () => void) => {
    this.#stopForgetting()
    if (this.#listeners.size === 0) globalThis.addEventListener?.('online', this.#refresh)
    this.#listeners.add(listener)
    void this.#refresh()
    return () => this.#leave(listener)
  }

  current = () => this.#state

  /** State that the server rendered: the value that came with the page, else loading. */
  beforeHydration = () => this.#rendered

  /** Reads now unless the value is fresh. */
  readWhenStale = () => this.#refresh()

  /** Reads now, even if the value is fresh. */
  readAgain = () => {
    this.#loadedAt = Number.NEGATIVE_INFINITY
    return this.#refresh()
  }

  #leave(listener: () => void) {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    globalThis.removeEventListener?.('online', this.#refresh)
    this.#stopForgetting = this.#clock.later(this.#parts.rules.cacheMs, () => {
      this.#state = loading
      this.#loadedAt = Number.NEGATIVE_INFINITY
    })
  }

  #refresh = async () => {
    if (this.#isReadOnly || this.#clock.now() - this.#loadedAt < this.#parts.rules.freshMs) return
    this.#isReadOnly = true
    if (this.#state.status === 'failed') this.#become(loading)
    try {
      const value = await this.#readWithRetries()
      this.#loadedAt = this.#clock.now()
      this.#become({ status: 'loaded', value })
    } catch (error) {
      this.#parts.onFailed(error)
      if (this.#state.status !== 'loaded') this.#become({ status: 'failed' })
    } finally {
      this.#isReadOnly = false
    }
  }

  async #readWithRetries(failures = 0): Promise<Value> {
    const { read, rules } = this.#parts
    try {
      return await read()
    } catch (error) {
      if (failures >= rules.retries) throw error
      await this.#clock.wait(rules.retryDelayMs(failures))
      return this.#readWithRetries(failures + 1)
    }
  }

  #become(next: QueryState<Value>) {
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}

const loading = { status: 'loading' } as const

const browserClock: QueryClock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
