import { PaymentsRefused } from '#src/platform/ports/payments.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { withdrawSubscriptionCheckout } from './checkoutActions.ts'
import { convergeSubscription } from './convergeActions.ts'
import { deleteSubscriptionCheckouts, deleteUnpaidInvoices } from './endStore.ts'
import { findSubscription } from './store.ts'

/** Enqueues, with the transaction, the withdrawal of the open checkout of a company that must not be charged any more. */
export const enqueueWithdrawal = (tx: Transaction, companyId: string) =>
  enqueue(tx, { name: 'plans.withdraw', payload: { companyId }, key: `plans:withdraw:${companyId}` })

/** Enqueues, with the transaction, the end of everything that may still be charged for a company's plan. */
export const enqueueEnd = (tx: Transaction, companyId: string) =>
  enqueue(tx, { name: 'plans.end', payload: { companyId }, key: `plans:end:${companyId}` })

/**
 * Ends a company's plan at the PSP at once, without a refund: first the open checkout, then the subscription. Idempotent. Throws
 * PaymentsUnavailable; the job retries.
 */
export async function endForGood(app: App, companyId: string) {
  await withdrawSubscriptionCheckout(app, companyId)
  const known = await findSubscription(app.db, companyId)
  if (!known || known.status === 'canceled') return
  const { pspId } = known
  await app.payments.endSubscription({ subscriptionId: pspId, idempotencyKey: `subscription:${pspId}:end` }).catch(ignoreEnded)
  await convergeSubscription(app, pspId)
}

/** The PSP refuses to end a subscription that has ended; the read that follows finds this. */
function ignoreEnded(error: unknown) {
  if (!(error instanceof PaymentsRefused)) throw error
}

/** Deletes checkouts and unpaid invoices of a company that never paid, before the company is deleted. */
export async function deletePlans(tx: Transaction, companyId: string) {
  await deleteSubscriptionCheckouts(tx, companyId)
  await deleteUnpaidInvoices(tx, companyId)
}
