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

/** SQL condition: the payment of the invoice `returned` came back, and it was neither paid again nor forgiven since. */
const isUnpaidReturn = sql<boolean>`returned.returned_at is not null and not exists (
  select from subscription_invoices as again
  where again.replaces_id = returned.id and again.status in ('paid', 'void')
)`

/**
 * Lists a company's invoices whose payment came back and that were not paid again, or forgiven, since; oldest first, of any of its
 * subscriptions. `url`: the PSP's page to pay the invoice that bills it again, null until there is one, or while its debit is under way.
 */
export const listUnpaidReturns = (db: Database | Transaction, companyId: string) =>
  db
    .selectFrom('subscriptionInvoices as returned')
    .leftJoin('subscriptionInvoices as bill', (join) => join.onRef('bill.replacesId', '=', 'returned.id').on('bill.status', '=', 'open'))
    .select([
      'returned.id',
      'returned.subscriptionId',
      sql<Date>`returned.returned_at`.as('returnedAt'),
      sql<number>`coalesce(bill.amount_due_cents, returned.amount_paid_cents)`.as('amountCents'),
      sql<string | null>`case when bill.processing_at is null then bill.hosted_url end`.as('url'),
      sql<boolean>`bill.processing_at is not null`.as('isUnderWay'),
    ])
    .where('returned.companyId', '=', companyId)
    .where(isUnpaidReturn)
    .orderBy('returned.returnedAt')
    .orderBy('returned.id')
    .execute()

/** Lists ended subscriptions that owe a returned payment and were not read since `notSince`. */
export const listOwingEnded = (db: Database, { notSince, limit }: { notSince: Date; limit: number }) =>
  db
    .selectFrom('subscriptions')
    .select(['companyId', 'pspId', 'customerId', sql<boolean>`false`.as('isDaily')])
    .where('status', '=', 'canceled')
    .where('checkedAt', '<', notSince)
    .where('companyId', 'in', (from) =>
      from.selectFrom('subscriptionInvoices as returned').select('returned.companyId').where(isUnpaidReturn),
    )
    .orderBy('checkedAt')
    .limit(limit)
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

/** True if nothing of a subscription was paid yet, and its first debit is under way. */
export async function isFirstUnderWay(db: Database, subscriptionId: string) {
  const invoices = await db
    .selectFrom('subscriptionInvoices')
    .select(['status', 'processingAt'])
    .where('subscriptionId', '=', subscriptionId)
    .where('status', 'in', ['open', 'paid'])
    .execute()
  return invoices.some(({ processingAt }) => processingAt !== null) && invoices.every(({ status }) => status === 'open')
}
