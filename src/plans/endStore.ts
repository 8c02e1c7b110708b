import type { Transaction } from '#src/server/db.ts'

export const deleteSubscriptionCheckouts = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('subscriptionCheckouts').where('companyId', '=', companyId).execute()

/** Invoices that were never entered in the ledger; one that was stays, and with it the company. */
export const deleteUnpaidInvoices = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('subscriptionInvoices').where('companyId', '=', companyId).where('postedAt', 'is', null).execute()
