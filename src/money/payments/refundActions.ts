import type { Cents } from '#src/platform/kit/money.ts'
import { PaymentsRefused, PaymentsStuck, PaymentsUncovered, type RefundState } from '#src/platform/ports/payments.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { recordDiscrepancy } from './actions.ts'
import { refundReturnedEntries } from './entryRules.ts'
import {
  closeFailedRefundDiscrepancies,
  findPayment,
  findRefund,
  insertRefund,
  markRefundReturned,
  markRefundSettled,
  sumRefunds,
} from './refundStore.ts'
import { countAttempt, insertLedgerTransaction } from './store.ts'

/** Cents by which a booking's pending refunds will reduce it. */
export const readPendingRefunds = async (tx: Transaction, bookingId: string) => (await sumRefunds(tx, bookingId)).pendingCents

/** Cents of a booking's refunds that were returned by the bank and are owed to the customer. */
export const readOwedRefunds = async (tx: Transaction, bookingId: string) => (await sumRefunds(tx, bookingId)).owedCents

/**
 * Records a refund in the caller's transaction; a job sends the money later and retries until it is done. Amounts in cents: `owedCents` of
 * it repeat an earlier refund that was returned. The database refuses a sum above the payment. Returns the refund's id.
 */
export async function requestRefund(
  app: App,
  tx: Transaction,
  refund: { bookingId: string; amountCents: Cents; owedCents?: Cents; reason: string; actor: string; requestKey?: string | null },
) {
  const payment = await findPayment(tx, refund.bookingId)
  if (!payment?.paymentId) throw new Error(`booking ${refund.bookingId} has no payment to refund`)
  const { id } = await insertRefund(tx, {
    ...refund,
    owedCents: refund.owedCents ?? 0,
    checkoutId: payment.id,
    paymentId: payment.paymentId,
    requestedAt: app.now(),
  })
  await enqueue(tx, { name: 'payments.refund', payload: { refundId: id }, key: `refund:${id}` })
  return id
}

/**
 * Sends a refund to the PSP and applies its outcome. A refund with an unknown outcome is looked up first, never repeated blindly
 * (docs/spec.md#refund). A refused refund is marked as failed and the operator notified. Throws PaymentsUnavailable, and PaymentsUncovered
 * while the platform's balance is too low; the job then retries.
 */
export async function performRefund(app: App, refundId: string) {
  const refund = await findRefund(app.db, refundId)
  if (refund?.status !== 'pending') return
  const state = await sendRefund(app, refund)
  if (state.status === 'pending') return
  const { bookingId, amountCents, owedCents } = refund
  await settleRefund(app, { refundId, bookingId, amountCents, owedCents, state })
}

type Sent = { id: string; paymentId: string; amountCents: Cents; attempt: number }

/** Returns the refund's state at the PSP, or its refusal. */
async function sendRefund(app: App, { id, paymentId, amountCents, attempt }: Sent): Promise<RefundState | Refusal> {
  const known = await app.payments.findRefund({ paymentId, refundId: id })
  if (known) return known
  try {
    return await app.payments.refund({ paymentId, amountCents, refundId: id, idempotencyKey: `refund:${id}:${attempt}` })
  } catch (error) {
    if (error instanceof PaymentsStuck) {
      const done = await app.payments.findRefund({ paymentId, refundId: id })
      if (done) return done
    }
    // No money moved, and none will move under this idempotency key: the next attempt uses a new one.
    if (error instanceof PaymentsStuck || error instanceof PaymentsUncovered) await countAttempt(app.db, 'refunds', { id, attempt })
    else if (error instanceof PaymentsRefused) return { status: 'refused', reason: error.message }
    throw error
  }
}

type Refusal = { status: 'refused'; reason: string }
type Settled = { refundId: string; bookingId: string; amountCents: Cents; owedCents: Cents; state: RefundState | Refusal }

/** A refund that was returned before its success was read has moved money twice: it is settled, and entered as returned at once. */
async function settleRefund(app: App, { refundId, bookingId, amountCents, owedCents, state }: Settled) {
  const cameBack = state.status === 'failed' && state.cameBack
  const status = state.status === 'succeeded' || cameBack ? 'succeeded' : 'failed'
  const pspRefundId = state.status === 'refused' ? null : state.id
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const isFirst = await markRefundSettled(tx, { id: refundId, status, pspRefundId, now })
    if (!isFirst) return
    if (status === 'failed') {
      await app.hooks.onRefundFailed.booking(app, tx, { bookingId, refundId, failedAt: now })
      return recordDiscrepancy(app, tx, {
        kind: 'refundFailed',
        reference: refundId,
        bookingId,
        amountCents,
        details: { bookingId, state },
      })
    }
    await app.hooks.onRefunded.booking(app, tx, { bookingId, refundId, amountCents, owedCents, refundedAt: now })
    if (!cameBack) return closeFailedRefundDiscrepancies(tx, { bookingId, amountCents, now })
    await returnRefund(app, tx, { id: refundId, bookingId, amountCents })
    await recordDiscrepancy(app, tx, { kind: 'refundFailed', reference: state.id, bookingId, amountCents, details: { ...state, refundId } })
  })
}

/**
 * Reads a refund from the PSP and settles it if it was made here. A foreign refund, and one that failed after its success, is recorded as a
 * discrepancy for the operator.
 */
export async function convergeRefund(app: App, pspRefundId: string) {
  const found = await app.payments.findRefundById(pspRefundId)
  if (!found) return
  const { refundId, amountCents } = found
  if (refundId) await performRefund(app, refundId)
  const ours = refundId ? await findRefund(app.db, refundId) : undefined
  const one = { reference: pspRefundId, bookingId: ours?.bookingId ?? null, amountCents, details: found }
  await app.db.transaction().execute(async (tx) => {
    if (!ours) return recordDiscrepancy(app, tx, { kind: 'unknownRefund', ...one })
    if (found.status !== 'failed' || !(await returnRefund(app, tx, ours))) return
    await recordDiscrepancy(app, tx, { kind: 'refundFailed', ...one })
  })
}

/**
 * Enters the return of a refund that had succeeded: the money is in the balance again and owed to the customer. Returns false if it was
 * entered before.
 */
async function returnRefund(
  app: App,
  tx: Transaction,
  { id, bookingId, amountCents }: Omit<Sent, 'paymentId' | 'attempt'> & { bookingId: string },
) {
  const now = app.now()
  if (!(await markRefundReturned(tx, { id, now }))) return false
  const entries = refundReturnedEntries(amountCents)
  await insertLedgerTransaction(tx, { kind: 'refundReturned', reference: id, bookingId, occurredAt: now, entries })
  await app.hooks.onRefundReturned.booking(app, tx, { bookingId, refundId: id, amountCents })
  return true
}
