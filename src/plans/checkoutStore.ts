import { sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'

type NewCheckout = { companyId: string; plan: 'basic' | 'premium'; priceCents: number; expiresAt: Date; createdAt: Date }

/** A checkout's row before the PSP is called; undefined while the company has another one that is not over. */
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

/** Notes the PSP's session on a checkout; the status changes only while it is starting. Answers the status it has now. */
export const attachSubscriptionSession = (
  db: Database | Transaction,
  { id, sessionId, url }: { id: string; sessionId: string; url: string | null },
) =>
  db
    .updateTable('subscriptionCheckouts')
    .set({ sessionId, url, status: sql`case when status = 'starting' then 'open' else status end` })
    .where('id', '=', id)
    .where((where) => where.or([where('sessionId', 'is', null), where('sessionId', '=', sessionId)]))
    .returning('status')
    .executeTakeFirst()

/** The checkout of a session, locked: by the session's id, or, when its creation was cut off, the one of its company that is starting. */
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

/** Money wins from every state; undefined when it was known. */
export const markSubscriptionPaid = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('subscriptionCheckouts')
    .set({ status: 'paid', settledAt: now })
    .where('id', '=', id)
    .where('status', '!=', 'paid')
    .returning('id')
    .executeTakeFirst()

/** Ends a checkout that nobody paid; only one whose address nobody has can have failed. */
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

/** Notes that the PSP was asked about a checkout, and whether anything can still come of its session. */
export const markCheckoutChecked = (db: Database | Transaction, { id, isClosed, now }: { id: string; isClosed: boolean; now: Date }) =>
  db
    .updateTable('subscriptionCheckouts')
    .set({ checkedAt: now, ...(isClosed ? { closedAt: now } : {}) })
    .where('id', '=', id)
    .execute()

/** Sessions that may still bring money, those first that were looked at longest ago. */
export const listUnclosedCheckouts = (db: Database, { notSince, limit }: { notSince: Date; limit: number }) =>
  db
    .selectFrom('subscriptionCheckouts')
    .select(['id', 'sessionId', 'expiresAt'])
    .where('closedAt', 'is', null)
    .where('sessionId', 'is not', null)
    .where((where) => where.or([where('checkedAt', 'is', null), where('checkedAt', '<', notSince)]))
    .orderBy(sql`checked_at nulls first`)
    .limit(limit)
    .execute()

/** Ends checkouts whose creation was cut off and whose time is over: nobody has their address. */
export const failAbandonedCheckouts = (db: Database, now: Date) =>
  db
    .updateTable('subscriptionCheckouts')
    .set({ status: 'failed', settledAt: now })
    .where('status', '=', 'starting')
    .where('expiresAt', '<=', now)
    .execute()
