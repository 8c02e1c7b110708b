import { z } from 'zod'
import { addDays, berlinDay, berlinInstant } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import { recordAudit } from '#src/server/audit.ts'
import { describeError } from '#src/server/log.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { auditMail } from '../mails.ts'
import { eventsKeptDays, keptFindings, nightlyHour } from '../rules.ts'
import { compareBooks, readSums } from './actions.ts'
import { countOpenBreaks, deleteCleanAudits, insertAudit, listAudits, listViolations } from './auditStore.ts'
import { invariantTexts, violation } from './rules.ts'
import { deleteOldEvents, findCursor, moveCursor } from './store.ts'

/** Who asked for an audit; the nightly one nobody did. */
type Asked = { trigger: 'nightly' } | { trigger: 'manual'; actor: string; requestId: string }

/**
 * Compares our books with the PSP's, checks every invariant, stores the result, and tells the operator when anything does not hold. When
 * the PSP cannot be reached, its balance stays open; the invariants are checked all the same.
 */
export async function auditBooks(app: App, asked: Asked) {
  const startedAt = app.now()
  const pspCents = await compareBooks(app).catch((error: unknown) => {
    app.log.error({ error: describeError(error) }, 'books not compared')
    return null
  })
  const { total, violations } = await listViolations(app.db, keptFindings)
  const { ledgerCents, unmatchedCents, missingCents } = await readSums(app)
  const openBreaks = await countOpenBreaks(app.db)
  // A break that somebody closed may leave a ledger that differs from the balance.
  const isClean = total === 0 && openBreaks === 0 && pspCents === ledgerCents - missingCents + unmatchedCents
  const result = { startedAt, finishedAt: app.now(), isClean, pspCents, ledgerCents, violations: total, openBreaks }
  return app.db.transaction().execute(async (tx) => {
    const { id } = await insertAudit(tx, { ...result, trigger: asked.trigger, findings: JSON.stringify(violations) })
    if (asked.trigger === 'manual') {
      const { actor, requestId } = asked
      const entry = { at: startedAt, actor, requestId, action: 'payments.selfAudit', objectType: 'selfAudit', objectId: id }
      await recordAudit(tx, { ...entry, after: { isClean, violations: total, openBreaks } })
    }
    if (!isClean) await enqueueMail(tx, auditMail({ to: app.config.adminEmail, id, ...result, findings: violations }))
    return id
  })
}

/** Audits that found nothing are kept for so long. */
const cleanAuditsDays = 400

/** Once a night, after its hour in Berlin; several processes may ask. */
export async function auditNightly(app: App) {
  const now = app.now()
  const today = berlinDay(now)
  if (now < berlinInstant(today, `0${nightlyHour}:00`)) return
  const last = (await findCursor(app.db, 'nightly'))?.position ?? null
  if (last === today) return
  await auditBooks(app, { trigger: 'nightly' })
  await deleteOldEvents(app.db, berlinInstant(addDays(today, -eventsKeptDays), '00:00'))
  await deleteCleanAudits(app.db, berlinInstant(addDays(today, -cleanAuditsDays), '00:00'))
  await moveCursor(app.db, { name: 'nightly', from: last, to: today, now })
}

/** The newest audits, with the words the operator reads. */
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
