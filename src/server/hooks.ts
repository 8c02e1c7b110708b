import type { App } from './app.ts'
import type { Transaction } from './db.ts'

/** A paid checkout, as the slice that opened it hears of it. Money in cents. */
export type PaidCheckout = { checkoutId: string; bookingId: string; paymentId: string; amountCents: number; paidAt: Date }
/** A checkout that ended without its payment: nobody paid in time, the provider did not open it, or what was paid does not match. */
export type EndedCheckout = { bookingId: string; reason: 'expired' | 'failed' | 'broken' }
export type SettledRefund = { bookingId: string; refundId: string; amountCents: number; refundedAt: Date }

/**
 * Needs that point up the ladder: payments tells bookings what became of their money. Few and named, filled by wiring.ts. Each runs
 * inside the transaction that settles the checkout or the refund.
 */
export type Hooks = {
  onPaid: { booking: (app: App, tx: Transaction, paid: PaidCheckout) => Promise<void> }
  onExpired: { booking: (app: App, tx: Transaction, ended: EndedCheckout) => Promise<void> }
  onRefunded: { booking: (app: App, tx: Transaction, refund: SettledRefund) => Promise<void> }
}
