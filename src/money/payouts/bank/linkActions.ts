import { recordSecurityEvent } from '#src/foundation/accounts/security/actions.ts'
import { endAllSessions } from '#src/foundation/accounts/sessionActions.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import { markTargetConfirmed, restoreTarget } from '#src/supply/companies/payoutAccounts/store.ts'
import { shown } from './actions.ts'
import { openBank } from './encryptionActions.ts'
import { changedBankMail, disputedBankMail } from './mails.ts'
import { bankProblems, maskIban } from './rules.ts'
import {
  claimChange,
  claimUndo,
  deleteBankDetails,
  deleteWaitingChange,
  findBankDetails,
  findChangeByToken,
  findChangeByUndoToken,
  findDirectPayout,
  insertHold,
  lockCompany,
  upsertBankDetails,
} from './store.ts'
import { targetAccount } from './targetActions.ts'
import { bankLimits, bankTexts, linkPages, targetTexts } from './texts.ts'

type Link = { token: string; caller: Caller }
type Change = NonNullable<Awaited<ReturnType<typeof findChangeByToken>>>
type Confirmed = NonNullable<Awaited<ReturnType<typeof findChangeByUndoToken>>>

/**
 * Confirms a payout target by its mailed link, once. The old target is stored for the undo. Payouts wait for `safetyHours` after a change,
 * but not after the first bank details. Mails an undo link to the account and the company. Throws bankProblems.
 */
export async function confirmBankUpdate(app: App, { token, caller }: Link) {
  if (token === '') throw bankProblems.linkMissing()
  const change = await findChangeByToken(app.db, hashToken(token))
  if (!change) throw bankProblems.linkUnknown()
  if (change.confirmedAt) throw bankProblems.linkUsed()
  if (change.expiresAt <= app.now()) throw bankProblems.linkExpired()
  await app.db.transaction().execute((tx) => applyChange(app, tx, { change, caller }))
  const message = change.kind === 'account' ? targetTexts.confirmedMessage : bankTexts.confirmedMessage
  return { success: true, message } as const
}

async function applyChange(app: App, tx: Transaction, { change, caller }: { change: Change; caller: Caller }) {
  const { id, companyId, userId, kind } = change
  const [now, undoToken] = [app.now(), newToken(app)]
  await lockCompany(tx, companyId)
  const effect = await (kind === 'account' ? confirmTarget(tx, change, now) : replaceBankDetails(app, tx, { change, now }))
  const undoExpiresAt = new Date(now.getTime() + bankLimits.undoDays * 86_400_000)
  const won = await claimChange(tx, { id, now, ...effect.previous, undoTokenHash: hashToken(undoToken), undoExpiresAt })
  if (!won) throw bankProblems.linkUsed()
  const action = kind === 'account' ? 'payouts.confirmAccountUpdate' : 'payouts.confirmBankUpdate'
  await recordAudit(tx, { at: now, actor: `user:${userId}`, action, companyId, ...effect.audited, requestId: caller.requestId })
  await recordSecurityEvent(app, tx, { kind: kind === 'account' ? 'payoutAccountChanged' : 'bankChanged', userId, caller })
  await announce(tx, { companyId, kind: 'payout', id: companyId })
  const href = `${app.config.publicUrl}${linkPages.undo}?token=${undoToken}`
  const { account, isFirst } = effect
  for (const addressed of addresseesOf(change)) {
    const facts = { ...addressed, kind, changeId: id, companyName: change.companyName, href, isFirst, changedAt: now, account }
    await enqueueEncryptedMail(app, tx, changedBankMail(facts))
  }
}

async function replaceBankDetails(app: App, tx: Transaction, { change, now }: { change: Change; now: Date }) {
  const { companyId } = change
  const sealed = change.sealed ?? ''
  const previous = await findBankDetails(tx, companyId)
  await upsertBankDetails(tx, { companyId, sealed, changedAt: previous ? now : null, confirmedAt: now })
  const account = openBank(app, companyId, sealed)
  const before = previous && { iban: maskIban(openBank(app, companyId, previous.sealed).bank_account) }
  return {
    previous: { previousSealed: previous?.sealed ?? null, previousTarget: null },
    audited: { ...(before ? { before } : {}), after: { iban: maskIban(account.bank_account) } },
    account: shown(account),
    isFirst: previous === undefined,
  }
}

