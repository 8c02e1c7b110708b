import type { Transaction } from '#src/server/db.ts'

/** Deletes a company's bookings; one that was paid stays, and with it the company. Their files are let go of, and the sweep takes them. */
export const deleteUnpaidBookings = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('bookings').where('companyId', '=', companyId).where('paidAt', 'is', null).execute()

/** The same bookings, locked against being paid meanwhile. */
export const lockUnpaidBookings = (tx: Transaction, companyId: string) =>
  tx.selectFrom('bookings').select('id').where('companyId', '=', companyId).where('paidAt', 'is', null).orderBy('id').forUpdate().execute()
