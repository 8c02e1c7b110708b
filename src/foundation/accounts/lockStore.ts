import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { accountLimits } from './rules.ts'

/** Uses one of the tries before the password is evaluated; undefined while the key is locked. After `until` the count restarts. */
export async function countSignInTry(
  db: Database,
  { key, addressHash, now, until }: { key: string; addressHash: string; now: Date; until: Date },
) {
  const { rows } = await sql<{ tries: number }>`
    insert into sign_in_failures as known (key, address_hash, tries, until)
    values (${key}, ${addressHash}, 1, ${until})
    on conflict (key) do update
    set
      tries = case when known.until <= ${now} then 1 else known.tries + 1 end,
      until = excluded.until
    where known.until <= ${now} or known.tries < ${accountLimits.failuresBeforeLock}
    returning tries`.execute(db)
  return rows[0]
}

export const findLock = (db: Database, key: string) =>
  db.selectFrom('signInFailures').select('until').where('key', '=', key).executeTakeFirst()

/** Resets the tries of one key, after a sign-in. */
export const deleteSignInTries = (db: Database | Transaction, key: string) =>
  db.deleteFrom('signInFailures').where('key', '=', key).execute()

/** Lifts all locks of an address, after its password was reset. */
export const deleteLocksOf = (tx: Transaction, addressHash: string) =>
  tx.deleteFrom('signInFailures').where('addressHash', '=', addressHash).returning('tries').execute()

export const deleteOldLocks = (db: Database, now: Date) => db.deleteFrom('signInFailures').where('until', '<', now).execute()
