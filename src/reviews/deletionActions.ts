import type { App, Person } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { deleteAwaitingOf, deleteReviewsOf, forgetAddress } from './deletionStore.ts'

/** Deletes the reviews of a company that is deleted itself; those of an archived one stay, hidden with it. */
export const forgetReviews = (tx: Transaction, companyId: string) => deleteReviewsOf(tx, companyId)

/** With an account go the address in what it published, and what it wrote and never confirmed. */
export async function forgetAuthor(_app: App, tx: Transaction, { email }: Person) {
  await deleteAwaitingOf(tx, email)
  await forgetAddress(tx, email)
}
