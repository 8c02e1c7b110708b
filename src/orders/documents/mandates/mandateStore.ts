import type { Database, Transaction } from '#src/platform/server/db.ts'

/** Finds a company's mandate that is not revoked. */
export const findMandate = (db: Database | Transaction, companyId: string) =>
  db
    .selectFrom('invoiceMandates')
    .select(['id', 'version', 'acceptedText', 'acceptedAt'])
    .where('companyId', '=', companyId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()

/** Returns undefined on a conflict: a company has at most one valid mandate. */
export const insertMandate = (
  tx: Transaction,
  mandate: { companyId: string; version: string; acceptedText: string; acceptedAt: Date; acceptedBy: string },
) =>
  tx
    .insertInto('invoiceMandates')
    .values(mandate)
    .onConflict((conflict) => conflict.column('companyId').where('revokedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()

export const markMandateRevoked = (tx: Transaction, { companyId, now }: { companyId: string; now: Date }) =>
  tx
    .updateTable('invoiceMandates')
    .set({ revokedAt: now })
    .where('companyId', '=', companyId)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
