import { z } from 'zod'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import { describeError } from '#src/platform/server/log.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { auditMail } from '../mails.ts'
import { eventRetentionDays, maxFindings, nightlyHour } from '../rules.ts'
import { readSums, reconcileBalance } from './actions.ts'
import { countOpenDiscrepancies, deleteCleanAudits, insertAudit, listAudits, listViolations } from './auditStore.ts'
import { invariantTexts, violation } from './rules.ts'
import { deleteOldEvents, findCursor, moveCursor } from './store.ts'

/** Trigger of an audit: the nightly job, or an operator. */
type Params = { trigger: 'nightly' } | { trigger: 'manual'; actor: string; requestId: string }

/**
 * Compares the ledger with the PSP, checks every invariant, stores the result, and mails the operator if anything fails. If the PSP is
 * unreachable, its balance is stored as null; the invariants are checked all the same. Returns the audit's id.
 */
export async function auditLedger(app: App, params: Params) {
  const startedAt = app.now()
  const pspCents = await reconcileBalance(app).catch((error: unknown) => {
    app.log.error({ error: describeError(error) }, 'books not compared')
    return null
  })
  const { total, violations } = await listViolations(app.db, maxFindings)
  const { ledgerCents, unmatchedCents, missingCents } = await readSums(app)
  const { total: openBreaks } = await countOpenDiscrepancies(app.db)
  // A discrepancy that the operator closed may leave a difference between ledger and balance.
  const isClean = total === 0 && openBreaks === 0 && pspCents === ledgerCents - missingCents + unmatchedCents
  const result = { startedAt, finishedAt: app.now(), isClean, pspCents, ledgerCents, violations: total, openBreaks }
  return app.db.transaction().execute(async (tx) => {
    const { id } = await insertAudit(tx, { ...result, trigger: params.trigger, findings: JSON.stringify(violations) })
    if (params.trigger === 'manual') {
      const { actor, requestId } = params
      const entry = { at: startedAt, actor, requestId, action: 'payments.selfAudit', objectType: 'selfAudit', objectId: id }
      await recordAudit(tx, { ...entry, after: { isClean, violations: total, openBreaks } })
    }
    if (!isClean) await enqueueMail(tx, auditMail({ to: app.config.adminEmail, id, ...result, findings: violations }))
    return id
  })
}

/** Retention of audits without findings, in days. */
const cleanAuditsDays = 400

/** Runs once a night, after `nightlyHour` in Berlin; safe to call from several processes. */
export async function auditNightly(app: App) {
  const now = app.now()
  const today = berlinDay(now)
  if (now < berlinInstant(today, `0${nightlyHour}:00`)) return
  const last = (await findCursor(app.db, 'nightly'))?.position ?? null
  if (last === today) return
  await auditLedger(app, { trigger: 'nightly' })
  await deleteOldEvents(app.db, berlinInstant(addDays(today, -eventRetentionDays), '00:00'))
  await deleteCleanAudits(app.db, berlinInstant(addDays(today, -cleanAuditsDays), '00:00'))
  await moveCursor(app.db, { name: 'nightly', from: last, to: today, now })
}

/** Newest audits, with the German texts of their findings. */
export async function readAudits(app: App, limit: number) {
  const audits = await listAudits(app.db, limit)
  return audits.map(({ findings, ...audit }) => ({
    ...audit,
    trigger: audit.trigger === 'nightly' ? ('nightly' as const) : ('manual' as const),
    findings: z
      .array(violation)
      .parse(findings)
      .map((one) => ({ ...one, text: textOf(invariantTexts, one.invariant) })),
  }))
}

const textOf = (texts: Record<string, string>, key: string) => texts[key] ?? key
