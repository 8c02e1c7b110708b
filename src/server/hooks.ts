import type { App } from './app.ts'
import type { Transaction } from './db.ts'

/** A paid checkout, as the slice that opened it hears of it. Money in cents. */
export type PaidCheckout = { checkoutId: string; bookingId: string; paymentId: string; amountCents: number; paidAt: Date }
export type SettledRefund = { bookingId: string; refundId: string; amountCents: number; refundedAt: Date }

/**
 * Needs that point up the ladder: payments tells bookings what became of their money. Few and named, filled by wiring.ts. Each runs
 * inside the transaction that settles the checkout or the refund.
 */
export type Hooks = {
  onPaid: { booking: (app: App, tx: Transaction, paid: PaidCheckout) => Promise<void> }
  onExpired: { booking: (app: App, tx: Transaction, bookingId: string) => Promise<void> }
  onRefunded: { booking: (app: App, tx: Transaction, refund: SettledRefund) => Promise<void> }
}
