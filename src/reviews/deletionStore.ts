import type { Transaction } from '#src/server/db.ts'

/** Deletes the reviews of a deleted company. */
export const deleteReviewsOf = (tx: Transaction, companyId: string) => tx.deleteFrom('reviews').where('companyId', '=', companyId).execute()

/** Reviews of an address that nobody confirmed; their authors' turns go with the next sweep. */
export const deleteAwaitingOf = (tx: Transaction, customerEmail: string) =>
  tx.deleteFrom('reviews').where('customerEmail', '=', customerEmail).where('publishedAt', 'is', null).execute()

/** Published reviews stay, but without the address: their author gets no more mails about them. */
export const forgetAddress = (tx: Transaction, customerEmail: string) =>
  tx.updateTable('reviews').set({ customerEmail: '' }).where('customerEmail', '=', customerEmail).execute()
