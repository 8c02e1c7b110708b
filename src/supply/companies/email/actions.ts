import { randomUUID } from 'node:crypto'
import { recordSecurityEvent } from '#src/foundation/accounts/security/actions.ts'
import { endAllSessions } from '#src/foundation/accounts/sessionActions.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Caller, OwnerCaller } from '#src/platform/server/calls/endpoint.ts'
import { requireCode } from '#src/platform/server/calls/guard.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import { changedCompanyEmailMail, confirmCompanyEmailMail } from './mails.ts'
import { emailProblems } from './rules.ts'
import {
  claimEmailChange,
  claimEmailUndo,
  deleteOldEmailChanges,
  deleteWaitingEmail,
  findEmailChange,
  findUndoableEmail,
  findUnproven,
  findWaitingEmail,
  lockAddress,
  replaceWaitingEmail,
  updateAddress,
} from './store.ts'
import { emailLimits, emailPage, emailTexts } from './texts.ts'

const hourMs = 3_600_000
type Link = { token: string; caller: Caller }

/**
 * Stores a new address of a company and mails a confirmation link to it; mail goes to the old address until the link is opened
 * (docs/spec.md#company-email). Needs a one-time code entered in the last ten minutes: throws guardProblems.stepUpNeeded.
 */
export async function requestEmailChange(app: App, tx: Transaction, { caller, email }: { caller: OwnerCaller; email: string }) {
  const { companyId, session, requestId } = caller
  const now = app.now()
  // The form sends the address again with every save.
  if (await findWaitingEmail(tx, { companyId, email, now })) return
  requireCode(app, session, emailLimits.codeMinutes)
  await mailLink(app, tx, { companyId, email, userId: session.userId })
  await recordSecurityEvent(app, tx, { kind: 'emailRequested', userId: session.userId, caller })
  const act = { action: 'companies.requestEmail', companyId, after: { email } }
  await recordAudit(tx, { ...act, at: now, actor: `user:${session.userId}`, requestId })
}

/**
 * Mails a confirmation link to the address from the registration, unless one is pending: until it is opened, mail goes to the account.
 * No-op for a confirmed address.
 */
export async function requestEmailProof(app: App, tx: Transaction, { companyId, requestId }: { companyId: string; requestId: string }) {
  const unproven = await findUnproven(tx, companyId)
  if (!unproven) return
  const { email, userId } = unproven
  const now = app.now()
  if (await findWaitingEmail(tx, { companyId, email, now })) return
  await mailLink(app, tx, { companyId, email, userId })
  const act = { action: 'companies.requestEmail', companyId, after: { email } }
  await recordAudit(tx, { ...act, at: now, actor: `user:${userId}`, requestId })
}

async function mailLink(app: App, tx: Transaction, change: { companyId: string; email: string; userId: string }) {
  const [now, token, id] = [app.now(), newToken(app), randomUUID()]
  const expiresAt = new Date(now.getTime() + emailLimits.confirmHours * hourMs)
  await replaceWaitingEmail(tx, { ...change, id, tokenHash: hashToken(token), requestedAt: now, expiresAt })
  const href = `${app.config.publicUrl}${emailPage}?token=${token}`
  await enqueueEncryptedMail(app, tx, confirmCompanyEmailMail({ to: change.email, changeId: id, href }))
}

/** Confirms a new address by its mailed link; notifies the account and the former address, with an undo link. Throws emailProblems. */
export async function confirmEmail(app: App, { token, caller }: Link) {
  const { requestId } = caller
  const change = await findEmailChange(app.db, hashToken(token))
  if (!change) throw emailProblems.linkUnknown()
  if (change.confirmedAt) throw emailProblems.linkUsed()
  const [now, undoToken] = [app.now(), newToken(app)]
  if (change.expiresAt <= now) throw emailProblems.linkExpired()
  const { id, companyId, email, companyName, userEmail, userId } = change
  await app.db.transaction().execute(async (tx) => {
    const former = await lockAddress(tx, companyId)
    const undoExpiresAt = new Date(now.getTime() + emailLimits.undoDays * 24 * hourMs)
    const previousEmail = former?.email ?? ''
    const previousProven = former?.emailProven ?? true
    const won = await claimEmailChange(tx, { id, now, previousEmail, previousProven, undoTokenHash: hashToken(undoToken), undoExpiresAt })
    if (!won) throw emailProblems.linkUsed()
    await updateAddress(tx, { companyId, email, emailProven: true, now })
    await recordSecurityEvent(app, tx, { kind: 'emailChanged', userId, caller })
    const act = { action: 'companies.confirmEmail', companyId, before: { email: previousEmail }, after: { email } }
    await recordAudit(tx, { ...act, at: now, actor: `user:${userId}`, requestId })
    await announce(tx, { companyId, kind: 'company', id: companyId })
    // The address from the registration was confirmed: there is no change to undo.
    if (previousEmail.toLowerCase() === email.toLowerCase()) return
    const href = `${app.config.publicUrl}${emailPage}?act=undo&token=${undoToken}`
    const facts = { changeId: id, href, companyName, email, changedAt: now }
    await enqueueEncryptedMail(app, tx, changedCompanyEmailMail({ ...facts, to: userEmail, addressee: 'account' }))
    if (!previousProven || previousEmail.toLowerCase() === userEmail.toLowerCase()) return
    await enqueueEncryptedMail(app, tx, changedCompanyEmailMail({ ...facts, to: previousEmail, addressee: 'former' }))
  })
  return { success: true, message: emailTexts.confirmed } as const
}

/** Undoes a change of address ('Das war ich nicht'): restores the former one and ends the owner's sessions. Throws emailProblems. */
export async function undoEmail(app: App, { token, caller }: Link) {
  const { requestId } = caller
  const change = await findUndoableEmail(app.db, hashToken(token))
  if (!change?.confirmedAt || !change.undoExpiresAt) throw emailProblems.linkUnknown()
  if (change.undoneAt) throw emailProblems.linkUsed()
  if (change.undoExpiresAt <= app.now()) throw emailProblems.linkExpired()
  const { companyId, userId, confirmedAt } = change
  const [now, email] = [app.now(), change.previousEmail ?? '']
  await app.db.transaction().execute(async (tx) => {
    const present = await lockAddress(tx, companyId)
    const undone = await claimEmailUndo(tx, { companyId, confirmedAt, now })
    if (undone.length === 0) throw emailProblems.linkUsed()
    await deleteWaitingEmail(tx, companyId)
    await updateAddress(tx, { companyId, email, emailProven: change.previousProven, now })
    await endAllSessions(app, tx, { userId, caller })
    await recordSecurityEvent(app, tx, { kind: 'emailUndone', userId, caller })
    const act = { action: 'companies.undoEmail', companyId, before: { email: present?.email }, after: { email } }
    await recordAudit(tx, { ...act, at: now, actor: `user:${userId}`, requestId })
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })
  return { success: true, message: emailTexts.undone } as const
}

/** Deletes changes that can neither be confirmed nor undone any more. */
export const sweepEmailChanges = (app: App) =>
  deleteOldEmailChanges(app.db, { now: app.now(), before: new Date(app.now().getTime() - 7 * 24 * hourMs) })
