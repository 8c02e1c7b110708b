import { reversalEntries } from '#src/money/payments/entryRules.ts'
import { countAttempt, insertLedgerTransaction } from '#src/money/payments/store.ts'
import { returnPayout } from '#src/money/payouts/runs/payoutActions.ts'
import { payoutErrors } from '#src/money/payouts/runs/texts.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import { PaymentsRefused, PaymentsStuck } from '#src/platform/ports/payments.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { announce } from '#src/platform/server/live.ts'
import { describeError } from '#src/platform/server/log.ts'
import { payoutWaitSeconds, reversalBatch, reversalPollSeconds, reversibleCents } from './rules.ts'
import { findPayoutStatus, findReversal, insertReversal, listPendingReversals, type lockPayoutOf, markReversalSettled } from './store.ts'

type Payout = NonNullable<Awaited<ReturnType<typeof lockPayoutOf>>>

/**
 * Requests the reversal of a transfer, as far as the payout's rail allows; the rest remains a debt and is netted with the next payout. A
 * job executes it after the payout itself is settled.
 */
export async function requestReversal(
  app: App,
  tx: Transaction,
  { payout, ...owed }: { payout: Payout; bookingId: string; cause: string; owedCents: Cents },
) {
  if (payout.rail !== 'transfer') return
  const amountCents = reversibleCents({ owedCents: owed.owedCents, sentCents: payout.sentCents, reversedCents: payout.reversedCents })
  if (amountCents === 0) return
  const { bookingId, cause } = owed
  const made = await insertReversal(tx, { payoutId: payout.id, bookingId, cause, amountCents, requestedAt: app.now() })
  if (made) await enqueue(tx, { name: 'payouts.reverse', payload: { reversalId: made.id }, key: `reversal:${made.id}` })
}

/**
 * Executes a reversal and posts it. If the result of an earlier try is unknown, it is looked up first. A refusal by the PSP is final: the
 * company has no balance left and remains in debt. Waits for a pending payout; after a failed one there is nothing to reverse. Throws
 * PaymentsUnavailable; the job retries.
 */
export async function performReversal(app: App, reversalId: string) {
  const reversal = await findReversal(app.db, reversalId)
  if (reversal?.status !== 'pending') return
  if (reversal.payoutStatus === 'pending') return waitForPayout(app, reversalId)
  const { transferId, amountCents, attempt } = reversal
  if (!transferId) return settleReversal(app, reversalId, null)
  const known = await app.payments.findReversal({ transferId, reversalId })
  if (known) return settleReversal(app, reversalId, known.id)
  try {
    const idempotencyKey = `reversal:${reversalId}:${attempt}`
    const made = await app.payments.reverseTransfer({ transferId, reversalId, amountCents, idempotencyKey })
    await settleReversal(app, reversalId, made.id)
  } catch (error) {
    if (error instanceof PaymentsRefused) return settleReversal(app, reversalId, null)
    if (error instanceof PaymentsStuck) await tryAnotherKey(app, { id: reversalId, transferId, attempt })
    throw error
  }
}

/** The PSP will not execute this idempotency key any more. If a lookup finds no reversal, the next try uses another key. */
async function tryAnotherKey(app: App, { id, transferId, attempt }: { id: string; transferId: string; attempt: number }) {
  const done = await app.payments.findReversal({ transferId, reversalId: id })
  if (!done) await countAttempt(app.db, 'transferReversals', { id, attempt })
}

const waitForPayout = (app: App, reversalId: string) => {
  const runAt = new Date(app.now().getTime() + payoutWaitSeconds * 1000)
  return enqueue(app.db, { name: 'payouts.reverse', payload: { reversalId }, key: `reversal:${reversalId}`, runAt })
}

/** Posts the result of a reversal: with the PSP's id the money was returned, without it the debt remains. */
export async function settleReversal(app: App, reversalId: string, pspReversalId: string | null) {
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const status = pspReversalId ? 'succeeded' : 'failed'
    const isFirst = await markReversalSettled(tx, { id: reversalId, status, pspReversalId, now })
    const reversal = isFirst && (await findReversal(tx, reversalId))
    if (!reversal) return
    const { companyId, bookingId, amountCents } = reversal
    await announce(tx, { companyId, kind: 'booking', id: bookingId })
    if (!pspReversalId) return
    const entries = reversalEntries({ amountCents, companyId })
    await insertLedgerTransaction(tx, { kind: 'transferReversal', reference: reversalId, bookingId, occurredAt: now, entries })
  })
}

/** Retries reversals without a result, and those whose payout was settled meanwhile. */
export async function reconcileReversals(app: App) {
  const before = new Date(app.now().getTime() - reversalPollSeconds * 1000)
  for (const { id } of await listPendingReversals(app.db, { before, limit: reversalBatch })) {
    await performReversal(app, id).catch((error: unknown) =>
      app.log.warn({ reversalId: id, error: describeError(error) }, 'reversal not settled'),
    )
  }
}

/**
 * Reads a transfer from the PSP. Settles our own reversals first; any other reversal marks the payout as returned. Throws while the payout
 * is not marked as sent, so that the job retries.
 */
export async function convergeTransfer(app: App, transferId: string) {
  const transfer = await app.payments.findTransferById(transferId)
  if (!transfer) return
  for (const { id, reversalId } of transfer.reversals) if (reversalId) await settleReversal(app, reversalId, id)
  const { payoutId } = transfer
  const returnedCents = sumOf(transfer.reversals.filter(({ reversalId }) => reversalId === null))
  if (!payoutId || returnedCents === 0) return
  const payout = await findPayoutStatus(app.db, payoutId)
  if (payout?.status === 'pending') throw new Error(`payout ${payoutId} came back before it was known as sent`)
  if (payout?.status !== 'completed') return
  const reason = payoutErrors.returned
  await app.db.transaction().execute((tx) => returnPayout(app, tx, { id: payoutId, returnedCents, reason }))
}

const sumOf = (parts: readonly { amountCents: Cents }[]) => parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
