import { sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import { type DiscrepancyState, selfClosingKinds } from './rules.ts'

/**
 * SQL condition: reconciliation closes the discrepancy when its cause is gone, and records it again until then. False for a movement that
 * cannot be assigned, and for one without a counterpart after a day.
 */
const closesItself = (now: Date) => sql<boolean>`
  reconciliation_breaks.kind = any(${[...selfClosingKinds]}::text[])
  and not exists (
    select 1
    from psp_transactions as moved
    where reconciliation_breaks.kind = 'unmatchedTransaction'
      and moved.id = reconciliation_breaks.reference
      and (moved.ledger_kind is null or reconciliation_breaks.found_at <= ${new Date(now.getTime() - 86_400_000)})
  )`

const matching = (db: Database, state: DiscrepancyState) =>
  db
    .selectFrom('reconciliationBreaks')
    .$if(state === 'open', (query) => query.where('closedAt', 'is', null))
    .$if(state === 'closed', (query) => query.where('closedAt', 'is not', null))

type Params = { limit: number; offset: number; state: DiscrepancyState; now: Date }

/** A page of discrepancies, newest first, and their total number. */
export async function listDiscrepancies(db: Database, { limit, offset, state, now }: Params) {
  const { total } = await countRows(matching(db, state))
  const rows = await matching(db, state)
    .select([
      'id',
      'kind',
      'reference',
      'bookingId',
      'foundAt',
      'closedAt',
      'closedReason',
      'details',
      closesItself(now).as('closesItself'),
    ])
    .orderBy('foundAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { total, rows }
}

/** Reads and locks a discrepancy; undefined if the id is unknown. */
export const lockDiscrepancy = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .selectFrom('reconciliationBreaks')
    .select(['id', 'kind', 'reference', 'closedAt', closesItself(now).as('closesItself')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const markDiscrepancyClosed = (
  tx: Transaction,
  { id, actor, reason, now }: { id: string; actor: string; reason: string; now: Date },
) =>
  tx
    .updateTable('reconciliationBreaks')
    .set({ closedAt: now, closedBy: actor, closedReason: reason })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .execute()

/** Marks an unmatched movement in euros as an adjustment; returns its cents, or undefined if it was matched meanwhile. */
export const claimForAdjustment = async (tx: Transaction, id: string) => {
  const claimed = await tx
    .updateTable('pspTransactions')
    .set({ ledgerKind: 'adjustment', ledgerReference: id })
    .where('id', '=', id)
    .where('matchedAt', 'is', null)
    .where('currency', '=', 'eur')
    .returning('amountCents')
    .executeTakeFirst()
  return claimed?.amountCents
}
