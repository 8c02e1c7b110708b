import type { PspObject } from '#src/platform/kit/psp.ts'
import type { App } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { endCheckoutIn, recordDiscrepancy, settleCheckout } from '../actions.ts'
import { convergeBankPayout } from '../bankPayoutActions.ts'
import { convergeDispute } from '../disputes/actions.ts'
import { listUndecidedDisputes } from '../disputes/store.ts'
import { listProcessing } from '../processing/store.ts'
import { convergeRefund, performRefund } from '../refundActions.ts'
import { listPendingRefunds } from '../refundStore.ts'
import { authorizationPollSeconds, disputePollSeconds, reconcileBatch, refundPollSeconds } from '../rules.ts'
import { listAbandonedCheckouts, listAuthorised, listUnclosedSessions, markChecked, markEventsProcessed } from '../store.ts'
import { inParallel } from './parallel.ts'

/** Fetches the current state of an event's object, applies it, and then marks the object's events as processed (docs/spec.md#converge). */
export async function convergeObject(app: App, { objectType, objectId }: { objectType: PspObject; objectId: string }) {
  const fetchedAt = app.now()
  await convergeOne[objectType](app, objectId)
  await markEventsProcessed(app.db, { objectId, fetchedAt, now: app.now() })
}

const convergeOne: Record<PspObject, (app: App, id: string) => Promise<unknown>> = {
  checkout: settleCheckout,
  refund: convergeRefund,
  dispute: convergeDispute,
  bankPayout: convergeBankPayout,
  transfer: (app, id) => app.hooks.onTransferChanged(app, id),
  subscription: (app, id) => app.hooks.onSubscriptionChanged(app, { subscriptionId: id }),
  invoice: (app, id) => app.hooks.onSubscriptionChanged(app, { invoiceId: id }),
  payoutAccount: (app, id) => app.hooks.onPayoutAccountChanged(app, id),
}

/**
 * Catches up on lost webhooks: sessions that may still be paid, checkouts whose creation was interrupted, authorizations, payments under
 * way, pending refunds and undecided disputes.
 */
export async function reconcilePayments(app: App) {
  await checkSessions(app)
  await endAbandonedCheckouts(app)
  await checkAuthorizations(app)
  await checkProcessing(app)
  await checkRefunds(app)
  await checkDisputes(app)
}

type Session = Awaited<ReturnType<typeof listUnclosedSessions>>[number]

/** Checks sessions, longest unchecked first, until all are checked or the time budget of one run is used up. */
async function checkSessions(app: App) {
  const began = app.now()
  await inParallel(
    () => listUnclosedSessions(app.db, 'checkouts', { notSince: began, limit: reconcileBatch }),
    (one) => checkSession(app, one),
  )
}

/** Logs an unreadable session and leaves it to the next run, so that it does not block the others. */
async function checkSession(app: App, { id, sessionId, expiresAt }: Session) {
  try {
    const session = sessionId && (await settleCheckout(app, sessionId))
    if (session) return
    const isOver = expiresAt <= app.now()
    await markChecked(app.db, 'checkouts', { id, isClosed: isOver, now: app.now() })
    if (!isOver || !sessionId) return
    await app.db
      .transaction()
      .execute((tx) =>
        recordDiscrepancy(app, tx, { kind: 'sessionMissing', reference: sessionId, amountCents: 0, details: { checkoutId: id } }),
      )
  } catch (error) {
    await markChecked(app.db, 'checkouts', { id, isClosed: false, now: app.now() })
    app.log.warn({ sessionId, error: describeError(error) }, 'session not reconciled')
  }
}

/** Checks authorizations that may have expired or been captured without a webhook. */
async function checkAuthorizations(app: App) {
  const before = new Date(app.now().getTime() - authorizationPollSeconds * 1000)
  await inParallel(
    () => listAuthorised(app.db, { before, limit: reconcileBatch }),
    (one) => checkSession(app, one),
  )
}

/** Checks payments that may have arrived or failed without a webhook. */
async function checkProcessing(app: App) {
  const now = app.now()
  await inParallel(
    () => listProcessing(app.db, { now, limit: reconcileBatch }),
    (one) => checkSession(app, one),
  )
}

async function endAbandonedCheckouts(app: App) {
  const abandoned = await listAbandonedCheckouts(app.db, { now: app.now(), limit: reconcileBatch })
  for (const { id, bookingId } of abandoned) {
    await app.db.transaction().execute((tx) => endCheckoutIn(app, tx, { id, bookingId, status: 'expired' }))
  }
}

async function checkRefunds(app: App) {
  const before = new Date(app.now().getTime() - refundPollSeconds * 1000)
  for (const { id } of await listPendingRefunds(app.db, { before, limit: reconcileBatch })) {
    await performRefund(app, id).catch((error: unknown) =>
      app.log.warn({ refundId: id, error: describeError(error) }, 'refund not settled'),
    )
  }
}

/** Disputes last for weeks, so a rare check is enough; those that moved money also show up in the balance transactions. */
async function checkDisputes(app: App) {
  const before = new Date(app.now().getTime() - disputePollSeconds * 1000)
  for (const { id } of await listUndecidedDisputes(app.db, { before, limit: reconcileBatch })) {
    await convergeDispute(app, id).catch((error: unknown) =>
      app.log.warn({ disputeId: id, error: describeError(error) }, 'dispute not read'),
    )
  }
}
