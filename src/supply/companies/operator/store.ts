import { sql } from 'kysely'
import type { Transaction } from '#src/platform/server/db.ts'
import type { OperatorChange, OperatorFields } from './rules.ts'

type Moment = { id: string; now: Date }

/** Inserts a company of the operator: Premium without payment, verified. Undefined if the same unclaimed company exists already. */
export const insertGranted = (tx: Transaction, { now, ...fields }: OperatorFields & { now: Date }) =>
  tx
    .insertInto('companies')
    .values({
      ...fields,
      plan: 'premium',
      premium: true,
      verified: true,
      subscriptionKind: 'granted',
      subscriptionStatus: 'active',
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`name_key, lower(email)`)
        .where(sql<boolean>`subscription_kind = 'granted' and user_id is null and archived_at is null`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

/** Locks the company for a change by the operator. */
export const lockForOperator = (tx: Transaction, id: string) =>
  tx.selectFrom('companies').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const updateByOperator = (tx: Transaction, { id, changed, now }: Moment & { changed: Partial<OperatorChange> }) =>
  tx
    .updateTable('companies')
    .set({ ...changed, updatedAt: now })
    .where('id', '=', id)
    .execute()

/** Another unclaimed company of the operator with this name and address. */
export const findGrantedDuplicate = (tx: Transaction, { id, companyName, email }: { id: string; companyName: string; email: string }) =>
  tx
    .selectFrom('companies')
    .select('id')
    .where('id', '!=', id)
    .where('subscriptionKind', '=', 'granted')
    .where('userId', 'is', null)
    .where('archivedAt', 'is', null)
    .where('nameKey', '=', sql<string>`lower(btrim(${companyName}) collate "de-x-icu")`)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()

/** Suspends a company; returns the row to the first caller only. */
export const markSuspended = (tx: Transaction, { id, reason, now }: Moment & { reason: string }) =>
  tx
    .updateTable('companies')
    .set({ suspendedAt: now, suspensionReason: reason, updatedAt: now })
    .where('id', '=', id)
    .where('suspendedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

export const markReleased = (tx: Transaction, { id, now }: Moment) =>
  tx
    .updateTable('companies')
    .set({ suspendedAt: null, suspensionReason: null, updatedAt: now })
    .where('id', '=', id)
    .where('suspendedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
