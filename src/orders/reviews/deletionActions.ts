import type { App, Person } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { deleteAddress, deleteAwaitingOf } from './deletionStore.ts'

/** Deletes an account's unconfirmed reviews, and its address from the published ones. */
export async function deleteAuthor(_app: App, tx: Transaction, { email }: Person) {
  await deleteAwaitingOf(tx, email)
  await deleteAddress(tx, email)
}
