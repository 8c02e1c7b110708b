import { type Insertable, type NotNull, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { BankChanges } from '#src/platform/server/tables.d.ts'

type Db = Database | Transaction

export const findBankDetails = (db: Db, companyId: string) =>
  db.selectFrom('bankDetails').select(['sealed', 'changedAt', 'confirmedAt']).where('companyId', '=', companyId).executeTakeFirst()

export const findWaitingChange = (db: Db, { companyId, now }: { companyId: string; now: Date }) =>
  db
    .selectFrom('bankChanges')
    .select(['sealed', 'requestedAt', 'expiresAt'])
    .where('companyId', '=', companyId)
    .where('kind', '=', 'bank')
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', now)
    .$narrowType<{ sealed: NotNull }>()
    .executeTakeFirst()

/** Active hold of the company's payouts, if any; the operator lifts it. */
export const findHold = (db: Db, companyId: string) =>
  db.selectFrom('payoutHolds').select('placedAt').where('companyId', '=', companyId).where('liftedAt', 'is', null).executeTakeFirst()

/** Row of a company whose payouts are withheld because its business details are missing. */
export const findWithheld = (db: Db, companyId: string) =>
  db
    .selectFrom('businessDetails')
    .select('payoutsWithheldAt')
    .where('companyId', '=', companyId)
    .where('payoutsWithheldAt', 'is not', null)
    .executeTakeFirst()

/** Connected account of the company as a payout target. */
export const findDirectPayout = (db: Db, companyId: string) =>
  db
    .selectFrom('payoutAccounts')
    .select(['canBePaid', 'target', 'targetLabel', 'confirmedTarget', 'changedAt'])
    .where('companyId', '=', companyId)
    .executeTakeFirst()

/** Owner of a company and their mail address; undefined for companies without an account. */
export const findOwner = (db: Db, companyId: string) =>
  db
    .selectFrom('companies as company')
    .innerJoin('users', 'users.id', 'company.userId')
    .select(['users.id as userId', 'users.email', 'company.companyName'])
    .where('company.id', '=', companyId)
    .where('company.archivedAt', 'is', null)
    .executeTakeFirst()

/** Pending change to this bank account of the connected account, if any. */
export const findWaitingTarget = (db: Db, { companyId, target, now }: { companyId: string; target: string; now: Date }) =>
  db
    .selectFrom('bankChanges')
    .select('id')
    .where('companyId', '=', companyId)
    .where('kind', '=', 'account')
    .where('target', '=', target)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export const findCompanyName = (db: Db, companyId: string) =>
  db.selectFrom('companies').select('companyName').where('id', '=', companyId).executeTakeFirstOrThrow()

/** Inserts a change that awaits confirmation. Replaces the pending one of its kind, whose link becomes invalid. */
export const replaceWaitingChange = (tx: Transaction, change: Insertable<BankChanges>) =>
  tx
    .insertInto('bankChanges')
    .values(change)
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'kind'])
        .where('confirmedAt', 'is', null)
        .doUpdateSet((set) => ({
          id: set.ref('excluded.id'),
          userId: set.ref('excluded.userId'),
          tokenHash: set.ref('excluded.tokenHash'),
          sealed: set.ref('excluded.sealed'),
          target: set.ref('excluded.target'),
          targetLabel: set.ref('excluded.targetLabel'),
          requestedAt: set.ref('excluded.requestedAt'),
          expiresAt: set.ref('excluded.expiresAt'),
        })),
    )
    .execute()

/** Change and company of a confirmation link, as long as the company belongs to the user who requested the change. */
export const findChangeByToken = (db: Db, tokenHash: string) =>
  db
    .selectFrom('bankChanges as change')
    .innerJoin('companies as company', (join) =>
      join.onRef('company.id', '=', 'change.companyId').onRef('company.userId', '=', 'change.userId').on('company.archivedAt', 'is', null),
    )
    .innerJoin('users', 'users.id', 'change.userId')
    .select([
      'change.id',
      'change.companyId',
      'change.userId',
      'change.kind',
      'change.sealed',
      'change.target',
      'change.targetLabel',
      'change.expiresAt',
      'change.confirmedAt',
      'company.companyName',
      sql<string>`company_mailbox(company)`.as('companyEmail'),
      'company.subscriptionStatus',
      'users.email as userEmail',
    ])
    .where('change.tokenHash', '=', tokenHash)
    .executeTakeFirst()

