import { sql } from 'kysely'
import type { Transaction } from '#src/platform/server/db.ts'
import type { LedgerEntry } from './rules.ts'

export type LedgerPosting = { reference: string; bookingId: string | null; entries: readonly LedgerEntry[] }

/** Inserts the heads of ledger transactions of one kind; skips known references. */
export async function insertLedgerHeads(
  tx: Transaction,
  { kind, occurredAt, postings }: { kind: string; occurredAt: Date; postings: readonly LedgerPosting[] },
) {
  const { rows } = await sql<{ id: string; reference: string }>`
    insert into ledger_tx (kind, reference, booking_id, occurred_at)
    select ${kind}, posting.reference, posting.booking_id, ${occurredAt}
    from unnest(
      ${postings.map(({ reference }) => reference)}::text[],
      ${postings.map(({ bookingId }) => bookingId)}::uuid[]
    ) as posting (reference, booking_id)
    on conflict (kind, reference) do nothing
    returning id, reference`.execute(tx)
  return rows
}

/** Inserts all entries of new ledger transactions in one statement. */
export async function insertLedgerEntries(tx: Transaction, entries: readonly (LedgerEntry & { txId: string })[]) {
  await sql`
    insert into ledger_entry (tx_id, account, company_id, amount_cents)
    select entry.tx_id, entry.account, entry.company_id, entry.amount_cents
    from unnest(
      ${entries.map(({ txId }) => txId)}::uuid[],
      ${entries.map(({ account }) => account)}::text[],
      ${entries.map(({ companyId }) => companyId ?? null)}::uuid[],
      ${entries.map(({ amountCents }) => amountCents)}::bigint[]
    ) as entry (tx_id, account, company_id, amount_cents)`.execute(tx)
}
