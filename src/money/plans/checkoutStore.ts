import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'

type NewCheckout = { companyId: string; plan: 'basic' | 'premium'; priceCents: number; expiresAt: Date; createdAt: Date }

/** Inserts a checkout before the PSP is called; undefined while the company has another open one. */
export const insertSubscriptionCheckout = (db: Database, checkout: NewCheckout) =>
  db
    .insertInto('subscriptionCheckouts')
    .values(checkout)
    .onConflict((conflict) => conflict.column('companyId').where(sql<boolean>`status in ('starting', 'open')`).doNothing())
    .returningAll()
    .executeTakeFirst()

export const findWaitingCheckout = (db: Database, companyId: string) =>
  db
    .selectFrom('subscriptionCheckouts')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('status', 'in', ['starting', 'open'])
    .executeTakeFirst()

export const findCompanyCheckout = (db: Database, { sessionId, companyId }: { sessionId: string; companyId: string }) =>
  db
    .selectFrom('subscriptionCheckouts')
    .select(['id', 'status'])
    .where('sessionId', '=', sessionId)
    .where('companyId', '=', companyId)
    .executeTakeFirst()

/** Locks the checkout of a session: found by session id or, if its creation was interrupted, the company's checkout in state 'starting'. */
export const lockSubscriptionCheckout = (tx: Transaction, { sessionId, companyId }: { sessionId: string; companyId: string | null }) =>
  tx
    .selectFrom('subscriptionCheckouts')
    .select(['id', 'companyId', 'settledAt'])
    .where((where) =>
      where.or([
        where('sessionId', '=', sessionId),
        where.and([where('sessionId', 'is', null), where('status', '=', 'starting'), where(sql`company_id::text`, '=', companyId)]),
      ]),
    )
    .orderBy(sql`session_id is null`)
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** Marks a checkout as paid, or as completed with a debit; a payment overrides every other status. Returns undefined if it was paid before. */
export const markSubscriptionPaid = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('subscriptionCheckouts')
    .set({ status: 'paid', settledAt: now })
    .where('id', '=', id)
    .where('status', '!=', 'paid')
    .returning('id')
    .executeTakeFirst()

/** Ends an unpaid checkout. 'failed' is only for a checkout whose URL was never handed out. */
export const markSubscriptionCheckoutEnded = (
  db: Database | Transaction,
  { id, status, now }: { id: string; status: 'expired' | 'failed'; now: Date },
) =>
  db
    .updateTable('subscriptionCheckouts')
    .set({ status, settledAt: now })
    .where('id', '=', id)
    .where('status', 'in', status === 'failed' ? ['starting'] : ['starting', 'open'])
    .execute()

/** Ends expired checkouts whose creation was interrupted: their URL was never handed out. */
export const failAbandonedCheckouts = (db: Database, now: Date) =>
  db
    .updateTable('subscriptionCheckouts')
    .set({ status: 'failed', settledAt: now })
    .where('status', '=', 'starting')
    .where('expiresAt', '<=', now)
    .execute()
