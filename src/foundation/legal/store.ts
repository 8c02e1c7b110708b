import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { LegalDocument } from './rules.ts'

/** Owner of an acceptance: a booking, a company or an account. */
export type Acceptor = { bookingId: string } | { companyId: string } | { userId: string }
type Acceptance = { document: LegalDocument; version: string }

/** Stores accepted texts; each version once. */
export const insertAcceptances = (tx: Transaction, { by, texts, now }: { by: Acceptor; texts: Acceptance[]; now: Date }) =>
  tx
    .insertInto('legalAcceptances')
    .values(texts.map((text) => ({ ...text, ...by, acceptedAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Lists the texts accepted with a person's account, for the data export. */
export const listAcceptancesOf = (db: Database, userId: string) =>
  db
    .selectFrom('legalAcceptances')
    .select(['document', 'version', 'acceptedAt'])
    .where('userId', '=', userId)
    .orderBy('acceptedAt')
    .execute()
