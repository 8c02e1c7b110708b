import type pg from 'pg'
import type { Mail } from '#src/ports/mail.ts'
import type { Payments } from '#src/ports/payments.ts'
import type { Storage } from '#src/ports/storage.ts'
import type { Config } from './config.ts'
import type { Database } from './db.ts'
import type { Hooks } from './hooks.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'

/** Everything a verb may need, passed as its first argument. Wired in main.ts and, over a cloned database, in tests/world.ts. */
export type App = {
  config: Config
  pool: pg.Pool
  db: Database
  log: Log
  payments: Payments
  mail: Mail
  storage: Storage
  hooks: Hooks
  live: Live
  /** The product's clock: rules of expiry compare with it, never with SQL now() (docs/spec.md#time). */
  now: () => Date
  /** Secure random bytes, passed in so that chance has one source. */
  random: (bytes: number) => Buffer
}
