import type { App, Person } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { deleteAwaitingOf, forgetAddress } from './deletionStore.ts'

/** With an account go the address in what it published, and what it wrote and never confirmed. */
export async function forgetAuthor(_app: App, tx: Transaction, { email }: Person) {
  await deleteAwaitingOf(tx, email)
  await forgetAddress(tx, email)
}
