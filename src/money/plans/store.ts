import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Subscriptions } from '#src/platform/server/tables.d.ts'

/** Takes the sequence number of a PSP read before it begins: a higher number means a later start. */
export const takeReadNumber = async (db: Database) => {
  const { rows } = await sql<{ look: number }>`select nextval('subscription_looks') as look`.execute(db)
  if (!rows[0]) throw new Error('the sequence subscription_looks returned no number')
  return rows[0].look
}

/** Locks a company's row until the transaction ends; all changes to its subscription take this lock. */
export const lockCompany = (tx: Transaction, id: string) =>
  tx.selectFrom('companies').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const findSubscription = (db: Database | Transaction, companyId: string) =>
  db.selectFrom('subscriptions').selectAll().where('companyId', '=', companyId).executeTakeFirst()

export const findByPspId = (db: Database, pspId: string) =>
  db.selectFrom('subscriptions').select(['companyId', 'status']).where('pspId', '=', pspId).executeTakeFirst()

/** Upserts the result of a read; undefined if a later read was stored before. */
export const upsertSubscription = (tx: Transaction, { companyId, ...facts }: Insertable<Subscriptions>) =>
  tx
    .insertInto('subscriptions')
    .values({ companyId, ...facts })
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet(facts).where('subscriptions.look', '<', facts.look))
    .returning('companyId')
    .executeTakeFirst()

/** Counts a change before it is sent to the PSP (part of its idempotency key); undefined if the subscription has ended. */
export const countChange = (db: Database, companyId: string) =>
  db
    .updateTable('subscriptions')
    .set({ changes: sql`changes + 1` })
    .where('companyId', '=', companyId)
    .where('status', '!=', 'canceled')
    .returning(['pspId', 'changes', 'paidPlan', 'status', 'cancelAtPeriodEnd'])
    .executeTakeFirst()

/** Records a check without a result, so that other subscriptions get their turn. */
export const markSubscriptionChecked = (db: Database, { companyId, now }: { companyId: string; now: Date }) =>
  db.updateTable('subscriptions').set({ checkedAt: now }).where('companyId', '=', companyId).execute()

/**
 * Lists subscriptions to reconcile, longest unchecked first: those unchecked for a day, and those that owe money or are past their period
 * and were not checked since `notSince`.
 */
export const listDueSubscriptions = (db: Database, due: { now: Date; dayAgo: Date; notSince: Date; limit: number }) =>
  db
    .selectFrom('subscriptions')
    .select(['companyId', 'pspId', 'customerId', sql<boolean>`checked_at < ${due.dayAgo}`.as('isDaily')])
    .where('status', '!=', 'canceled')
    .where((where) =>
      where.or([
        where('checkedAt', '<', due.dayAgo),
        where.and([
          where('checkedAt', '<', due.notSince),
          where.or([
            where('status', 'in', ['past_due', 'unpaid']),
            where('currentPeriodEnd', '<=', due.now),
            where('cancelAt', '<=', due.now),
          ]),
        ]),
      ]),
    )
    .orderBy('checkedAt')
    .limit(due.limit)
    .execute()

/** Lists the subscriptions of a person's companies for their data export. */
export const listSubscriptionsForExport = (db: Database, userId: string) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('companies', 'companies.id', 'subscriptions.companyId')
    .select([
      'companies.companyName',
      'subscriptions.status',
      'subscriptions.paidPlan',
      'subscriptions.renewsAs',
      'subscriptions.startedAt',
      'subscriptions.currentPeriodEnd',
      'subscriptions.cancelAtPeriodEnd',
      'subscriptions.cancelAt',
      'subscriptions.pastDueSince',
      'subscriptions.endedAt',
    ])
    .where('companies.userId', '=', userId)
    .orderBy('subscriptions.startedAt')
    .execute()
