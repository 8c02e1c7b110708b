import type { App } from '#src/platform/server/app.ts'
import { findCards, markInsiderCard } from './store.ts'

/**
 * Job after a payment: flags a booking that was paid with the card of the company's own subscription. Fingerprints are compared, not
 * stored. Throws PaymentsUnavailable, so that the job is retried.
 */
export async function compareCards(app: App, { bookingId }: { bookingId: string }) {
  const found = await findCards(app.db, bookingId)
  if (!found) return
  const card = (await app.payments.findCheckout(found.sessionId))?.cardFingerprint
  if (!card) return
  const own = await app.payments.listCardFingerprints(found.customerId)
  if (own.includes(card)) await markInsiderCard(app.db, bookingId)
}
