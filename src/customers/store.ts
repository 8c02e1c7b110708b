import type { Transaction } from '#src/server/db.ts'

/** What an account keeps is changed one after another. */
export const lockAccount = (tx: Transaction, userId: string) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()
