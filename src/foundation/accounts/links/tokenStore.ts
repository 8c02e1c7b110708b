import type { Insertable } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { AuthTokens } from '#src/platform/server/tables.d.ts'

type Db = Database | Transaction
export type TokenKind = 'signup' | 'recovery' | 'grant' | 'continue'
/** Inserts a token; undefined if its id exists, so that a repeated job sends no second mail. */
export const insertToken = (db: Db, token: Insertable<AuthTokens>) =>
  db
    .insertInto('authTokens')
    .values(token)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

/** Token with its person, valid or not. */
export const findToken = (db: Db, { tokenHash, kinds }: { tokenHash: string; kinds: readonly TokenKind[] }) =>
  db
    .selectFrom('authTokens')
    .innerJoin('users', 'users.id', 'authTokens.userId')
    .select([
      'authTokens.id',
      'kind',
      'userId',
      'authTokens.signUpId',
      'callerHash',
      'expiresAt',
      'usedAt',
      'users.email',
      'users.confirmedAt',
      'users.signUpCallerHash',
      'users.signUpPath',
    ])
    .where('tokenHash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .executeTakeFirst()

/** Uses a token up; returns its row to the first caller only, and to none after its expiry. */
export const claimToken = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('authTokens')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()

/** Deletes the links of earlier sign-ups of the same address. */
export const deleteOlderLinks = (tx: Transaction, { userId, signUpId }: { userId: string; signUpId: string }) =>
  tx.deleteFrom('authTokens').where('userId', '=', userId).where('signUpId', '!=', signUpId).execute()

/** Deletes all unused links of these kinds. */
export const deleteUnusedTokens = (tx: Transaction, { userId, kinds }: { userId: string; kinds: readonly TokenKind[] }) =>
  tx.deleteFrom('authTokens').where('userId', '=', userId).where('kind', 'in', kinds).where('usedAt', 'is', null).execute()

export const deleteOldTokens = (db: Database, before: Date) => db.deleteFrom('authTokens').where('expiresAt', '<', before).execute()
