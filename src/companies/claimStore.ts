import { sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import { claimLimits } from './claimRules.ts'

type NewCode = { companyId: string; hmac: string; mailId: string; createdAt: Date; expiresAt: Date }

/** Writes a company's code in place of its old one. */
export const insertClaimCode = (tx: Transaction, { companyId, ...code }: NewCode) =>
  tx
    .insertInto('claimCodes')
    .values({ companyId, ...code, tries: 0 })
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet({ ...code, tries: 0 }))
    .execute()

/** Whether a company has a code, be it expired or used up. */
export const findClaimCode = (tx: Transaction, companyId: string) =>
  tx.selectFrom('claimCodes').select('companyId').where('companyId', '=', companyId).executeTakeFirst()

/** Forgets a company's code: nobody can take the company over with it any more. */
export const deleteClaimCode = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('claimCodes').where('companyId', '=', companyId).execute()

/** Companies under this address that nobody runs yet, as an expression for the two below. */
const unclaimed = (db: Database | Transaction, email: string) =>
  db.selectFrom('companies').select('id').where(sql`lower(email)`, '=', email).where('userId', 'is', null).where('archivedAt', 'is', null)

/** Takes a try from each code that this address may mean; the count is raised before anything is compared. */
export const countClaimTry = (db: Database, { email, now }: { email: string; now: Date }) =>
  db
    .updateTable('claimCodes')
    .set({ tries: sql`tries + 1` })
    .where('companyId', 'in', unclaimed(db, email))
    .where('expiresAt', '>', now)
    .where('tries', '<', claimLimits.tries)
    .returning(['companyId', 'hmac'])
    .execute()

/** Consumes a code: of several who know it only one gets the row. */
export const claimCodeOf = (tx: Transaction, { companyId, hmac }: { companyId: string; hmac: string }) =>
  tx.deleteFrom('claimCodes').where('companyId', '=', companyId).where('hmac', '=', hmac).returning('companyId').executeTakeFirst()

/** Ties a company that nobody runs to an account. */
export const claimCompanyFor = (tx: Transaction, { companyId, userId, now }: { companyId: string; userId: string; now: Date }) =>
  tx
    .updateTable('companies')
    .set({ userId, updatedAt: now })
    .where('id', '=', companyId)
    .where('userId', 'is', null)
    .where('archivedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** A company under this address that waits for whoever has its code. */
export const findClaimable = (db: Database, { email, now }: { email: string; now: Date }) =>
  db
    .selectFrom('companies')
    .innerJoin('claimCodes', 'claimCodes.companyId', 'companies.id')
    .select('companies.companyName')
    .where('companies.id', 'in', unclaimed(db, email))
    .where('claimCodes.expiresAt', '>', now)
    .where('claimCodes.tries', '<', claimLimits.tries)
    .orderBy('claimCodes.createdAt', 'desc')
    .executeTakeFirst()
