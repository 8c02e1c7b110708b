import type { App } from '#src/server/app.ts'
import { endCheckoutIn, settleCheckout } from './actions.ts'
import { performRefund } from './refundActions.ts'
import { reconcileBatch } from './rules.ts'
import { findRefundByProvider, listAbandonedCheckouts, listOpenSessions, markEventsProcessed } from './store.ts'

/** Fetches the truth of an object an event named, applies it, and only then calls its events processed (decisions 3, "converge"). */
export async function convergeObject(app: App, { objectType, objectId }: { objectType: string; objectId: string }) {
  const fetchedAt = app.now()
  if (objectType === 'checkout.session') await settleCheckout(app, objectId)
  if (objectType === 'refund') await convergeRefund(app, objectId)
  await markEventsProcessed(app.db, { objectId, fetchedAt, now: app.now() })
}

async function convergeRefund(app: App, providerRefundId: string) {
  const refund = await findRefundByProvider(app.db, providerRefundId)
  if (refund) await performRefund(app, refund.id)
}

/** Closes what webhooks missed: looks at every open session, and ends checkouts whose creation was cut off. */
export async function reconcileCheckouts(app: App) {
  const open = await listOpenSessions(app.db, reconcileBatch)
  for (const { sessionId } of open) if (sessionId) await settleOrLog(app, sessionId)
  const abandoned = await listAbandonedCheckouts(app.db, { now: app.now(), limit: reconcileBatch })
  for (const { id, bookingId } of abandoned) {
    await app.db.transaction().execute((tx) => endCheckoutIn(app, tx, { id, bookingId, status: 'expired' }))
  }
}

/** One session that cannot be read must not keep the others waiting. */
const settleOrLog = (app: App, sessionId: string) =>
  settleCheckout(app, sessionId).catch((error: unknown) => app.log.warn({ sessionId, error: String(error) }, 'session not reconciled'))
