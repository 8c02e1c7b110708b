import type { Cents } from '#src/kit/money.ts'
import { reversalEntries } from '#src/payments/entryRules.ts'
import { insertLedgerTransaction } from '#src/payments/store.ts'
import { returnPayout } from '#src/payouts/runs/payoutActions.ts'
import { payoutErrors } from '#src/payouts/runs/texts.ts'
import { PaymentsRefused, PaymentsStuck } from '#src/ports/payments.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueue } from '#src/server/jobs.ts'
import { announce } from '#src/server/live.ts'
import { describeError } from '#src/server/log.ts'
import { payoutWaitSeconds, reversalBatch, reversalPatienceSeconds, reversibleCents } from './rules.ts'
import {
  countReversalAttempt,
  findPayoutStatus,
  findReversal,
  insertReversal,
  listPendingReversals,
  type lockPayoutOf,
  markReversalSettled,
} from './store.ts'

type Payout = NonNullable<Awaited<ReturnType<typeof lockPayoutOf>>>

/**
 * Requests a reversal of payout money, as much as its rail allows; the rest stays owed and is netted in the next payout. A job moves the
 * money after the payout itself has an outcome.
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
 * Brings money of a transfer back and enters it. One whose outcome is unknown is looked up first; one that the PSP refuses has
 * failed: the company has sent the money on, and owes it. A payout that is still under way is waited for; of one that failed, nothing is
 * to come back. Throws PaymentsUnavailable, so that it is tried again.
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

/** The call under this key is over. If a lookup shows that it had no effect, the next try uses another key. */
async function tryAnotherKey(app: App, { id, transferId, attempt }: { id: string; transferId: string; attempt: number }) {
  const done = await app.payments.findReversal({ transferId, reversalId: id })
  if (!done) await countReversalAttempt(app.db, { id, attempt })
}

const waitForPayout = (app: App, reversalId: string) => {
  const runAt = new Date(app.now().getTime() + payoutWaitSeconds * 1000)
  return enqueue(app.db, { name: 'payouts.reverse', payload: { reversalId }, key: `reversal:${reversalId}`, runAt })
}

/** Enters what became of a reversal: with the PSP's id the money came back, without one it stays owed. */
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

/** Checks reversals without an answer, and those whose payout got an outcome meanwhile. */
export async function reconcileReversals(app: App) {
  const before = new Date(app.now().getTime() - reversalPatienceSeconds * 1000)
  for (const { id } of await listPendingReversals(app.db, { before, limit: reversalBatch })) {
    await performReversal(app, id).catch((error: unknown) =>
      app.log.warn({ reversalId: id, error: describeError(error) }, 'reversal not settled'),
    )
  }
}

/**
 * Reads a transfer from the PSP. Our reversals are settled first; money that came back without us makes the payout a returned one. Throws
 * while the transfer's payout is not known as sent, so that the job tries again.
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