/**
 * Change and company of an undo link, as long as the company belongs to the user who requested the change: the link cannot undo a later
 * owner's details.
 */
export const findChangeByUndoToken = (db: Db, undoTokenHash: string) =>
  db
    .selectFrom('bankChanges as change')
    .innerJoin('companies as company', (join) =>
      join.onRef('company.id', '=', 'change.companyId').onRef('company.userId', '=', 'change.userId'),
    )
    .select([
      'change.id',
      'change.companyId',
      'change.userId',
      'change.confirmedAt',
      'change.undoExpiresAt',
      'change.undoneAt',
      'company.companyName',
    ])
    .where('undoTokenHash', '=', undoTokenHash)
    .executeTakeFirst()

/** Locks the company, so that confirmations and undos of its bank details run one after the other. */
export const lockCompany = (tx: Transaction, companyId: string) =>
  tx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()

type Previous = { previousSealed: string | null; previousTarget: string | null }
type Confirmation = Previous & { id: string; now: Date; undoTokenHash: string; undoExpiresAt: Date }

/** Uses up a confirmation link; returns the row to the first caller only, and to none after its expiry. */
export const claimChange = (tx: Transaction, { id, now, ...undo }: Confirmation) =>
  tx
    .updateTable('bankChanges')
    .set({ confirmedAt: now, ...undo })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()

export const upsertBankDetails = (
  tx: Transaction,
  details: { companyId: string; sealed: string; changedAt: Date | null; confirmedAt: Date },
) =>
  tx
    .insertInto('bankDetails')
    .values(details)
    .onConflict((conflict) =>
      conflict.column('companyId').doUpdateSet({ sealed: details.sealed, changedAt: details.changedAt, confirmedAt: details.confirmedAt }),
    )
    .execute()

export const deleteBankDetails = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('bankDetails').where('companyId', '=', companyId).execute()

/**
 * Undoes a confirmed change together with every later one of the company, of either kind; returns them, or none if it was undone before.
 */
export const claimUndo = (tx: Transaction, { id, companyId, confirmedAt, now }: UndoneChange) =>
  tx
    .updateTable('bankChanges')
    .set({ undoneAt: now })
    .where('companyId', '=', companyId)
    .where('confirmedAt', '>=', confirmedAt)
    .where('undoneAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bankChanges as named')
          .select(sql`1`.as('one'))
          .where('named.id', '=', id)
          .where('named.undoneAt', 'is', null)
          .where('named.undoExpiresAt', '>', now),
      ),
    )
    .returning(['kind', 'previousSealed', 'previousTarget', 'confirmedAt'])
    .execute()
type UndoneChange = { id: string; companyId: string; confirmedAt: Date; now: Date }

export const deleteWaitingChange = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('bankChanges').where('companyId', '=', companyId).where('confirmedAt', 'is', null).execute()

/** Holds the company's payouts; no-op if they are held already. */
export const insertHold = (tx: Transaction, hold: { companyId: string; cause: 'bank_change_disputed'; placedAt: Date }) =>
  tx
    .insertInto('payoutHolds')
    .values(hold)
    .onConflict((conflict) => conflict.column('companyId').where('liftedAt', 'is', null).doNothing())
    .execute()

/** Deletes changes that were not confirmed in time and those that can no longer be undone. */
export const deleteOldChanges = (db: Database, now: Date) =>
  db
    .deleteFrom('bankChanges')
    .where((where) =>
      where.or([where.and([where('confirmedAt', 'is', null), where('expiresAt', '<=', now)]), where('undoExpiresAt', '<=', now)]),
    )
    .execute()

/** Bank details of all companies of an account, for its data export. */
export const listBankDetailsOf = (db: Database, userId: string) =>
  db
    .selectFrom('companies')
    .leftJoin('bankDetails', 'bankDetails.companyId', 'companies.id')
    .leftJoin('bankChanges', (join) =>
      join
        .onRef('bankChanges.companyId', '=', 'companies.id')
        .on('bankChanges.kind', '=', 'bank')
        .on('bankChanges.confirmedAt', 'is', null),
    )
    .select([
      'companies.id as companyId',
      'bankDetails.sealed',
      'bankDetails.changedAt',
      'bankDetails.confirmedAt',
      'bankChanges.sealed as waitingSealed',
      'bankChanges.requestedAt',
    ])
    .where('companies.userId', '=', userId)
    .orderBy('companies.createdAt')
    .execute()
