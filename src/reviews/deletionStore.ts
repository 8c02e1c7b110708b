import type { Transaction } from '#src/server/db.ts'

/** Deletes what was said about a company that is deleted. */
export const deleteReviewsOf = (tx: Transaction, companyId: string) => tx.deleteFrom('reviews').where('companyId', '=', companyId).execute()

/** Reviews of an address that nobody confirmed; their authors' turns go with the next sweep. */
export const deleteAwaitingOf = (tx: Transaction, customerEmail: string) =>
  tx.deleteFrom('reviews').where('customerEmail', '=', customerEmail).where('publishedAt', 'is', null).execute()

/** Published words stay, but nobody is told anything about them any more. */
export const forgetAddress = (tx: Transaction, customerEmail: string) =>
  tx.updateTable('reviews').set({ customerEmail: '' }).where('customerEmail', '=', customerEmail).execute()
