import { PaymentsRefused } from '#src/ports/payments.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueue } from '#src/server/jobs.ts'
import { withdrawSubscriptionCheckout } from './checkoutActions.ts'
import { convergeSubscription } from './convergeActions.ts'
import { deleteSubscriptionCheckouts, deleteUnpaidInvoices } from './endStore.ts'
import { findSubscription } from './store.ts'

/** Takes back, after this transaction, the subscription checkout of a company that may not be paid for any more. */
export const enqueueWithdrawal = (tx: Transaction, companyId: string) =>
  enqueue(tx, { name: 'plans.withdraw', payload: { companyId }, key: `plans:withdraw:${companyId}` })

/** Ends, after this transaction, everything that a company's plan could still cost. */
export const enqueueEnd = (tx: Transaction, companyId: string) =>
  enqueue(tx, { name: 'plans.end', payload: { companyId }, key: `plans:end:${companyId}` })

/**
 * Ends a company's plan at the PSP, at once and without giving money back: the checkout that waits, then the subscription. Any
 * number of times: what has ended stays as it is. Throws PaymentsUnavailable to be tried again.
 */
export async function endForGood(app: App, companyId: string) {
  await withdrawSubscriptionCheckout(app, companyId)
  const known = await findSubscription(app.db, companyId)
  if (!known || known.status === 'canceled') return
  const { pspId } = known
  await app.payments.endSubscription({ subscriptionId: pspId, idempotencyKey: `subscription:${pspId}:end` }).catch(ignoreEnded)
  await convergeSubscription(app, pspId)
}

/** The PSP refuses to end a subscription that has ended already; the read that follows finds this. */
function ignoreEnded(error: unknown) {
  if (!(error instanceof PaymentsRefused)) throw error
}

/** What plans keep of a company that never paid for one, before it is deleted. */
export async function forgetPlans(tx: Transaction, companyId: string) {
  await deleteSubscriptionCheckouts(tx, companyId)
  await deleteUnpaidInvoices(tx, companyId)
}
