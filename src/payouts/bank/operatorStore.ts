import type { Transaction } from '#src/server/db.ts'

/** Lifts the hold that stands; undefined when there is none, so of two who lift it one does. */
export const markHoldLifted = (tx: Transaction, { companyId, now }: { companyId: string; now: Date }) =>
  tx
    .updateTable('payoutHolds')
    .set({ liftedAt: now })
    .where('companyId', '=', companyId)
    .where('liftedAt', 'is', null)
    .returning(['id', 'cause', 'placedAt'])
    .executeTakeFirst()

/** Deletes every change of bank details, waiting or confirmed: they also hold the earlier details, encrypted. */
export const deleteBankChanges = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('bankChanges').where('companyId', '=', companyId).execute()

/** Deletes the notes that runs left the company out, and why. */
export const deleteSkips = (tx: Transaction, companyId: string) => tx.deleteFrom('payoutSkips').where('companyId', '=', companyId).execute()
