import type { Database, Transaction } from '#src/server/db.ts'

/** The company if it is this person's; a suspended one still is, an archived one is nobody's. */
export const findOwnCompany = (db: Database | Transaction, { userId, companyId }: { userId: string; companyId: string }) =>
  db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
