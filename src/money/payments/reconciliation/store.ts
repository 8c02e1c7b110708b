import { sql } from 'kysely'
import type { PspTransaction } from '#src/platform/kit/psp.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'

/** `booksSince`: time from which the PSP's balance transactions are read; `opening`: cents of the balance at that time. */
export type CursorName = 'balanceTransactions' | 'undeliveredEvents' | 'nightly' | 'booksSince' | 'opening'

/** Position up to which something was read; undefined before the first time. */
export const findCursor = (db: Database | Transaction, name: CursorName) =>
  db.selectFrom('pspCursor').select('position').where('name', '=', name).executeTakeFirst()

/** Stores the time of the first start, unless balance transactions were read before or an earlier start is stored. */
export const insertBeginning = (db: Database, now: Date) =>
  sql`
    insert into psp_cursor (name, position, moved_at)
    select 'booksSince', ${now.toISOString()}, ${now}
    where not exists (select from psp_cursor where name = 'balanceTransactions')
      and not exists (select from bookings)
    on conflict do nothing`.execute(db)

/** Advances a cursor; returns false if another process has moved it meanwhile. */
export async function moveCursor(
  tx: Transaction | Database,
  { name, from, to, now }: { name: CursorName; from: string | null; to: string; now: Date },
) {
  const { rows } = await sql<{ name: string }>`
    insert into psp_cursor as known (name, position, moved_at)
    values (${name}, ${to}, ${now})
    on conflict (name) do update
    set position = excluded.position, moved_at = excluded.moved_at
    where known.position is not distinct from ${from}
    returning name`.execute(tx)
  return rows.length > 0
}

export type NewTransaction = PspTransaction & { ledgerKind: string | null; ledgerReference: string | null; readAt: Date }

/**
 * Advisory lock until the end of the transaction. The job and the operator's audit may read the same movements at once; both write many
 * rows, each in the order of its own query plan, and could deadlock.
 */
export const lockReconciliation = (tx: Transaction) => sql`select pg_advisory_xact_lock(hashtext('payments.books'))`.execute(tx)

/** Stores movements, at most `mostRows` at once; returns the ids of the new ones. */
export const insertPspTransactions = (tx: Transaction, rows: readonly NewTransaction[]) =>
  tx
    .insertInto('pspTransactions')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
/** PostgreSQL allows at most 65,535 parameters per statement. */
export const mostRows = 1_000

/**
 * Matches stored movements with the ledger: kind, reference and cents must be equal, and a ledger transaction matches one movement only, so
 * that a second movement of the same payment remains a discrepancy.
 */
export const matchPspTransactions = (tx: Transaction, now: Date) =>
  sql`
    update psp_transactions as matched
    set ledger_tx_id = found.tx_id, matched_at = ${now}
    from (
      select distinct on (tx.id) one.id, tx.id as tx_id
      from psp_transactions as one
      join ledger_tx as tx on tx.kind = one.ledger_kind and tx.reference = one.ledger_reference
      where one.matched_at is null
        and one.currency = 'eur'
        and not exists (select from psp_transactions as other where other.ledger_tx_id = tx.id)
        and one.amount_cents = (
          select sum(amount_cents)
          from ledger_entry
          where tx_id = tx.id and account = 'psp_balance'
        )
      order by tx.id, one.created_at, one.id
    ) as found
    where matched.id = found.id and matched.matched_at is null`.execute(tx)

/** Unmatched movements, oldest first. */
export const listUnmatched = (db: Database, limit: number) =>
  db
    .selectFrom('pspTransactions')
    .select([
      'id',
      'kind',
      'amountCents',
      'currency',
      'sourceId',
      'paymentId',
      'ownId',
      'transferId',
      'ledgerKind',
      'ledgerReference',
      'createdAt',
      'readAt',
    ])
    .where('matchedAt', 'is', null)
    .orderBy('readAt')
    .limit(limit)
    .execute()

/** Stores the ledger transaction that a movement must match, once it is known. */
export const markExpected = (db: Database, one: { id: string; ledgerKind: string; ledgerReference: string }) =>
  db
    .updateTable('pspTransactions')
    .set({ ledgerKind: one.ledgerKind, ledgerReference: one.ledgerReference })
    .where('id', '=', one.id)
    .execute()

