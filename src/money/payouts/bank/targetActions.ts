import { randomUUID } from 'node:crypto'
import type { App, PayoutTarget } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { OwnerCaller } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import { confirmBankMail } from './mails.ts'
import { bankProblems } from './rules.ts'
import { findDirectPayout, findOwner, findWaitingTarget, replaceWaitingChange } from './store.ts'
import { bankLimits, linkPages, targetTexts } from './texts.ts'

const hourMs = 3_600_000

/**
 * Mails the owner a confirmation link when the PSP reports that a connected account can be paid, or that its bank account changed. Payouts
 * go there only after the confirmation (docs/spec.md#payout-account). Called in the transaction that stores the account's state.
 */
export async function requestTargetConfirmation(app: App, tx: Transaction, seen: PayoutTarget) {
  const waiting = await findWaitingTarget(tx, { ...seen, now: app.now() })
  if (!waiting) await mailConfirmation(app, tx, { seen, actor: 'system', requestId: 'psp' })
}

/** Mails the confirmation link again if it expired or was lost; invalidates the earlier one. Throws bankProblems.nothingToConfirm. */
export const resendTargetConfirmation = (app: App, { companyId, session, requestId }: OwnerCaller) =>
  app.db.transaction().execute(async (tx) => {
    const account = await findDirectPayout(tx, companyId)
    const { target, targetLabel } = account ?? {}
    if (!target || !account?.canBePaid || target === account.confirmedTarget) throw bankProblems.nothingToConfirm()
    const seen = { companyId, target, label: targetLabel ?? '' }
    await mailConfirmation(app, tx, { seen, actor: `user:${session.userId}`, requestId })
  })

type Params = { seen: PayoutTarget; actor: string; requestId: string }

async function mailConfirmation(app: App, tx: Transaction, { seen: { companyId, target, label }, actor, requestId }: Params) {
  const owner = await findOwner(tx, companyId)
  // The account of a company without an owner stays unconfirmed and is never paid.
  if (!owner) return
  const [now, token, changeId] = [app.now(), newToken(app), randomUUID()]
  await replaceWaitingChange(tx, {
    id: changeId,
    kind: 'account',
    companyId,
    userId: owner.userId,
    tokenHash: hashToken(token),
    target,
    targetLabel: label,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + bankLimits.confirmHours * hourMs),
  })
  await recordAudit(tx, { at: now, actor, action: 'payouts.requestAccountUpdate', companyId, after: { payoutAccount: label }, requestId })
  await announce(tx, { companyId, kind: 'payout', id: companyId })
  const href = `${app.config.publicUrl}${linkPages.confirm}?token=${token}`
  const { email: to, companyName } = owner
  await enqueueEncryptedMail(app, tx, confirmBankMail({ to, kind: 'account', changeId, companyName, href, account: targetAccount(label) }))
}

/** Bank account of a connected account as shown in mails. */
export const targetAccount = (label: string) => ({
  account_holder: targetTexts.holder,
  bank_account: label,
  bank_code: null,
  bank_name: null,
})
