import type { Cents } from '#src/kit/money.ts'
import { PaymentsRefused, type RefundState } from '#src/ports/payments.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueue } from '#src/server/jobs.ts'
import { recordBreak } from './actions.ts'
import { findRefund, insertRefund, markRefundSettled } from './store.ts'

/** Decides on a refund in the caller's transaction; the money moves afterwards, by a job that tries until it is done. Amount in cents. */
export async function requestRefund(
  app: App,
  tx: Transaction,
  refund: { bookingId: string; checkoutId: string; paymentId: string; amountCents: Cents; reason: string },
) {
  const { id } = await insertRefund(tx, { ...refund, requestedAt: app.now() })
  await enqueue(tx, { name: 'payments.refund', payload: { refundId: id }, key: `refund:${id}` })
  return id
}

/**
 * Sends a refund to the provider and applies its outcome. A refund whose outcome is unknown is looked up first, never repeated blindly
 * (decisions 3). One that the provider refuses has failed, and the operator is told. Throws PaymentsUnavailable, so that it is tried again.
 */
export async function performRefund(app: App, refundId: string) {
  const refund = await findRefund(app.db, refundId)
  if (refund?.status !== 'pending') return
  const state = await sendRefund(app, { paymentId: refund.paymentId, amountCents: refund.amountCents, refundId })
  if (state?.status === 'pending') return
  await settleRefund(app, { refundId, bookingId: refund.bookingId, amountCents: refund.amountCents, state })
}

/** The refund as the provider has it; undefined when it refuses. */
async function sendRefund(app: App, refund: { paymentId: string; amountCents: Cents; refundId: string }) {
  const known = await app.payments.findRefund(refund)
  if (known) return known
  try {
    return await app.payments.refund({ ...refund, idempotencyKey: `refund:${refund.refundId}` })
  } catch (error) {
    if (error instanceof PaymentsRefused) return undefined
    throw error
  }
}

type Settled = { refundId: string; bookingId: string; amountCents: Cents; state: RefundState | undefined }

async function settleRefund(app: App, { refundId, bookingId, amountCents, state }: Settled) {
  const status = state?.status === 'succeeded' ? 'succeeded' : 'failed'
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const isFirst = await markRefundSettled(tx, { id: refundId, status, providerRefundId: state?.id ?? null, now })
    if (!isFirst) return
    if (status === 'succeeded') return app.hooks.onRefunded.booking(app, tx, { bookingId, refundId, amountCents, refundedAt: now })
    await recordBreak(app, tx, { kind: 'refundFailed', reference: refundId, amountCents, details: { bookingId, state } })
  })
}

/** Looks at a refund the provider named: one of ours is settled, any other is told to the operator. */
export async function convergeRefund(app: App, providerRefundId: string) {
  const found = await app.payments.findRefundById(providerRefundId)
  if (!found) return
  if (found.refundId) return performRefund(app, found.refundId)
  const { amountCents } = found
  await app.db
    .transaction()
    .execute((tx) => recordBreak(app, tx, { kind: 'unknownRefund', reference: providerRefundId, amountCents, details: found }))
}
