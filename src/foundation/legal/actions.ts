import type { App, Person } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { acceptedWith, legalVersions } from './rules.ts'
import { type Acceptor, insertAcceptances, listAcceptancesOf } from './store.ts'

/**
 * Stores the versions of the legal texts that apply to an order, a company's registration or a sign-up, within the caller's transaction.
 * Idempotent.
 */
export const recordAcceptance = (app: App, tx: Transaction, by: Acceptor) =>
  insertAcceptances(tx, { by, now: app.now(), texts: acceptedBy(by).map((document) => ({ document, version: legalVersions[document] })) })

function acceptedBy(by: Acceptor) {
  if ('bookingId' in by) return acceptedWith.booking
  return 'companyId' in by ? acceptedWith.company : acceptedWith.user
}

/** Returns a person's accepted texts, for the export of personal data. */
export const exportAcceptances = (app: App, { userId }: Person) => listAcceptancesOf(app.db, userId)
