import type { Insertable } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { CompanyEmailChanges } from '#src/platform/server/tables.d.ts'

/** Pending change to this address, if any. */
export const findWaitingEmail = (tx: Transaction, { companyId, email, now }: { companyId: string; email: string; now: Date }) =>
  tx
    .selectFrom('companyEmailChanges')
    .select('id')
    .where('companyId', '=', companyId)
    .where('email', '=', email)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Inserts a change that awaits confirmation, and deletes the pending one, whose link becomes invalid. */
export async function replaceWaitingEmail(tx: Transaction, change: Insertable<CompanyEmailChanges>) {
  await deleteWaitingEmail(tx, change.companyId)
  await tx.insertInto('companyEmailChanges').values(change).execute()
}

export const deleteWaitingEmail = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('companyEmailChanges').where('companyId', '=', companyId).where('confirmedAt', 'is', null).execute()

/** Deletes all former and requested addresses of a company. */
export const deleteEmailChanges = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('companyEmailChanges').where('companyId', '=', companyId).execute()

const changes = (db: Database) =>
  db
    .selectFrom('companyEmailChanges as change')
    // The link is only valid while the company belongs to the user who requested the change.
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

/** Uses up a link; returns the row to the first caller only. */
export const claimEmailChange = (tx: Transaction, { id, now, ...undo }: Confirmed) =>
  tx
    .updateTable('companyEmailChanges')
    .set({ confirmedAt: now, ...undo })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()

/** Undoes a change and all later ones of the company; returns none if it was undone before. */
export const claimEmailUndo = (tx: Transaction, { companyId, confirmedAt, now }: { companyId: string; confirmedAt: Date; now: Date }) =>
  tx
    .updateTable('companyEmailChanges')
    .set({ undoneAt: now })
    .where('companyId', '=', companyId)
    .where('confirmedAt', '>=', confirmedAt)
    .where('undoneAt', 'is', null)
    .returning('id')
    .execute()

/** Unconfirmed address of a company, with its account; undefined if there is nothing to confirm. */
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
