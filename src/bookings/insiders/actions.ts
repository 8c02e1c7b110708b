import type { App } from '#src/server/app.ts'
import { findCards, markInsiderCard } from './store.ts'

/**
 * The job after a payment: flags a booking that was paid with a card of the company's own subscription. Fingerprints are compared and not
 * stored. Throws PaymentsUnavailable to be run again.
 */
export async function compareCards(app: App, { bookingId }: { bookingId: string }) {
  const found = await findCards(app.db, bookingId)
  if (!found) return
  const card = (await app.payments.findCheckout(found.sessionId))?.cardFingerprint
  if (!card) return
  const own = await app.payments.listCardFingerprints(found.customerId)
  if (own.includes(card)) await markInsiderCard(app.db, bookingId)
}
