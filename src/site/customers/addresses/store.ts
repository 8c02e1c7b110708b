import type { Database, Transaction } from '#src/platform/server/db.ts'

type Db = Database | Transaction

/** Lists an account's addresses, the default first. */
export const listAddresses = (db: Db, userId: string) =>
  db
    .selectFrom('addresses')
    .select(['id', 'label', 'line', 'isDefault'])
    .where('userId', '=', userId)
    .orderBy('isDefault', 'desc')
    .orderBy('id')
    .execute()

export const clearDefault = (tx: Transaction, userId: string) =>
  tx.updateTable('addresses').set({ isDefault: false }).where('userId', '=', userId).where('isDefault', '=', true).execute()

type Address = { userId: string; label: string; line: string; isDefault: boolean }

export const insertAddress = (tx: Transaction, address: Address) => tx.insertInto('addresses').values(address).execute()

/** Changes an address of this account; undefined if it does not exist or belongs to another. */
export const updateAddress = (tx: Transaction, { id, userId, ...fields }: Address & { id: string }) =>
  tx.updateTable('addresses').set(fields).where('id', '=', id).where('userId', '=', userId).returning('id').executeTakeFirst()

export const deleteAddress = (db: Db, { id, userId }: { id: string; userId: string }) =>
  db.deleteFrom('addresses').where('id', '=', id).where('userId', '=', userId).returning('id').executeTakeFirst()
