import type { Transaction } from '#src/platform/server/db.ts'
import { insertLedgerEntries, insertLedgerHeads, type LedgerPosting } from './ledgerStore.ts'

/**
 * Posts many ledger transactions of one kind, each balanced and unique by its reference, in two statements. Skips postings without entries
 * or with a known reference; returns the new references.
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
