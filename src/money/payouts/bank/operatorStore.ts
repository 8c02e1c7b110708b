import type { Transaction } from '#src/platform/server/db.ts'

/** Lifts the active hold; returns its row to the first caller only, undefined if there is none. */
export const markHoldLifted = (tx: Transaction, { companyId, now }: { companyId: string; now: Date }) =>
  tx
    .updateTable('payoutHolds')
    .set({ liftedAt: now })
    .where('companyId', '=', companyId)
    .where('liftedAt', 'is', null)
    .returning(['id', 'cause', 'placedAt'])
    .executeTakeFirst()

/** Deletes all changes of bank details, pending or confirmed: they also contain the earlier details, encrypted. */
export const deleteBankChanges = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('bankChanges').where('companyId', '=', companyId).execute()

/** Deletes the records of runs that skipped the company. */
export const deleteSkips = (tx: Transaction, companyId: string) => tx.deleteFrom('payoutSkips').where('companyId', '=', companyId).execute()
