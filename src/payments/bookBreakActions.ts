import type { App } from '#src/server/app.ts'
import { recordAudit } from '#src/server/audit.ts'
import { listBreaks, lockBreak, markBreakClosed } from './bookBreakStore.ts'
import { type BreakState, bookProblems } from './bookRules.ts'
import { breakKinds } from './rules.ts'

/** A page of what does not match at the payment provider. */
export async function readBreaks(app: App, { page, pageSize, state }: { page: number; pageSize: number; state: BreakState }) {
  const { total, rows } = await listBreaks(app.db, { limit: pageSize, offset: (page - 1) * pageSize, state, now: app.now() })
  const texts: Record<string, string> = breakKinds
  const breaks = rows.map((row) => ({
    ...row,
    text: texts[row.kind] ?? row.kind,
    foundAt: row.foundAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }))
  return { total, breaks }
}

type Closing = { breakId: string; reason: string; actor: string; requestId: string }

/**
 * Closes a break that cannot clear itself up, because somebody has dealt with it; nothing else changes. Once. Throws
 * bookProblems.breakUnknown, .breakClosed, and .breakPersists for one that the next reconciliation would find again.
 */
export async function closeBreak(app: App, { breakId, reason, actor, requestId }: Closing) {
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const found = await lockBreak(tx, { id: breakId, now })
    if (!found) throw bookProblems.breakUnknown()
    if (found.closedAt) throw bookProblems.breakClosed()
    if (found.closesItself) throw bookProblems.breakPersists()
    await markBreakClosed(tx, { id: breakId, actor, reason, now })
    const { kind, reference } = found
    const what = { at: now, actor, requestId, action: 'payments.closeBreak', objectType: 'reconciliationBreak', objectId: breakId }
    await recordAudit(tx, { ...what, before: { kind, reference, closedAt: null }, after: { closedAt: now.toISOString(), reason } })
  })
}
