import { sql } from 'kysely'
import type { Database, Transaction } from '../db.ts'

/**
 * Finds the restore of an earlier state that is not reconciled yet. Until `npm run admin -- after-restore` has ended it, no payout is sent,
 * no document is issued, and discrepancies are not mailed (docs/operations.md#after-a-restore).
 */
export const findOpenRestore = (db: Database | Transaction) =>
  db.selectFrom('restores').select('stateOf').where('reconciledAt', 'is', null).executeTakeFirst()

/** Stores that the database was restored to the state of a time. An open restore becomes as old as the older of both. */
export const noteRestore = (db: Database, { stateOf, now }: { stateOf: Date; now: Date }) =>
  sql`
    insert into restores as known (state_of, noted_at)
    values (${stateOf}, ${now})
    on conflict ((true)) where reconciled_at is null do update
    set state_of = least(known.state_of, excluded.state_of)`.execute(db)

/** Ends the open restore: payouts are sent, documents are issued again. */
export const endRestore = (tx: Transaction, now: Date) =>
  tx.updateTable('restores').set({ reconciledAt: now }).where('reconciledAt', 'is', null).execute()
