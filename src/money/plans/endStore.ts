import type { Transaction } from '#src/platform/server/db.ts'

export const deleteSubscriptionCheckouts = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('subscriptionCheckouts').where('companyId', '=', companyId).execute()

/** Deletes invoices that were not posted to the ledger. A posted one is kept, and with it the company. */
export const deleteUnpaidInvoices = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('subscriptionInvoices').where('companyId', '=', companyId).where('postedAt', 'is', null).execute()
