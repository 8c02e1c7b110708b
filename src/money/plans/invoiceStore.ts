import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { SubscriptionInvoices } from '#src/platform/server/tables.d.ts'

/** Upserts invoices as the PSP has them now; a paid one stays paid. */
export const upsertInvoices = (tx: Transaction, invoices: Insertable<SubscriptionInvoices>[]) =>
  tx
    .insertInto('subscriptionInvoices')
    .values(invoices)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({
          number: row.ref('excluded.number'),
          status: row.ref('excluded.status'),
          amountDueCents: row.ref('excluded.amountDueCents'),
          amountPaidCents: row.ref('excluded.amountPaidCents'),
          paidAt: row.ref('excluded.paidAt'),
          processingAt: sql<Date | null>`case when excluded.processing_at is not null then coalesce(subscription_invoices.processing_at, excluded.processing_at) end`,
          hostedUrl: row.ref('excluded.hostedUrl'),
          pdfUrl: row.ref('excluded.pdfUrl'),
        }))
        .where('subscriptionInvoices.status', '!=', 'paid'),
    )
    .execute()

/** Claims paid invoices that are not in the ledger yet, and stores the VAT rate with which they are posted. Each is returned only once. */
export const claimUnpostedInvoices = (tx: Transaction, one: { subscriptionId: string; vatBasisPoints: number; now: Date }) =>
  tx
    .updateTable('subscriptionInvoices')
    .set({ postedAt: one.now, vatBasisPoints: one.vatBasisPoints })
    .where('subscriptionId', '=', one.subscriptionId)
    .where('status', '=', 'paid')
    .where('amountPaidCents', '>', 0)
    .where('postedAt', 'is', null)
    .returning(['id', 'amountPaidCents', 'paidAt', 'replacesId'])
    .execute()

/** Lists a company's issued invoices, newest first. */
export const listCompanyInvoices = (db: Database, { companyId, limit }: { companyId: string; limit: number }) =>
  db
    .selectFrom('subscriptionInvoices')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('status', '!=', 'draft')
    .orderBy('periodStart', 'desc')
    .orderBy(sql`paid_at desc nulls first`)
    .limit(limit)
    .execute()

/** Lists the invoices of a person's companies for their data export. */
export const listInvoicesForExport = (db: Database, userId: string) =>
  db
    .selectFrom('subscriptionInvoices')
    .innerJoin('companies', 'companies.id', 'subscriptionInvoices.companyId')
    .select([
      'companies.companyName',
      'subscriptionInvoices.number',
      'subscriptionInvoices.status',
      'subscriptionInvoices.amountDueCents',
      'subscriptionInvoices.amountPaidCents',
      'subscriptionInvoices.periodStart',
      'subscriptionInvoices.periodEnd',
      'subscriptionInvoices.paidAt',
    ])
    .where('companies.userId', '=', userId)
    .orderBy('subscriptionInvoices.periodStart')
    .execute()
