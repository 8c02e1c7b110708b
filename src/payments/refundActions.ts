import type { Cents } from '#src/kit/money.ts'
import type { RefundState } from '#src/ports/payments.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueue } from '#src/server/jobs.ts'
import { findRefund, insertRefund, markRefundSettled, noteProviderRefund } from './store.ts'

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
 * (decisions 3). Throws PaymentsUnavailable, so that the job tries again.
 */
export async function performRefund(app: App, refundId: string) {
  const refund = await findRefund(app.db, refundId)
  if (refund?.status !== 'pending') return
  const { paymentId, amountCents } = refund
  const known = await app.payments.findRefund({ paymentId, refundId })
  const state = known ?? (await app.payments.refund({ paymentId, amountCents, refundId, idempotencyKey: `refund:${refundId}` }))
  if (state.status === 'pending') return void (await noteProviderRefund(app.db, { id: refundId, providerRefundId: state.id }))
  await settleRefund(app, { refundId, bookingId: refund.bookingId, amountCents, state })
}

type Settled = { refundId: string; bookingId: string; amountCents: Cents; state: RefundState }

async function settleRefund(app: App, { refundId, bookingId, amountCents, state }: Settled) {
  const status = state.status === 'succeeded' ? 'succeeded' : 'failed'
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const isFirst = await markRefundSettled(tx, { id: refundId, status, providerRefundId: state.id, now })
    if (!isFirst) return
    if (status === 'succeeded') return app.hooks.onRefunded.booking(app, tx, { bookingId, refundId, amountCents, refundedAt: now })
    app.log.error({ refundId, bookingId }, 'refund failed at the provider')
  })
}
