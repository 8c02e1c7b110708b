import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingPage } from '#src/orders/bookings/links/rules.ts'
import { endOrder, openPaymentPage, orderPart } from '#src/orders/bookings/orderActions.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Database } from '#src/platform/server/db.ts'
import { mayTip, tipItem, tipProblems, tipTitle } from './rules.ts'
import { findTipJob, insertTip, listWaitingTips } from './store.ts'

/**
 * Orders a tip for the company of a finished job and returns the URL of its payment page. The same amount again returns the same page while it
 * is open; another amount ends it. Throws as openWithKey, tipProblems, bookingProblems.
 */
export async function giveTip(app: App, { key, amountCents }: { key: HeldKey; amountCents: Cents }) {
  const bookingId = await openWithKey(app, key)
  const ordered = await app.db.transaction().execute(async (tx) => {
    const job = await lockBooking(tx, bookingId)
    const facts = await findTipJob(tx, bookingId)
    if (!job || !facts) throw bookingProblems.notFound()
    if (facts.givenAt) throw tipProblems.given()
    if (!mayTip(facts, app.now())) throw tipProblems.notNow()
    const requestHash = `tip:${bookingId}:${amountCents}`
    const order = { job, requestHash, serviceTitle: tipTitle(job.serviceTitle), description: '', item: tipItem(amountCents) }
    return orderPart(app, tx, order, async (orderId) => {
      for (const other of await listWaitingTips(tx, bookingId)) await endOrder(tx, other.orderId)
      await insertTip(tx, { orderId, bookingId, companyId: job.companyId, amountCents, createdAt: app.now() })
    })
  })
  return openPaymentPage(app, { ...ordered, cancelPath: bookingPage })
}

/** Tip of a job for its pages: null amounts while one may be given; null if none was given and none is possible now. */
export async function readTip(db: Database, { bookingId, now }: { bookingId: string; now: Date }) {
  const job = await findTipJob(db, bookingId)
  if (!job) return null
  return job.givenAt || mayTip(job, now) ? { givenCents: job.givenCents, givenAt: job.givenAt } : null
}
