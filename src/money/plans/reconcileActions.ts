import { inParallel } from '#src/money/payments/reconciliation/parallel.ts'
import { reconcileBatch } from '#src/money/payments/rules.ts'
import { listUnclosedSessions, markChecked } from '#src/money/payments/store.ts'
import type { App, SubscriptionReference } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { settleSubscriptionCheckout } from './checkoutActions.ts'
import { failAbandonedCheckouts } from './checkoutStore.ts'
import { convergeSubscription } from './convergeActions.ts'
import { endOverdue } from './debits/returnActions.ts'
import { listOwingEnded } from './debits/store.ts'
import { listDueSubscriptions, markSubscriptionChecked } from './store.ts'
import { dailyHours, subscriptionSeconds } from './subscriptionRules.ts'

/** Converges the subscription that an event's object belongs to. Throws PaymentsUnavailable, so that the job retries. */
export async function convergeReference(app: App, hint: SubscriptionReference) {
  if ('sessionId' in hint) await settleSubscriptionCheckout(app, hint.sessionId)
  if ('subscriptionId' in hint) await convergeSubscription(app, hint.subscriptionId)
  if (!('invoiceId' in hint)) return
  const invoice = await app.payments.findInvoice(hint.invoiceId)
  if (invoice?.subscriptionId) await convergeSubscription(app, invoice.subscriptionId)
}

/** Reconciles first payments that webhooks missed: reads every session that may still be paid. */
export async function reconcileCheckouts(app: App) {
  const began = app.now()
  await inParallel(
    () => listUnclosedSessions(app.db, 'subscriptionCheckouts', { notSince: began, limit: reconcileBatch }),
    (one) => checkCheckoutSession(app, one),
  )
  await failAbandonedCheckouts(app.db, app.now())
}

type Unclosed = Awaited<ReturnType<typeof listUnclosedSessions>>[number]

/** A session that cannot be read must not block the others; the next run reads it again. */
async function checkCheckoutSession(app: App, { id, sessionId, expiresAt }: Unclosed) {
  try {
    const session = sessionId && (await settleSubscriptionCheckout(app, sessionId))
    if (!session) await markChecked(app.db, 'subscriptionCheckouts', { id, isClosed: expiresAt <= app.now(), now: app.now() })
  } catch (error) {
    await markChecked(app.db, 'subscriptionCheckouts', { id, isClosed: false, now: app.now() })
    app.log.warn({ sessionId, error: describeError(error) }, 'subscription session not reconciled')
  }
}

/**
 * Reconciles subscriptions that webhooks missed: frequently those that owe money or whose period ended, each one once a day; ended ones
 * only while a returned payment is owed.
 */
export async function reconcileSubscriptions(app: App) {
  const now = app.now()
  const dayAgo = new Date(now.getTime() - dailyHours * 3_600_000)
  const notSince = new Date(now.getTime() - (subscriptionSeconds * 1000) / 2)
  await inParallel(
    () => listDueSubscriptions(app.db, { now, dayAgo, notSince, limit: reconcileBatch }),
    (one) => checkSubscription(app, one),
  )
  await inParallel(
    () => listOwingEnded(app.db, { notSince: dayAgo, limit: reconcileBatch }),
    (one) => checkSubscription(app, one),
  )
}

type Due = Awaited<ReturnType<typeof listDueSubscriptions>>[number]

/** Once a day reads all subscriptions of the customer, to find a second one without an event. */
async function checkSubscription(app: App, { companyId, pspId, customerId, isDaily }: Due) {
  try {
    await convergeSubscription(app, pspId)
    await endOverdue(app, companyId)
    // Also if the read had no effect (the company was granted its plan meanwhile): otherwise this run would select it again and again.
    await markSubscriptionChecked(app.db, { companyId, now: app.now() })
    if (!isDaily) return
    for (const { id, status } of await app.payments.listSubscriptions(customerId)) {
      if (id !== pspId && status !== 'canceled') await convergeSubscription(app, id)
    }
  } catch (error) {
    await markSubscriptionChecked(app.db, { companyId, now: app.now() })
    app.log.warn({ companyId, error: describeError(error) }, 'subscription not reconciled')
  }
}
