import { endAllSessions } from '#src/accounts/sessionActions.ts'
import type { App } from '#src/server/app.ts'
import { recordAudit } from '#src/server/audit.ts'
import type { Transaction } from '#src/server/db.ts'
import { announce } from '#src/server/live.ts'
import { enqueueMail, enqueueSecretMail } from '#src/server/mail/mail.ts'
import { hashSecret, newSecret } from '#src/server/secrets.ts'
import { shown } from './actions.ts'
import { changedBankMail, disputedBankMail } from './mails.ts'
import { bankProblems, maskIban } from './rules.ts'
import { openBank } from './sealActions.ts'
import {
  claimChange,
  claimUndo,
  deleteBankDetails,
  deleteWaitingChange,
  findBankDetails,
  findChangeByToken,
  findChangeByUndoToken,
  insertHold,
  lockCompany,
  upsertBankDetails,
} from './store.ts'
import { bankLimits, bankTexts, linkPages } from './texts.ts'

type Link = { token: string; requestId: string }
type Change = NonNullable<Awaited<ReturnType<typeof findChangeByToken>>>
type Confirmed = NonNullable<Awaited<ReturnType<typeof findChangeByUndoToken>>>

/**
 * Opens the confirmation link, once: the new bank details take the place of the old, which stay sealed for the undo. A change makes
 * payouts wait, a first entry does not. Both addresses are told, with a link that takes it back. Throws bankProblems.
 */
export async function confirmBankUpdate(app: App, { token, requestId }: Link) {
  if (token === '') throw bankProblems.linkMissing()
  const change = await findChangeByToken(app.db, hashSecret(token))
  if (!change) throw bankProblems.linkUnknown()
  if (change.confirmedAt) throw bankProblems.linkUsed()
  if (change.expiresAt <= app.now()) throw bankProblems.linkExpired()
  await app.db.transaction().execute((tx) => replaceBankDetails(app, tx, { change, requestId }))
  return { success: true, message: bankTexts.confirmedMessage } as const
}

async function replaceBankDetails(app: App, tx: Transaction, { change, requestId }: { change: Change; requestId: string }) {
  const { id, companyId, userId, sealed } = change
  const [now, undoToken] = [app.now(), newSecret(app)]
  await lockCompany(tx, companyId)
  const previous = await findBankDetails(tx, companyId)
  const undoExpiresAt = new Date(now.getTime() + bankLimits.undoDays * 86_400_000)
  const undo = { previousSealed: previous?.sealed ?? null, undoTokenHash: hashSecret(undoToken), undoExpiresAt }
  const won = await claimChange(tx, { id, now, ...undo })
  if (!won) throw bankProblems.linkUsed()
  await upsertBankDetails(tx, { companyId, sealed, changedAt: previous ? now : null, confirmedAt: now })
  const account = openBank(app, companyId, sealed)
  await recordAudit(tx, {
    at: now,
    actor: `user:${userId}`,
    action: 'payouts.confirmBankUpdate',
    companyId,
    ...(previous ? { before: { iban: maskIban(openBank(app, companyId, previous.sealed).bank_account) } } : {}),
    after: { iban: maskIban(account.bank_account) },
    requestId,
  })
  await announce(tx, { companyId, kind: 'payout', id: companyId })
  const href = `${app.config.publicUrl}${linkPages.undo}?token=${undoToken}`
  const isFirst = previous === undefined
  for (const addressed of addresseesOf(change)) {
    const facts = { ...addressed, changeId: id, companyName: change.companyName, href, isFirst, changedAt: now, account: shown(account) }
    await enqueueSecretMail(app, tx, changedBankMail(facts))
  }
}

/** The account's and the company's address, once when they are the same. */
function addresseesOf({ userEmail, companyEmail }: Change) {
  const account = { addressee: 'account', to: userEmail } as const
  return userEmail.toLowerCase() === companyEmail.toLowerCase() ? [account] : [account, { addressee: 'company', to: companyEmail } as const]
}

/**
 * 'Das war ich nicht': what stood before this change stands again, whatever followed it; the owner's sessions end, and payouts stand
 * still until the operator, who gets a mail, lifts the hold. Throws bankProblems.
 */
export async function undoBankUpdate(app: App, { token, requestId }: Link) {
  const change = token === '' ? undefined : await findChangeByUndoToken(app.db, hashSecret(token))
  if (!change?.confirmedAt || !change.undoExpiresAt) throw bankProblems.undoUnknown()
  if (change.undoneAt) throw bankProblems.undoUsed()
  if (change.undoExpiresAt <= app.now()) throw bankProblems.undoExpired()
  const { confirmedAt } = change
  await app.db.transaction().execute((tx) => takeBack(app, tx, { change, confirmedAt, requestId }))
  return { success: true, message: bankTexts.undoneMessage } as const
}

type TakenBack = { change: Confirmed; confirmedAt: Date; requestId: string }

async function takeBack(app: App, tx: Transaction, { change, confirmedAt, requestId }: TakenBack) {
  const { id, companyId, companyName, previousSealed: sealed } = change
  const now = app.now()
  await lockCompany(tx, companyId)
  if (!(await claimUndo(tx, { id, companyId, confirmedAt, now }))) throw bankProblems.undoUsed()
  await deleteWaitingChange(tx, companyId)
  if (sealed) await upsertBankDetails(tx, { companyId, sealed, changedAt: now, confirmedAt: now })
  else await deleteBankDetails(tx, companyId)
  await insertHold(tx, { companyId, cause: 'bank_change_disputed', placedAt: now })
  await endAllSessions(tx, change.userId)
  await recordAudit(tx, {
    at: now,
    // Whoever holds the link: it went to the account's and to the company's address.
    actor: `user:${change.userId}`,
    action: 'payouts.undoBankUpdate',
    companyId,
    after: { change: id, hold: 'bank_change_disputed' },
    requestId,
  })
  await announce(tx, { companyId, kind: 'payout', id: companyId })
  await enqueueMail(tx, disputedBankMail({ to: app.config.adminEmail, changeId: id, companyName, disputedAt: now }))
}
