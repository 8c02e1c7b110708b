import type { ReadRules } from './defaults.ts'

/** What a screen sees of a read: nothing yet, the value, or that every try failed without an older value to show. */
export type ReadState<Value> = { status: 'loading' } | { status: 'loaded'; value: Value } | { status: 'failed' }

type FreshReadParts<Value> = {
  read: () => Promise<Value>
  rules: ReadRules
  /** Receives the error of a read whose last try failed. */
  onFailed: (error: unknown) => void
  /** What the page brought: fresh from now on. */
  known?: Value | undefined
  clock?: ReadClock
}

/** Time, passed in so that tests can control it. `later` returns the function that cancels it. */
type ReadClock = { now: () => number; wait: (ms: number) => Promise<void>; later: (ms: number, run: () => void) => () => void }

/**
 * One piece of data that screens share, for `useSyncExternalStore`. It is read when a screen appears and the value is no longer fresh,
 * repeated on failure, read again on reconnect, and forgotten a while after the last screen left; never read again on focus. An old value
 * stays visible while a new one is on its way and when that fails.
 */
export class FreshRead<Value> {
  readonly #parts: FreshReadParts<Value>
  readonly #clock: ReadClock
  readonly #listeners = new Set<() => void>()
  readonly #rendered: ReadState<Value>
  #state: ReadState<Value>
  #loadedAt = Number.NEGATIVE_INFINITY
  #isReading = false
  #stopForgetting = () => {}

  constructor(parts: FreshReadParts<Value>) {
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

  /** What the server rendered: what the page brought, else that it is loading. */
  beforeHydration = () => this.#rendered

  /** Reads now unless the value is fresh. */
  readWhenStale = () => this.#refresh()

  /** Reads now, however fresh the value is. */
  readAgain = () => {
    this.#loadedAt = Number.NEGATIVE_INFINITY
    return this.#refresh()
  }

  #leave(listener: () => void) {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    globalThis.removeEventListener?.('online', this.#refresh)
    this.#stopForgetting = this.#clock.later(this.#parts.rules.keptMs, () => {
      this.#state = loading
      this.#loadedAt = Number.NEGATIVE_INFINITY
    })
  }

  #refresh = async () => {
    if (this.#isReading || this.#clock.now() - this.#loadedAt < this.#parts.rules.freshMs) return
    this.#isReading = true
    if (this.#state.status === 'failed') this.#become(loading)
    try {
      const value = await this.#readWithRetries()
      this.#loadedAt = this.#clock.now()
      this.#become({ status: 'loaded', value })
    } catch (error) {
      this.#parts.onFailed(error)
      if (this.#state.status !== 'loaded') this.#become({ status: 'failed' })
    } finally {
      this.#isReading = false
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

  #become(next: ReadState<Value>) {
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}

const loading = { status: 'loading' } as const

const browserClock: ReadClock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
