import type { Database, Transaction } from '#src/server/db.ts'
import type { LegalDocument } from './rules.ts'

/** Whose acceptance it is: a booking's, a company's or an account's. */
export type Acceptor = { bookingId: string } | { companyId: string } | { userId: string }
type Acceptance = { document: LegalDocument; version: string }

/** Notes what was accepted; the same version once. */
export const insertAcceptances = (tx: Transaction, { by, texts, now }: { by: Acceptor; texts: Acceptance[]; now: Date }) =>
  tx
    .insertInto('legalAcceptances')
    .values(texts.map((text) => ({ ...text, ...by, acceptedAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** What a person accepted with the account, for its export. */
export const listAcceptancesOf = (db: Database, userId: string) =>
  db
    .selectFrom('legalAcceptances')
    .select(['document', 'version', 'acceptedAt'])
    .where('userId', '=', userId)
    .orderBy('acceptedAt')
    .execute()
