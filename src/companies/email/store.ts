import type { Insertable } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import type { CompanyEmailChanges } from '#src/server/tables.d.ts'

/** Whether a link to this address waits already. */
export const findWaitingEmail = (tx: Transaction, { companyId, email, now }: { companyId: string; email: string; now: Date }) =>
  tx
    .selectFrom('companyEmailChanges')
    .select('id')
    .where('companyId', '=', companyId)
    .where('email', '=', email)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Writes a change that waits for its link, in place of the one that waited before: its link dies. */
export async function replaceWaitingEmail(tx: Transaction, change: Insertable<CompanyEmailChanges>) {
  await deleteWaitingEmail(tx, change.companyId)
  await tx.insertInto('companyEmailChanges').values(change).execute()
}

export const deleteWaitingEmail = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('companyEmailChanges').where('companyId', '=', companyId).where('confirmedAt', 'is', null).execute()

/** Forgets all addresses that a company had or asked for. */
export const deleteEmailChanges = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('companyEmailChanges').where('companyId', '=', companyId).execute()

const changes = (db: Database) =>
  db
    .selectFrom('companyEmailChanges as change')
    // A later owner's company is none of an earlier owner's links.
    .innerJoin('companies as company', (join) =>
      join.onRef('company.id', '=', 'change.companyId').onRef('company.userId', '=', 'change.userId').on('company.archivedAt', 'is', null),
    )
    .innerJoin('users', 'users.id', 'change.userId')
    .selectAll('change')
    .select(['company.companyName', 'company.email as presentEmail', 'users.email as userEmail'])

export const findEmailChange = (db: Database, tokenHash: string) => changes(db).where('change.tokenHash', '=', tokenHash).executeTakeFirst()

export const findUndoableEmail = (db: Database, undoTokenHash: string) =>
  changes(db).where('change.undoTokenHash', '=', undoTokenHash).executeTakeFirst()

type Confirmed = { id: string; now: Date; previousEmail: string; previousProven: boolean; undoTokenHash: string; undoExpiresAt: Date }

/** Uses up a link; undefined for all but one of several callers. */
export const claimEmailChange = (tx: Transaction, { id, now, ...undo }: Confirmed) =>
  tx
    .updateTable('companyEmailChanges')
    .set({ confirmedAt: now, ...undo })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()

/** Takes a change and all later ones of the company back; empty when that was done before. */
export const claimEmailUndo = (tx: Transaction, { companyId, confirmedAt, now }: { companyId: string; confirmedAt: Date; now: Date }) =>
  tx
    .updateTable('companyEmailChanges')
    .set({ undoneAt: now })
    .where('companyId', '=', companyId)
    .where('confirmedAt', '>=', confirmedAt)
    .where('undoneAt', 'is', null)
    .returning('id')
    .execute()

/** The address of a company that is not proven yet, with its account; undefined when there is nothing to prove. */
export const findUnproven = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('companies')
    .innerJoin('users', 'users.id', 'companies.userId')
    .select(['companies.email', 'companies.userId'])
    .where('companies.id', '=', companyId)
    .where('companies.emailProven', '=', false)
    .where('companies.archivedAt', 'is', null)
    .$narrowType<{ userId: string }>()
    .executeTakeFirst()

/** Locks the company and returns its address. */
export const lockAddress = (tx: Transaction, companyId: string) =>
  tx.selectFrom('companies').select(['email', 'emailProven']).where('id', '=', companyId).forNoKeyUpdate().executeTakeFirst()

type Address = { companyId: string; email: string; emailProven: boolean; now: Date }

export const updateAddress = (tx: Transaction, { companyId, email, emailProven, now }: Address) =>
  tx.updateTable('companies').set({ email, emailProven, updatedAt: now }).where('id', '=', companyId).execute()

/** Deletes links a week after they expired, and changes that can no longer be undone. */
export const deleteOldEmailChanges = (db: Database, { now, before }: { now: Date; before: Date }) =>
  db
    .deleteFrom('companyEmailChanges')
    .where((where) =>
      where.or([where.and([where('confirmedAt', 'is', null), where('expiresAt', '<=', before)]), where('undoExpiresAt', '<=', now)]),
    )
    .execute()
