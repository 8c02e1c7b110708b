import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { adjustmentEntries } from '../entryRules.ts'
import { postLedgerBatch } from '../ledgerActions.ts'
import { discrepancyKinds } from '../rules.ts'
import { claimForAdjustment, listDiscrepancies, lockDiscrepancy, markDiscrepancyClosed } from './discrepancyStore.ts'
import { type DiscrepancyState, reconciliationProblems } from './rules.ts'
import { matchPspTransactions } from './store.ts'

/** A page of discrepancies with the PSP. */
export async function readDiscrepancies(app: App, { page, pageSize, state }: { page: number; pageSize: number; state: DiscrepancyState }) {
  const { total, rows } = await listDiscrepancies(app.db, { limit: pageSize, offset: (page - 1) * pageSize, state, now: app.now() })
  const texts: Record<string, string> = discrepancyKinds
  return { total, breaks: rows.map((row) => ({ ...row, text: texts[row.kind] ?? row.kind })) }
}

type Closing = { breakId: string; reason: string; actor: string; requestId: string }

/**
 * Closes, once, a discrepancy that reconciliation cannot close because the operator resolved it by hand. An unmatched movement is posted as
 * an adjustment. Throws reconciliationProblems.breakUnknown, .breakClosed, and .breakPersists for one that the next reconciliation would
 * find again.
 */
export async function closeDiscrepancy(app: App, { breakId, reason, actor, requestId }: Closing) {
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const found = await lockDiscrepancy(tx, { id: breakId, now })
    if (!found) throw reconciliationProblems.breakUnknown()
    if (found.closedAt) throw reconciliationProblems.breakClosed()
    if (found.closesItself) throw reconciliationProblems.breakPersists()
    await markDiscrepancyClosed(tx, { id: breakId, actor, reason, now })
    const { kind, reference } = found
    if (kind === 'unmatchedTransaction') await enterByHand(tx, { id: reference, now })
    const what = { at: now, actor, requestId, action: 'payments.closeBreak', objectType: 'reconciliationBreak', objectId: breakId }
    await recordAudit(tx, { ...what, before: { kind, reference, closedAt: null }, after: { closedAt: now.toISOString(), reason } })
  })
}

/** Posts a movement without a counterpart as an adjustment, so that the ledger still equals the PSP's balance. */
async function enterByHand(tx: Transaction, { id, now }: { id: string; now: Date }) {
  const amountCents = await claimForAdjustment(tx, id)
  if (amountCents === undefined) return
  const postings = [{ reference: id, bookingId: null, entries: adjustmentEntries(amountCents) }]
  await postLedgerBatch(tx, { kind: 'adjustment', occurredAt: now, postings })
  await matchPspTransactions(tx, now)
}
