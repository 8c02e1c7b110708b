import type { Transaction } from '#src/server/db.ts'

/** Deletes a company's unpaid bookings; a paid one stays and keeps the company. Their files are detached, and the sweep deletes them. */
export const deleteUnpaidBookings = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('bookings').where('companyId', '=', companyId).where('paidAt', 'is', null).execute()

/** Locks the same bookings, so that none is paid meanwhile. */
export const lockUnpaidBookings = (tx: Transaction, companyId: string) =>
  tx.selectFrom('bookings').select('id').where('companyId', '=', companyId).where('paidAt', 'is', null).orderBy('id').forUpdate().execute()
