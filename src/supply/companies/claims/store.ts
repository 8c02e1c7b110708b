import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { claimLimits } from './rules.ts'

type NewCode = { companyId: string; hmac: string; mailId: string; createdAt: Date; expiresAt: Date }

/** Replaces a company's code and resets the tries. */
export async function insertClaimCode(tx: Transaction, { companyId, ...code }: NewCode) {
  await deleteClaimCode(tx, companyId)
  await tx
    .insertInto('claimCodes')
    .values({ companyId, ...code })
    .execute()
}

/** Code of a company, even if it is expired or has no tries left. */
export const findClaimCode = (tx: Transaction, companyId: string) =>
  tx.selectFrom('claimCodes').select('companyId').where('companyId', '=', companyId).executeTakeFirst()

/** Deletes a company's code, so that the company cannot be claimed with it any more. */
export const deleteClaimCode = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('claimCodes').where('companyId', '=', companyId).execute()

/** Query for the companies without an owner under this address. */
const unclaimed = (db: Database | Transaction, email: string) =>
  db.selectFrom('companies').select('id').where(sql`lower(email)`, '=', email).where('userId', 'is', null).where('archivedAt', 'is', null)

type Try = { email: string; userId: string; isOwnAddress: boolean; now: Date }

/**
 * Uses one of the account's tries at every code of this address, and returns the codes that may be compared. The counters are raised before
 * any comparison.
 */
export const countClaimTry = (db: Database, { email, userId, isOwnAddress, now }: Try) =>
  db
    .with('taken', (taken) =>
      taken
        .insertInto('claimTries')
        .columns(['companyId', 'userId', 'tries'])
        .expression((from) =>
          from
            .selectFrom('claimCodes')
            .select(['companyId', sql<string>`${userId}::uuid`.as('userId'), sql<number>`1`.as('tries')])
            .where('companyId', 'in', unclaimed(db, email))
            .where('expiresAt', '>', now)
            .orderBy('companyId')
            // Row lock: a try waits for a parallel claim, and then finds no code.
            .forUpdate(),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['companyId', 'userId'])
            .doUpdateSet({ tries: sql`claim_tries.tries + 1` })
            .where('claimTries.tries', '<', claimLimits.tries),
        )
        .returning('companyId'),
    )
    .updateTable('claimCodes')
    .from('taken')
    .set({ tries: sql`claim_codes.tries + 1` })
    .whereRef('claimCodes.companyId', '=', 'taken.companyId')
    .$if(!isOwnAddress, (bounded) => bounded.where('claimCodes.tries', '<', claimLimits.triesOfAll))
    .returning(['claimCodes.companyId', 'claimCodes.hmac'])
    .execute()

/** Deletes a code; returns it to the first caller only. */
export const claimCodeOf = (tx: Transaction, { companyId, hmac }: { companyId: string; hmac: string }) =>
  tx.deleteFrom('claimCodes').where('companyId', '=', companyId).where('hmac', '=', hmac).returning('companyId').executeTakeFirst()

/** Makes an account the owner of a company without one. */
export const claimCompanyFor = (tx: Transaction, { companyId, userId, now }: { companyId: string; userId: string; now: Date }) =>
  tx
    .updateTable('companies')
    .set({ userId, updatedAt: now })
    .where('id', '=', companyId)
    .where('userId', 'is', null)
    .where('archivedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Unclaimed company of this address with a valid code. */
export const findClaimable = (db: Database, { email, userId, now }: { email: string; userId: string; now: Date }) =>
  db
    .selectFrom('companies')
    .innerJoin('claimCodes', 'claimCodes.companyId', 'companies.id')
    .leftJoin('claimTries', (join) => join.onRef('claimTries.companyId', '=', 'companies.id').on('claimTries.userId', '=', userId))
    .select('companies.companyName')
    .where('companies.id', 'in', unclaimed(db, email))
    .where('claimCodes.expiresAt', '>', now)
    .where(({ eb, fn, val }) => eb(fn.coalesce('claimTries.tries', val(0)), '<', claimLimits.tries))
    .orderBy('claimCodes.createdAt', 'desc')
    .executeTakeFirst()
