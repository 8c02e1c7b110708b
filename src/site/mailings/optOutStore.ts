import type { Database, Transaction } from '#src/platform/server/db.ts'

type Db = Database | Transaction

/** Stores the hash of a company's opt-out link, once. */
export const insertLink = (db: Db, link: { tokenHash: string; companyId: string; createdAt: Date }) =>
  db
    .insertInto('mailingLinks')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const findLink = (db: Db, tokenHash: string) =>
  db.selectFrom('mailingLinks').select('companyId').where('tokenHash', '=', tokenHash).executeTakeFirst()

/** Stores the opt-out. Undefined if the company opted out before; its first time is kept. */
export const insertOptOut = (db: Db, { companyId, now }: { companyId: string; now: Date }) =>
  db
    .insertInto('mailingOptOuts')
    .values({ companyId, optedOutAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('companyId')
    .executeTakeFirst()

export const deleteOptOut = (db: Db, companyId: string) => db.deleteFrom('mailingOptOuts').where('companyId', '=', companyId).execute()

export const findOptOut = (db: Db, companyId: string) =>
  db.selectFrom('mailingOptOuts').select('optedOutAt').where('companyId', '=', companyId).executeTakeFirst()
