import type { Transaction } from '#src/platform/server/db.ts'

/** Deletes the reviews of a deleted company. */
export const deleteReviewsOf = (tx: Transaction, companyId: string) => tx.deleteFrom('reviews').where('companyId', '=', companyId).execute()

/** Deletes the unconfirmed reviews of an address; the next sweep deletes their authors' quota entries. */
export const deleteAwaitingOf = (tx: Transaction, customerEmail: string) =>
  tx.deleteFrom('reviews').where('customerEmail', '=', customerEmail).where('publishedAt', 'is', null).execute()

/** Removes the address from published reviews, so that their author gets no more mails about them. */
export const deleteAddress = (tx: Transaction, customerEmail: string) =>
  tx.updateTable('reviews').set({ customerEmail: '' }).where('customerEmail', '=', customerEmail).execute()
