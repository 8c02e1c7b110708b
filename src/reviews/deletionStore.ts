import type { Transaction } from '#src/server/db.ts'

/** Deletes what was said about a company that is deleted. */
export const deleteReviewsOf = (tx: Transaction, companyId: string) => tx.deleteFrom('reviews').where('companyId', '=', companyId).execute()
