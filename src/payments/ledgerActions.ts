import type { Transaction } from '#src/server/db.ts'
import { insertLedgerEntries, insertLedgerHeads, type LedgerPosting } from './ledgerStore.ts'
import type { LedgerEntry } from './rules.ts'
import { insertLedgerTransaction, insertPaymentTransaction, markTransactionRefunded } from './store.ts'

/**
 * Posts one balanced ledger transaction, unique by kind and reference; answers whether it was new. The database refuses entries that do
 * not sum to zero when the transaction commits.
 */
export const postLedger = (
  tx: Transaction,
  one: { kind: string; reference: string; bookingId: string | null; occurredAt: Date; entries: readonly LedgerEntry[] },
) => insertLedgerTransaction(tx, one)

/**
 * Posts many ledger transactions of one kind, each balanced and unique by its reference, in two statements. Those without entries and
 * those that are known are left out; answers the references that were new.
 */
export async function postLedgerBatch(tx: Transaction, one: { kind: string; occurredAt: Date; postings: readonly LedgerPosting[] }) {
  const postings = one.postings.filter(({ entries }) => entries.length > 0)
  if (postings.length === 0) return []
  const heads = await insertLedgerHeads(tx, { ...one, postings })
  const idOf = new Map(heads.map(({ id, reference }) => [reference, id]))
  const entries = postings.flatMap(({ reference, entries }) => {
    const txId = idOf.get(reference)
    return txId === undefined ? [] : entries.map((entry) => ({ ...entry, txId }))
  })
  if (entries.length > 0) await insertLedgerEntries(tx, entries)
  return heads.map(({ reference }) => reference)
}

/** Writes the payment transaction of a booking that was paid. Money in cents. */
export const recordTransaction = (
  tx: Transaction,
  one: { bookingId: string; companyId: string; paymentId: string; amountCents: number; platformFeeCents: number; createdAt: Date },
) => insertPaymentTransaction(tx, one)

/** Marks a booking's payment transaction as refunded in full. */
export const recordFullRefund = (tx: Transaction, bookingId: string) => markTransactionRefunded(tx, bookingId)
