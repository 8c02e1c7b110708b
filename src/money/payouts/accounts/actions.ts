import { z } from 'zod'
import { endOutage, noteRefusal } from '#src/money/payments/outageActions.ts'
import { PaymentsBusy, PaymentsRefused, PaymentsStuck, PaymentsUnavailable } from '#src/platform/ports/payments.ts'
import type { PayoutAccount } from '#src/platform/ports/payoutAccounts.ts'
import type { App } from '#src/platform/server/app.ts'
import { announce } from '#src/platform/server/live.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import {
  claimAttempt,
  claimPspRead,
  countAccountAttempt,
  findAccountHolder,
  findPayoutAccountOf,
  markAccountState,
  markConnected,
  markRefused,
  tieAccount,
} from '#src/supply/companies/payoutAccounts/store.ts'
import { type PayoutAccountStatus, payoutAccountProblems, requirementTexts } from './rules.ts'
import { payoutAccountLimits } from './texts.ts'

const minuteMs = 60_000

/** State of a company's connected account. Refreshes it from the PSP at intervals, because a webhook may get lost. */
export async function readPayoutAccount(app: App, companyId: string) {
  await refreshAccount(app, companyId)
  const account = await findPayoutAccountOf(app.db, companyId)
  return {
    stripe_connect_account_id: account?.accountId ?? null,
    status: await statusOf(app, account),
    details_submitted: account?.detailsSubmitted ?? false,
    awaits_confirmation: account?.canBePaid === true && !isConfirmed(account),
    bank_account: account?.targetLabel ?? null,
    open_requirements: requirementTexts(account?.openRequirements ?? []),
    requirements_due_at: account?.requirementsDueAt ?? null,
  }
}

type Account = NonNullable<Awaited<ReturnType<typeof findPayoutAccountOf>>>

async function statusOf(app: App, account: Account | undefined): Promise<PayoutAccountStatus> {
  const { directPayouts } = await readSettings(app.db)
  if (!directPayouts || isRefused(app, account)) return 'unavailable'
  if (!account?.accountId) return 'none'
  return account.canBePaid && isConfirmed(account) ? 'active' : 'pending'
}

/** True if the owner confirmed the account's present bank account by the mailed link (docs/spec.md#payout-account). */
const isConfirmed = ({ target, confirmedTarget }: Account) => target !== null && target === confirmedTarget

/** True for `refusedMinutes` after a refusal by the PSP; then the company may try again. */
const isRefused = (app: App, account: Account | undefined) =>
  account?.refusedAt != null && account.refusedAt.getTime() > app.now().getTime() - payoutAccountLimits.refusedMinutes * minuteMs

async function refreshAccount(app: App, companyId: string) {
  const now = app.now()
  const before = new Date(now.getTime() - payoutAccountLimits.askPspEverySeconds * 1_000)
  const turn = await claimPspRead(app.db, { companyId, now, before })
  if (!turn?.accountId) return
  // On failure the last known state is shown; a later poll tries again.
  await convergePayoutAccount(app, turn.accountId).catch(ignorePspFailure)
}

function ignorePspFailure(error: unknown) {
  if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsBusy || error instanceof PaymentsRefused)) throw error
}

/**
 * Creates the account on the first call, and returns the URL of the PSP's pages where the company completes it. Throws
 * payoutAccountProblems.
 */
export async function openPayoutAccount(app: App, companyId: string) {
  const { directPayouts } = await readSettings(app.db)
  if (!directPayouts) throw payoutAccountProblems.unavailable()
  const back = `${app.config.publicUrl}/dashboard/auszahlung`
  return callPsp(app, companyId, async () => {
    const accountId = await ensureAccount(app, companyId)
    return app.payments.openPayoutAccountLink({ accountId, refreshUrl: back, returnUrl: back })
  })
}

/**
 * Returns the URL of the PSP's dashboard of a completed account, where its owner changes the bank account. Throws payoutAccountProblems.
 */
export async function openPayoutDashboard(app: App, companyId: string) {
  const account = await findPayoutAccountOf(app.db, companyId)
  const accountId = account?.accountId
  if (!accountId || !account.detailsSubmitted) throw payoutAccountProblems.notCompleted()
  return callPsp(app, companyId, () => app.payments.openPayoutDashboardLink({ accountId }))
}

async function callPsp<Answer>(app: App, companyId: string, ask: () => Promise<Answer>) {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PaymentsUnavailable || error instanceof PaymentsBusy) throw payoutAccountProblems.notAnswering()
    if (!(error instanceof PaymentsRefused)) throw error
    await noteRefusal(app, 'accountsRefused', error.message)
    await markRefused(app.db, { companyId, now: app.now() })
    throw payoutAccountProblems.unavailable()
  }
}

/**
 * Creates the account. Writes the row before it calls the PSP: a retry after a crash has the same idempotency key and gets the same
 * account.
 */
async function ensureAccount(app: App, companyId: string) {
  const now = app.now()
  const repeatSince = new Date(now.getTime() - payoutAccountLimits.repeatHours * 60 * minuteMs)
  const { attempt, accountId } = await claimAttempt(app.db, { companyId, now, repeatSince })
  if (accountId) return accountId
  const { companyName: name, email } = await findAccountHolder(app.db, companyId)
  const idempotencyKey = `company:${companyId}:payout-account:${attempt}`
  const made = await app.payments.createPayoutAccount({ companyId, email, name, idempotencyKey }).catch(async (error: unknown) => {
    // The PSP would repeat this failure for a day. An account that it made nevertheless is named by its webhook.
    if (error instanceof PaymentsStuck) await countAccountAttempt(app.db, { companyId, attempt })
    throw error
  })
  await endOutage(app, 'accountsRefused')
  await applyAccount(app, { ...made, companyId })
  const known = await findPayoutAccountOf(app.db, companyId)
  return known?.accountId ?? made.id
}

/** Reads an account from the PSP and stores its state. Throws PaymentsUnavailable, so that the job is retried. */
export async function convergePayoutAccount(app: App, accountId: string) {
  const found = await app.payments.findPayoutAccount(accountId)
  await applyAccount(
    app,
    found ?? { id: accountId, companyId: null, detailsSubmitted: false, canBePaid: false, bankAccount: null, ...nothingOpen },
  )
}

const nothingOpen = { openRequirements: [], requirementsDueAt: null }

const applyAccount = (app: App, { id: accountId, companyId, bankAccount, ...state }: PayoutAccount) =>
  app.db.transaction().execute(async (tx) => {
    // If the response to the creation was lost, the account can only be found by its company.
    if (companyId && z.uuid().safeParse(companyId).success) {
      const tied = await tieAccount(tx, { companyId, accountId })
      if (tied) await markConnected(tx, { companyId, accountId })
      if (tied) await announce(tx, { companyId, kind: 'payout', id: companyId })
    }
    const [target, targetLabel] = [bankAccount?.fingerprint ?? null, bankAccount?.label ?? null]
    const changed = await markAccountState(tx, { accountId, ...state, target, targetLabel })
    if (!changed) return
    await announce(tx, { companyId: changed.companyId, kind: 'payout', id: changed.companyId })
    const isNew = state.canBePaid && target !== changed.confirmedTarget
    if (isNew && bankAccount) await app.hooks.onPayoutTargetSeen(app, tx, { companyId: changed.companyId, ...targetOf(bankAccount) })
  })

const targetOf = ({ fingerprint, label }: NonNullable<PayoutAccount['bankAccount']>) => ({ target: fingerprint, label })
