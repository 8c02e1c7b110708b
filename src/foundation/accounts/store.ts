import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'

type Db = Database | Transaction
const person = ['id', 'email', 'passwordHash', 'signUpId', 'confirmedAt', 'welcomeSentAt', 'createdAt'] as const

export const findUser = (db: Db, id: string) => db.selectFrom('users').select(person).where('id', '=', id).executeTakeFirst()

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select(person).where('email', '=', email).executeTakeFirst()

/**
 * Account of an address, and the time at which this browser was last seen as its device. One statement in all cases, so that the duration
 * reveals nothing.
 */
export const findForSignIn = (db: Db, { email, callerHash }: { email: string; callerHash: string }) =>
  db
    .selectFrom('users')
    .leftJoin('knownDevices', (join) => join.onRef('knownDevices.userId', '=', 'users.id').on('knownDevices.callerHash', '=', callerHash))
    .select(['users.id', 'users.email', 'users.passwordHash', 'users.confirmedAt', 'knownDevices.seenAt as deviceSeenAt'])
    .where('users.email', '=', email)
    .executeTakeFirst()

type NewSignUp = { email: string; passwordHash: string; signUpId: string; callerHash: string; path: string | null; now: Date }

/** Signs an address up, or signs an unconfirmed one up again with the new password; undefined if the address is confirmed. */
export const insertSignUp = (tx: Transaction, { email, now, callerHash, path, ...signUp }: NewSignUp) => {
  const fields = { ...signUp, signUpCallerHash: callerHash, signUpPath: path, passwordChangedAt: now }
  return tx
    .insertInto('users')
    .values({ ...fields, email, createdAt: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(fields).where('users.confirmedAt', 'is', null))
    .returning(['id', 'email'])
    .executeTakeFirst()
}

type Confirmation = { id: string; signUpId: string; passwordHash: string | undefined; now: Date }

/** Confirms the sign-up that issued the link, and no later one; undefined if it was replaced or confirmed before. */
export const markConfirmed = (tx: Transaction, { id, signUpId, passwordHash, now }: Confirmation) =>
  tx
    .updateTable('users')
    .set({ confirmedAt: now, ...(passwordHash ? { passwordHash, passwordChangedAt: now } : {}) })
    .where('id', '=', id)
    .where('signUpId', '=', signUpId)
    .where('confirmedAt', 'is', null)
    .returning('email')
    .executeTakeFirst()

/** Marks a person as welcomed; returns the row to the first caller only. */
export const markWelcomed = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('users')
    .set({ welcomeSentAt: now })
    .where('id', '=', id)
    .where('welcomeSentAt', 'is', null)
    .returning(['email', 'signUpPath'])
    .executeTakeFirst()

/** Sets a new password. A reset link proves the address, so it confirms an unconfirmed one, too. */
export const markPassword = (
  tx: Transaction,
  { id, passwordHash, confirms, now }: { id: string; passwordHash: string; confirms: 'address' | 'nothing'; now: Date },
) =>
  tx
    .updateTable('users')
    .set({
      passwordHash,
      passwordChangedAt: now,
      ...(confirms === 'address' ? { confirmedAt: sql<Date>`coalesce(confirmed_at, ${now})` } : {}),
    })
    .where('id', '=', id)
    .returning(['id', 'email', 'passwordChangedAt'])
    .executeTakeFirst()

export const deleteUser = (tx: Transaction, id: string) => tx.deleteFrom('users').where('id', '=', id).returning('id').executeTakeFirst()

/** Locks the user if the checked password is still current. A parallel password change waits for this sign-in and then ends its session. */
export const lockUnchanged = (tx: Transaction, { id, passwordHash }: { id: string; passwordHash: string }) =>
  tx.selectFrom('users').select('id').where('id', '=', id).where('passwordHash', '=', passwordHash).forShare().executeTakeFirst()

/** Companies of an account, as create-user-profile returns them. */
export const listCompaniesOf = (db: Db, userId: string) =>
  db
    .selectFrom('companies')
    .select(['id', 'companyName'])
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)
    .orderBy('createdAt')
    .limit(10)
    .execute()

/** Deletes users who never confirmed their address and whose links expired long ago, so that the address is free again. */
export const deleteUnconfirmed = (db: Database, before: Date) =>
  db.deleteFrom('users').where('confirmedAt', 'is', null).where('createdAt', '<', before).where('passwordChangedAt', '<', before).execute()
