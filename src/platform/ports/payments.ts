import type { MethodApprovals, PaymentMethod } from '#src/platform/kit/settingOptions.ts'
import type { PayoutAccounts } from './payoutAccounts.ts'
import type { PaymentEvent, PspTransactions } from './pspTransactions.ts'
import type { PlanPrice, Subscriptions } from './subscriptions.ts'
import type { Transfers } from './transfers.ts'

/** Port to a PSP. Money in whole cents, times as Date. Adapter: stripePayments.ts. */
export type Payments = Checkouts & Subscriptions & PayoutAccounts & Transfers & PspTransactions

type Checkouts = {
  /**
   * Opens a hosted checkout. Repeating the call with the same `idempotencyKey` and the same details returns the same session. Throws
   * PaymentsUnavailable if the outcome is unknown, PaymentsBusy while the same call still runs, PaymentsRefused if the PSP refuses.
   */
  startCheckout(details: CheckoutDetails): Promise<CheckoutSession>
  /** Opens a hosted checkout of a company's subscription; repetition and errors as with `startCheckout`. */
  startSubscriptionCheckout(details: SubscriptionCheckoutDetails): Promise<CheckoutSession>
  /** Current state of a session at the PSP; undefined if the id is unknown there. */
  findCheckout(sessionId: string): Promise<CheckoutSession | undefined>
  /** Session in which a payment was made; undefined if there is none. */
  findCheckoutOfPayment(paymentId: string): Promise<CheckoutSession | undefined>
  /** Expires an open session so that it cannot be paid any more; returns its current state (it may have been paid meanwhile). */
  expireCheckout(sessionId: string): Promise<CheckoutSession>
  /**
   * Captures a card authorization, or `amountCents` of it; the rest is released. Throws PaymentsRefused if it was captured before, has
   * ended, or the bank refuses; PaymentsUnavailable if the outcome is unknown.
   */
  capture(payment: { paymentId: string; amountCents: number }): Promise<void>
  /** Releases a card authorization; no-op if it has ended or was captured. */
  release(paymentId: string): Promise<void>
  /** Refunds a part or all of a payment, in cents. Repeating the call with the same key returns the same refund. */
  refund(details: { paymentId: string; amountCents: number; idempotencyKey: string; refundId: string }): Promise<RefundState>
  /** Refund by the PSP's id, with our id if it was made here; undefined if the id is unknown there. */
  findRefundById(id: string): Promise<(RefundState & { refundId: string | null }) | undefined>
  /** Refund with our id in its metadata, for calls whose outcome is unknown; undefined if there is none. */
  findRefund(details: { paymentId: string; refundId: string }): Promise<RefundState | undefined>
  /** The PSP's decisions about methods of payment for this marketplace; a method without one was never requested. */
  readMethodApprovals(): Promise<MethodApprovals>
  /** Checks a webhook's signature and age (±300 s around `now`) and returns its event; undefined if it is not genuine. */
  readWebhook(request: { body: string; signature: string; now: Date }): Promise<PaymentEvent | undefined>
  /** Origin of the hosted checkout page, for the content security policy. */
  readonly checkoutOrigin: string
}

export type CheckoutDetails = {
  bookingId: string
  amountCents: number
  title: string
  description: string
  customerEmail: string
  /** True if the money is only authorized, to be captured or released later. */
  isHeld: boolean
  /** Methods that the payment page offers. */
  methods: readonly PaymentMethod[]
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
  methods: readonly PaymentMethod[]
  expiresAt: Date
  successUrl: string
  cancelUrl: string
  idempotencyKey: string
}

export type CheckoutSession = {
  /** The PSP's fingerprint of the card that paid; always the same for one card. Null without a charge or a card. */
  cardFingerprint: string | null
  id: string
  mode: 'payment' | 'subscription'
  /** URL of the payment page; null once the session is paid or expired. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** Payment of a completed session whose money is under way, or that the payer's bank refused afterwards; null for every other session. */
  delayed: 'processing' | 'failed' | null
  /** Method of the last attempt to pay; null before it, and for a method that the marketplace does not know. */
  method: PaymentMethod | null
  /** Uncaptured authorization, and the time until which it can be captured, if the PSP states one; null without an authorization. */
  authorization: { since: Date; until: Date | null } | null
  /** True if the authorization was released, so that it can never be captured. */
  isReleased: boolean
  /** Amount of the checkout; an authorization may be captured in part. */
  amountCents: number
  /** Captured amount in cents; null if it is unknown or nothing was captured. */
  capturedCents: number | null
  currency: string
  /** Booking of the session, from the data sent to the PSP; null for a subscription. */
  bookingId: string | null
  /** Company whose subscription the session is for; null for a booking. */
  companyId: string | null
  /** Address that the payer entered or was given. */
  customerEmail: string | null
  /** Known once the session is complete. */
  subscriptionId: string | null
  paymentId: string | null
  expiresAt: Date
}

/** `cameBack`: the refund failed after the money had left the balance, and the money was returned to it. */
export type RefundState = { id: string; status: 'pending' | 'succeeded' | 'failed'; amountCents: number; cameBack: boolean }

/** The PSP did not respond or responded with a server error: the outcome of the call is unknown. */
export class PaymentsUnavailable extends Error {}
/**
 * The PSP has stored its own failure under this idempotency key: the call is over, and the key will always get the same answer. A lookup
 * shows if the call took effect; if not, another key may be tried.
 */
export class PaymentsStuck extends PaymentsUnavailable {}
/**
 * The PSP refuses our API key, or the key lacks a permission: an outage on our side. The call had no effect and may be repeated under its
 * idempotency key once the API key is right; the refusal does not concern any customer, company or payment.
 */
export class PaymentsKeyRefused extends PaymentsUnavailable {}
/** A call with the same idempotency key is still running; its outcome will apply. */
export class PaymentsBusy extends Error {}
/** The PSP refused the call for good. */
export class PaymentsRefused extends Error {}
/** The source balance is too low now; a later attempt may succeed. */
export class PaymentsUncovered extends PaymentsRefused {}
/** The customer's card was declined; another card may be accepted. */
export class PaymentsDeclined extends PaymentsRefused {}
/** The customer's bank requires a confirmation (3-D Secure) on the PSP's page at `url`; the payment is not declined. */
export class PaymentsConfirmationNeeded extends PaymentsDeclined {
  readonly url: string
  constructor(message: string, url: string) {
    super(message)
    this.url = url
  }
}
