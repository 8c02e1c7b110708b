import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'

/**
 * Claims invoices whose debit is under way and not announced, each once. Those of a period whose debit was announced before it began are
 * claimed, too, and not returned.
 */
export async function claimUnannounced(tx: Transaction, { subscriptionId, now }: { subscriptionId: string; now: Date }) {
  const { rows } = await sql<{ id: string; isNoticed: boolean }>`
    update subscription_invoices as invoice
    set announced_at = ${now}
    from subscriptions
    where invoice.subscription_id = ${subscriptionId}
      and subscriptions.psp_id = invoice.subscription_id
      and invoice.processing_at is not null
      and invoice.announced_at is null
    returning invoice.id, coalesce(invoice.period_start = subscriptions.debit_noticed_for, false) as is_noticed`.execute(tx)
  return rows.filter(({ isNoticed }) => !isNoticed)
}

export const findInvoice = (db: Database | Transaction, id: string) =>
  db.selectFrom('subscriptionInvoices').selectAll().where('id', '=', id).executeTakeFirst()

/** Lists subscriptions whose next debit must be announced until `before`. */
export const listUnannouncedRenewals = (db: Database, { now, before, limit }: { now: Date; before: Date; limit: number }) =>
  db
    .selectFrom('subscriptions')
    .select(['companyId', 'pspId', 'currentPeriodEnd'])
    .where('method', '=', 'sepaDebit')
    .where('status', '=', 'active')
    .where('cancelAtPeriodEnd', '=', false)
    .where('currentPeriodEnd', '>', now)
    .where('currentPeriodEnd', '<=', before)
    .where(sql<boolean>`debit_noticed_for is distinct from current_period_end`)
    .orderBy('currentPeriodEnd')
    .limit(limit)
    .execute()

/** Records that the debit at the end of a period was announced; undefined if it was recorded before. */
export const markNoticed = (tx: Transaction, { pspId, periodEnd }: { pspId: string; periodEnd: Date }) =>
  tx
    .updateTable('subscriptions')
    .set({ debitNoticedFor: periodEnd })
    .where('pspId', '=', pspId)
    .where(sql<boolean>`debit_noticed_for is distinct from ${periodEnd}`)
    .returning('companyId')
    .executeTakeFirst()

/** Records that the payment of a paid invoice came back; undefined if it was recorded before, or the invoice is not paid. */
export const markReturned = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('subscriptionInvoices')
    .set({ returnedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .where('returnedAt', 'is', null)
    .returning(['companyId', 'number'])
    .executeTakeFirst()

/** Lists a subscription's invoices whose payment came back and that were not paid again, or forgiven, since. */
export const listUnpaidReturns = (db: Database | Transaction, subscriptionId: string) =>
  db
    .selectFrom('subscriptionInvoices as returned')
    .select(['returned.id', sql<Date>`returned.returned_at`.as('returnedAt')])
    .where('returned.subscriptionId', '=', subscriptionId)
    .where('returned.returnedAt', 'is not', null)
    .where(
      sql<boolean>`not exists (
        select from subscription_invoices as again
        where again.replaces_id = returned.id and again.status in ('paid', 'void')
      )`,
    )
    .orderBy('returned.returnedAt')
    .execute()

/** True if a debit of a company's subscription is under way. */
export async function hasDebitUnderWay(db: Database, companyId: string) {
  const found = await db
    .selectFrom('subscriptionInvoices')
    .select('id')
    .where('companyId', '=', companyId)
    .where('processingAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