/** True if an invoice was paid again after its first payment came back: its ledger transaction is of another kind. */
export const isDebitRepaid = async (db: Database, invoiceId: string) =>
  (await db.selectFrom('ledgerTx').select('id').where('kind', '=', 'debitRepaid').where('reference', '=', invoiceId).executeTakeFirst()) !==
  undefined

/** True if a refund only repeated an earlier one that had been returned: its ledger transaction is of another kind. */
export const isRefundRepeated = async (db: Database, refundId: string) =>
  (await db
    .selectFrom('ledgerTx')
    .select('id')
    .where('kind', '=', 'refundRepeated')
    .where('reference', '=', refundId)
    .executeTakeFirst()) !== undefined

/** Payout that a transfer belongs to. */
export const findPayoutOfTransfer = (db: Database | Transaction, transferId: string) =>
  db.selectFrom('payouts').select('id').where('stripeTransferId', '=', transferId).executeTakeFirst()

/** Closes the discrepancies whose movement was matched meanwhile. */
export const closeMatchedDiscrepancies = (tx: Transaction, now: Date) =>
  sql`
    update reconciliation_breaks as broken
    set closed_at = ${now}
    where closed_at is null
      and (
        (
          kind = 'unmatchedTransaction'
          and exists (select from psp_transactions where id = broken.reference and matched_at is not null)
        )
        or (
          kind = 'missingAtPsp'
          and exists (select from psp_transactions where ledger_tx_id::text = broken.reference)
        )
      )`.execute(tx)

/** Ledger transactions on the PSP balance without a movement at the PSP since before `before`. */
export async function listMissingAtPsp(db: Database, { before, limit }: { before: Date; limit: number }) {
  const { rows } = await sql<{ id: string; kind: string; reference: string; bookingId: string | null; cents: number }>`
    select tx.id, tx.kind, tx.reference, tx.booking_id, entry.amount_cents as cents
    from ledger_entry as entry
    join ledger_tx as tx on tx.id = entry.tx_id
    where entry.account = 'psp_balance'
      and tx.kind not in ('processorFee', 'opening')
      and tx.occurred_at < ${before}
      and not exists (select from psp_transactions where ledger_tx_id = tx.id)
    order by tx.occurred_at
    limit ${limit}`.execute(db)
  return rows
}

/**
 * Sums, in cents, of the PSP's movements, of the ledger, and of the amounts that only one of both has yet: movements read since
 * `unmatchedSince`, entries posted since `missingSince`. In balanced books these explain the whole difference.
 */
export async function sumTransactions(db: Database, { unmatchedSince, missingSince }: { unmatchedSince: Date; missingSince: Date }) {
  const { rows } = await sql<{ readCents: number; ledgerCents: number; unmatchedCents: number; missingCents: number }>`
    select
      (select coalesce(sum(net_cents), 0)::bigint from psp_transactions) as read_cents,
      (select coalesce(sum(amount_cents), 0)::bigint from ledger_entry where account = 'psp_balance') as ledger_cents,
      (select coalesce(sum(amount_cents), 0)::bigint from psp_transactions where matched_at is null and read_at > ${unmatchedSince}) as unmatched_cents,
      (
        select coalesce(sum(entry.amount_cents), 0)::bigint
        from ledger_entry as entry
        join ledger_tx as tx on tx.id = entry.tx_id
        where entry.account = 'psp_balance'
          and tx.kind not in ('processorFee', 'opening')
          and tx.occurred_at > ${missingSince}
          and not exists (select from psp_transactions where ledger_tx_id = tx.id)
      ) as missing_cents`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('the query of the ledger sums returned no row')
  return sums
}

export const closeDiscrepanciesOfKind = (tx: Transaction, { kind, now }: { kind: string; now: Date }) =>
  tx.updateTable('reconciliationBreaks').set({ closedAt: now }).where('kind', '=', kind).where('closedAt', 'is', null).execute()

/** Deletes events that were processed before `before`. */
export const deleteOldEvents = (db: Database, before: Date) => db.deleteFrom('paymentEvents').where('processedAt', '<', before).execute()
