import { randomUUID } from 'node:crypto'
import { recordSecurityEvent } from '#src/foundation/accounts/security/actions.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { OwnerCaller } from '#src/platform/server/calls/endpoint.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import { bankNameOf } from './bankNames.ts'
import { encryptBank, openBank } from './encryptionActions.ts'
import { confirmBankMail } from './mails.ts'
import { type BankDetails, maskIban, type PayoutWait, waitsOf } from './rules.ts'
import {
  deleteOldChanges,
  findBankDetails,
  findCompanyName,
  findDirectPayout,
  findHold,
  findWaitingChange,
  findWithheld,
  listBankDetailsOf,
  replaceWaitingChange,
} from './store.ts'
import { bankLimits, linkPages } from './texts.ts'

const hourMs = 3_600_000

/**
 * Stores new bank details, encrypted, and mails a confirmation link to the account; invalidates the link of an earlier request. Payouts use
 * the old details until the link is opened.
 */
export async function requestBankUpdate(app: App, { caller, details }: { caller: OwnerCaller; details: BankDetails }) {
  const { companyId, session } = caller
  const [now, token, changeId] = [app.now(), newToken(app), randomUUID()]
  await app.db.transaction().execute(async (tx) => {
    await replaceWaitingChange(tx, {
      id: changeId,
      companyId,
      userId: session.userId,
      tokenHash: hashToken(token),
      sealed: encryptBank(app, companyId, details),
      requestedAt: now,
      expiresAt: new Date(now.getTime() + bankLimits.confirmHours * hourMs),
    })
    await recordAudit(tx, {
      at: now,
      actor: `user:${session.userId}`,
      action: 'payouts.requestBankUpdate',
      companyId,
      after: { iban: maskIban(details.bank_account) },
      requestId: caller.requestId,
    })
    await recordSecurityEvent(app, tx, { kind: 'bankRequested', userId: session.userId, caller })
    await announce(tx, { companyId, kind: 'payout', id: companyId })
    const { companyName } = await findCompanyName(tx, companyId)
    const href = `${app.config.publicUrl}${linkPages.confirm}?token=${token}`
    await enqueueEncryptedMail(
      app,
      tx,
      confirmBankMail({ to: session.email, kind: 'bank', changeId, companyName, href, account: shown(details) }),
    )
  })
}

/** Bank details as shown to users: the IBAN masked, with the name of its bank if known. */
export const shown = ({ account_holder, bank_account, bank_code }: BankDetails) => ({
  account_holder,
  bank_account: maskIban(bank_account),
  bank_code,
  bank_name: bankNameOf(bank_account),
})

/** A company's bank details, a change that awaits confirmation, and the reasons why its payouts wait. */
export async function readBankDetails(app: App, companyId: string) {
  const now = app.now()
  const [current, waiting, waits] = await Promise.all([
    findBankDetails(app.db, companyId),
    findWaitingChange(app.db, { companyId, now }),
    readPayoutWaits(app, companyId),
  ])
  return {
    bankDetails: current ? shown(openBank(app, companyId, current.sealed)) : null,
    pending: waiting ? { ...shown(openBank(app, companyId, waiting.sealed)), expiresAt: waiting.expiresAt } : null,
    waits: waits.map(({ cause, text, until }) => ({ cause, text, until: until?.toISOString() ?? null })),
  }
}

/** Reasons why a company's payouts wait now; empty if they do not (docs/spec.md#payout-waits). */
export async function readPayoutWaits(app: App, companyId: string): Promise<PayoutWait[]> {
  const [current, hold, direct, withheld] = await Promise.all([
    findBankDetails(app.db, companyId),
    findHold(app.db, companyId),
    findDirectPayout(app.db, companyId),
    findWithheld(app.db, companyId),
  ])
  const state = {
    hasBankDetails: current !== undefined,
    changedAt: latest(current?.changedAt, direct?.changedAt),
    isHeld: hold !== undefined,
    isWithheld: withheld !== undefined,
    isPaidDirectly: direct?.canBePaid === true && direct.target !== null && direct.target === direct.confirmedTarget,
  }
  return waitsOf(state, app.now())
}

const latest = (...moments: (Date | null | undefined)[]) =>
  moments.reduce<Date | null>((last, one) => (one && (!last || one > last) ? one : last), null)

/** Bank details of a person's companies for their data export; masked as everywhere. */
export async function exportBankDetails(app: App, { userId }: Person) {
  const rows = await listBankDetailsOf(app.db, userId)
  return rows.map(({ companyId, sealed, waitingSealed, ...moments }) => ({
    companyId,
    bankDetails: sealed ? shown(openBank(app, companyId, sealed)) : null,
    waitingForConfirmation: waitingSealed ? shown(openBank(app, companyId, waitingSealed)) : null,
    ...moments,
  }))
}

/** Deletes links a week after they expired. Until then an expired link still gets its own error message. */
export const sweepBankChanges = (app: App) =>
  deleteOldChanges(app.db, new Date(app.now().getTime() - bankLimits.retentionDays * 24 * hourMs))
