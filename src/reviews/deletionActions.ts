import type { Transaction } from '#src/server/db.ts'
import { deleteReviewsOf } from './deletionStore.ts'

/** Deletes the reviews of a company that is deleted itself; those of an archived one stay, hidden with it. */
export const forgetReviews = (tx: Transaction, companyId: string) => deleteReviewsOf(tx, companyId)