/** Counts as a change even if no bank details are known, because the money takes another path than before. */
async function confirmTarget(tx: Transaction, { companyId, target, targetLabel }: Change, now: Date) {
  const before = await findDirectPayout(tx, companyId)
  const confirmed = target && (await markTargetConfirmed(tx, { companyId, target, now }))
  // The account's bank account at the PSP has changed since this link was mailed; the new one has its own link.
  if (!confirmed) throw bankProblems.linkUnknown()
  const label = targetLabel ?? ''
  return {
    previous: { previousSealed: null, previousTarget: before?.confirmedTarget ?? null },
    audited: { after: { payoutAccount: label } },
    account: targetAccount(label),
    isFirst: false,
  }
}

/** The account's and the company's mail address, without duplicates; only the account's if the company has never paid. */
function addresseesOf({ userEmail, companyEmail, subscriptionStatus }: Change) {
  const account = { addressee: 'account', to: userEmail } as const
  const isAlone = subscriptionStatus === 'incomplete' || userEmail.toLowerCase() === companyEmail.toLowerCase()
  return isAlone ? [account] : [account, { addressee: 'company', to: companyEmail } as const]
}

/**
 * Undoes a change of the payout target ('Das war ich nicht') together with all later changes: restores the earlier target, ends the owner's
 * sessions, and holds payouts until the operator, who gets a mail, lifts the hold. Throws bankProblems.
 */
export async function undoBankUpdate(app: App, { token, caller }: Link) {
  const change = token === '' ? undefined : await findChangeByUndoToken(app.db, hashToken(token))
  if (!change?.confirmedAt || !change.undoExpiresAt) throw bankProblems.undoUnknown()
  if (change.undoneAt) throw bankProblems.undoUsed()
  if (change.undoExpiresAt <= app.now()) throw bankProblems.undoExpired()
  const { confirmedAt } = change
  await app.db.transaction().execute((tx) => takeBack(app, tx, { change, confirmedAt, caller }))
  return { success: true, message: bankTexts.undoneMessage } as const
}

type UndoneChange = { change: Confirmed; confirmedAt: Date; caller: Caller }

async function takeBack(app: App, tx: Transaction, { change, confirmedAt, caller }: UndoneChange) {
  const { id, companyId, companyName } = change
  const now = app.now()
  await lockCompany(tx, companyId)
  const undone = await claimUndo(tx, { id, companyId, confirmedAt, now })
  if (undone.length === 0) throw bankProblems.undoUsed()
  await deleteWaitingChange(tx, companyId)
  const [bank, account] = [earliest(undone, 'bank'), earliest(undone, 'account')]
  const sealed = bank?.previousSealed
  if (sealed) await upsertBankDetails(tx, { companyId, sealed, changedAt: now, confirmedAt: now })
  else if (bank) await deleteBankDetails(tx, companyId)
  if (account) await restoreTarget(tx, { companyId, target: account.previousTarget, now })
  await insertHold(tx, { companyId, cause: 'bank_change_disputed', placedAt: now })
  await endAllSessions(app, tx, { userId: change.userId, caller })
  await recordSecurityEvent(app, tx, { kind: 'bankUndone', userId: change.userId, caller })
  await recordAudit(tx, {
    at: now,
    // The actor is not certain: the link went to the account's and to the company's address.
    actor: `user:${change.userId}`,
    action: 'payouts.undoBankUpdate',
    companyId,
    after: { change: id, hold: 'bank_change_disputed' },
    requestId: caller.requestId,
  })
  await announce(tx, { companyId, kind: 'payout', id: companyId })
  await enqueueMail(tx, disputedBankMail({ to: app.config.adminEmail, changeId: id, companyName, disputedAt: now }))
}

type Undone = Awaited<ReturnType<typeof claimUndo>>[number]

/** The first of several undone changes of one kind; the value that it replaced is restored. */
const earliest = (undone: readonly Undone[], kind: Undone['kind']) =>
  undone.filter((one) => one.kind === kind).sort((one, other) => Number(one.confirmedAt) - Number(other.confirmedAt))[0]
