import type { Transaction } from '#src/platform/server/db.ts'

/** Serializes changes of an account's addresses and favourites. */
export const lockAccount = (tx: Transaction, userId: string) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()
