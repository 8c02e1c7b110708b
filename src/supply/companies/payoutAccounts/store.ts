import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'

type Db = Database | Transaction

export const findPayoutAccountOf = (db: Db, companyId: string) =>
  db
    .selectFrom('payoutAccounts')
    .select([
      'accountId',
      'canBePaid',
      'detailsSubmitted',
      'checkedAt',
      'refusedAt',
      'target',
      'targetLabel',
      'confirmedTarget',
      'openRequirements',
      'requirementsDueAt',
    ])
    .where('companyId', '=', companyId)
    .executeTakeFirst()

/** Company data sent to the PSP. */
export const findAccountHolder = (db: Db, companyId: string) =>
  db
    .selectFrom('companies')
    .select(['companyName', sql<string>`company_mailbox(companies)`.as('email')])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()

/**
 * Records the attempt to create an account, before the PSP is called. A retry gets the same attempt number; an attempt older than
 * `repeatSince` gets the next one, because the PSP may have forgotten the idempotency key.
 */
export async function claimAttempt(db: Db, { companyId, now, repeatSince }: { companyId: string; now: Date; repeatSince: Date }) {
  const { rows } = await sql<{ attempt: number; accountId: string | null }>`
    insert into payout_accounts as known (company_id, asked_at)
    values (${companyId}, ${now})
    on conflict (company_id) do update
    set
      attempt = case when known.account_id is null and known.asked_at <= ${repeatSince} then known.attempt + 1 else known.attempt end,
      asked_at = case when known.account_id is null and known.asked_at <= ${repeatSince} then excluded.asked_at else known.asked_at end
    returning attempt, account_id as "accountId"`.execute(db)
  const [claimed] = rows
  if (!claimed) throw new Error('the attempt to create an account was not stored')
  return claimed
}

/** Gives the next try to create an account its own idempotency key; no-op if another process has done so. */
export const countAccountAttempt = (db: Database, { companyId, attempt }: { companyId: string; attempt: number }) =>
  db
    .updateTable('payoutAccounts')
    .set({ attempt: attempt + 1 })
    .where('companyId', '=', companyId)
    .where('attempt', '=', attempt)
    .execute()

/** Assigns the PSP's account to its company; undefined if the company has one already or never requested one. */
export const tieAccount = (tx: Transaction, { companyId, accountId }: { companyId: string; accountId: string }) =>
  tx
    .updateTable('payoutAccounts')
    .set({ accountId, refusedAt: null })
    .where('companyId', '=', companyId)
    .where('accountId', 'is', null)
    .returning('companyId')
    .executeTakeFirst()

export const markConnected = (tx: Transaction, { companyId, accountId }: { companyId: string; accountId: string }) =>
  tx.updateTable('companies').set({ stripeConnectAccountId: accountId }).where('id', '=', companyId).execute()

export const markRefused = (db: Database, { companyId, now }: { companyId: string; now: Date }) =>
  db.updateTable('payoutAccounts').set({ refusedAt: now }).where('companyId', '=', companyId).execute()

type AccountState = {
  accountId: string
  canBePaid: boolean
  detailsSubmitted: boolean
  target: string | null
  targetLabel: string | null
  openRequirements: string[]
  requirementsDueAt: Date | null
}

/** Stores the PSP's state of an account; undefined if nothing changed. */
export const markAccountState = (tx: Transaction, { accountId, ...state }: AccountState) =>
  tx
    .updateTable('payoutAccounts')
    .set(state)
    .where('accountId', '=', accountId)
    .where((where) =>
      where.or([
        where('canBePaid', '!=', state.canBePaid),
        where('detailsSubmitted', '!=', state.detailsSubmitted),
        where('target', 'is distinct from', state.target),
        sql<boolean>`open_requirements is distinct from ${state.openRequirements}::text[]`,
        where('requirementsDueAt', 'is distinct from', state.requirementsDueAt),
      ]),
    )
    .returning(['companyId', 'confirmedTarget'])
    .executeTakeFirst()

/** Reserves the next PSP call for this caller; undefined if another caller has reserved one after `before`. */
export const claimPspRead = (db: Database, { companyId, now, before }: { companyId: string; now: Date; before: Date }) =>
  db
    .updateTable('payoutAccounts')
    .set({ checkedAt: now })
    .where('companyId', '=', companyId)
    .where((where) => where.or([where('checkedAt', 'is', null), where('checkedAt', '<=', before)]))
    .returning('accountId')
    .executeTakeFirst()

type ConfirmedTarget = { companyId: string; target: string; now: Date }

/** Makes the connected account the payout target, unless its bank account at the PSP has changed meanwhile. */
export const markTargetConfirmed = (tx: Transaction, { companyId, target, now }: ConfirmedTarget) =>
  tx
    .updateTable('payoutAccounts')
    .set({ confirmedTarget: target, changedAt: now })
    .where('companyId', '=', companyId)
    .where('target', '=', target)
    .returning('companyId')
    .executeTakeFirst()

type RestoredTarget = { companyId: string; target: string | null; now: Date }

/** Restores an earlier confirmed target (null for none). Counts as a change, so payouts wait. */
export const restoreTarget = (tx: Transaction, { companyId, target, now }: RestoredTarget) =>
  tx.updateTable('payoutAccounts').set({ confirmedTarget: target, changedAt: now }).where('companyId', '=', companyId).execute()
