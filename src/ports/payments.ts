import type { PayoutAccounts } from './payoutAccounts.ts'
import type { PaymentEvent, PspBooks } from './pspBooks.ts'
import type { PlanPrice, Subscriptions } from './subscriptions.ts'
import type { Transfers } from './transfers.ts'

/** What the product asks of a PSP. Money in whole cents, moments as Date. Keeper: stripePayments.ts. */
export type Payments = Checkouts & Subscriptions & PayoutAccounts & Transfers & PspBooks

type Checkouts = {
  /**
   * Opens a hosted checkout. Repeating the call with the same `idempotencyKey` and the same details gives the same session.
   * Throws PaymentsUnavailable when the outcome is unknown, PaymentsBusy while the same call still runs, PaymentsRefused when the
   * PSP says no.
   */
  startCheckout(details: CheckoutDetails): Promise<CheckoutSession>
  /** Opens a hosted checkout of a company's subscription; repetition and errors as with `startCheckout`. */
  startSubscriptionCheckout(details: SubscriptionCheckoutDetails): Promise<CheckoutSession>
  /** The truth about a session, read from the PSP; undefined when it does not know the id. */
  findCheckout(sessionId: string): Promise<CheckoutSession | undefined>
  /** The session in which a payment was made; undefined when it was made in none. */
  findCheckoutOfPayment(paymentId: string): Promise<CheckoutSession | undefined>
  /** Ends an open session so that nobody can pay it any more; returns what it is now (it may have been paid meanwhile). */
  expireCheckout(sessionId: string): Promise<CheckoutSession>
  /**
   * Takes the money that a card promised. Throws PaymentsRefused when it was taken before, the promise is over, or the bank says no,
   * PaymentsUnavailable when the outcome is unknown.
   */
  capture(paymentId: string): Promise<void>
  /** Lets a promise of money go; nothing happens to one that is over or was taken. */
  release(paymentId: string): Promise<void>
  /** Sends money back. Repeating with the same key gives the same refund. */
  refund(details: { paymentId: string; amountCents: number; idempotencyKey: string; refundId: string }): Promise<RefundState>
  /** A refund by the PSP's own id, with our id if we made it; undefined when it does not know it. */
  findRefundById(id: string): Promise<(RefundState & { refundId: string | null }) | undefined>
  /** The refund that carries our id in its metadata, for calls whose outcome is unknown; undefined when there is none. */
  findRefund(details: { paymentId: string; refundId: string }): Promise<RefundState | undefined>
  /** Checks a webhook's signature and age (±300 s around `now`) and names the event; undefined when it is not genuine. */
  readWebhook(request: { body: string; signature: string; now: Date }): Promise<PaymentEvent | undefined>
  /** The origin of the hosted checkout page, for the content security policy. */
  readonly checkoutOrigin: string
}

export type CheckoutDetails = {
  bookingId: string
  amountCents: number
  title: string
  description: string
  customerEmail: string
  /** Whether the card only promises the money, until it is captured or released. */
  isHeld: boolean
  expiresAt: Date
  successUrl: string
  cancelUrl: string
  idempotencyKey: string
}

export type SubscriptionCheckoutDetails = {
  companyId: string
  checkoutId: string
  customerId: string
  plan: PlanPrice
  expiresAt: Date
  successUrl: string
  cancelUrl: string
  idempotencyKey: string
}

export type CheckoutSession = {
  /** The PSP's fingerprint of the card that paid; the same for the same card. Null without a charge or a card. */
  cardFingerprint: string | null
  id: string
  mode: 'payment' | 'subscription'
  /** Where the customer pays; null once the session is paid or expired. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** Until when a promise of money that was not taken yet can be taken; null without one. */
  heldUntil: Date | null
  /** Whether such a promise was let go, so that no money can come of it. */
  isReleased: boolean
  amountCents: number
  currency: string
  /** The booking the session was opened for, as we told the PSP; null for a subscription. */
  bookingId: string | null
  /** The company whose subscription the session was opened for; null for a booking. */
  companyId: string | null
  /** Known once the session is complete. */
  subscriptionId: string | null
  paymentId: string | null
  expiresAt: Date
}

/** `cameBack`: the refund has failed after the money had left the balance, to which it returned. */
export type RefundState = { id: string; status: 'pending' | 'succeeded' | 'failed'; amountCents: number; cameBack: boolean }

/** The PSP did not answer or answered with its own fault: whether the call took effect is unknown. */
export class PaymentsUnavailable extends Error {}
/**
 * The PSP has stored a failure of its own under this key: the call is over, and this key will always get the same answer. A lookup tells
 * whether the call took effect; if not, another key may be tried.
 */
export class PaymentsStuck extends PaymentsUnavailable {}
/**
 * The PSP does not accept our key, or the key may not do this: an outage on our side. The call had no effect and may be repeated under its
 * idempotency key once the key is right; it says nothing about a customer, a company or their money.
 */
export class PaymentsKeyRefused extends PaymentsUnavailable {}
/** A call with the same idempotency key is still running: its outcome will be the outcome. */
export class PaymentsBusy extends Error {}
/** The PSP refused the call for good. */
export class PaymentsRefused extends Error {}
/** The balance that money was to come from does not hold it now: later it may. */
export class PaymentsUncovered extends PaymentsRefused {}
/** The customer's card was refused: another card may do. */
export class PaymentsDeclined extends PaymentsRefused {}
/** The customer's bank wants the payment confirmed (3-D Secure): the customer does that on the PSP's page at `url`, and nothing is refused. */
export class PaymentsConfirmationNeeded extends PaymentsDeclined {
  readonly url: string
  constructor(message: string, url: string) {
    super(message)
    this.url = url
  }
}
