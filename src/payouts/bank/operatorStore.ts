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

/** Forgets every change of bank details, waiting or confirmed: what stood before is sealed in them, too. */
export const deleteBankChanges = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('bankChanges').where('companyId', '=', companyId).execute()

/** Forgets who was left out of runs and why. */
export const deleteSkips = (tx: Transaction, companyId: string) => tx.deleteFrom('payoutSkips').where('companyId', '=', companyId).execute()
