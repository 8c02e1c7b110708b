import type Stripe from 'stripe'
import type { Card } from './cards.ts'

/** Price in wire format: decimals are strings; the SDK converts them to Decimal objects. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string | null }
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice | null }
type WireList<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }
type WirePlan = Omit<Stripe.Plan, 'amount_decimal'> & { amount_decimal: string | null }
export type WireSubscriptionItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan'> & { price: WirePrice; plan: WirePlan }
type WirePendingUpdate = Omit<Stripe.Subscription.PendingUpdate, 'subscription_items'> & {
  subscription_items: WireSubscriptionItem[] | null
}
export type WireSubscription = Omit<
  Stripe.Subscription,
  'items' | 'customer' | 'default_payment_method' | 'latest_invoice' | 'pending_update'
> & {
  items: WireList<WireSubscriptionItem>
  customer: string
  default_payment_method: string | null
  latest_invoice: string | null
  pending_update: WirePendingUpdate | null
}
export type WireInvoiceLine = Omit<Stripe.InvoiceLineItem, 'quantity_decimal' | 'pricing'> & {
  quantity_decimal: string | null
  pricing: { price_details: { price: string; product: string }; type: 'price_details'; unit_amount_decimal: string | null } | null
}
export type WireInvoice = Omit<Stripe.Invoice, 'lines' | 'customer'> & { lines: WireList<WireInvoiceLine>; customer: string }
export type WireEvent = {
  id: string
  object: 'event'
  /** Connected account of the event; undefined for the platform's own events. */
  account?: string
  api_version: string
  created: number
  data: { object: unknown; previous_attributes?: unknown }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** Data of a checkout session in addition to the public object. */
export type CheckoutDetails = {
  /** The text below each line item on the page, in the same order. */
  descriptions: (string | undefined)[]
  lineItems: WireLineItem[]
  paymentIntentData: Stripe.Checkout.SessionCreateParams.PaymentIntentData
  /** In mode subscription: the session exposes no payment intent, and the subscription is created when it is paid. */
  firstIntent?: string
  subscriptionData?: { description?: string; metadata: Stripe.Metadata }
}

/** Link to the onboarding page, valid for one visit; times in seconds. */
export type AccountLinkRecord = {
  id: string
  account: string
  expiresAt: number
  visitedAt: number | null
  isUsed: boolean
  refreshUrl: string
  returnUrl: string
}

/** Movement of a connected account's money, in cents; their sum is its balance. */
export type AccountMove = {
  id: string
  account: string
  cents: number
  kind: 'transfer' | 'reversal' | 'payout' | 'return'
  source: string | null
  created: number
}

/** Stored response; `answer` is undefined while the first request is still running. */
export type SavedAnswer = { key: string; fingerprint: string; path: string; savedAt: number; status: number; body: string }

export type Delivery = {
  id: string
  event: string
  endpoint: string
  attempts: number
  /** Wall clock, milliseconds. */
  dueAt: number
  createdAt: number
  /** Rule of the control interface that holds it back until released. */
  heldBy: string | null
  /** For a changed order: delivery that must arrive first. */
  after?: string
}

export type FaultKind = 'fail' | 'failAfterEffect' | 'delay' | 'delayAfterEffect' | 'dropBefore' | 'dropAfter'
export type Fault = { id: string; operation: string; kind: FaultKind; times: number; status: number; milliseconds: number; saved: boolean }
export type WebhookAction = 'drop' | 'duplicate' | 'delay' | 'reorder' | 'hold'
export type WebhookRule = {
  id: string
  action: WebhookAction
  types: string[]
  times: number
  milliseconds: number
  count: number
  collected: number
}
export type Settings = {
  clockOffset: number
  signWith: 'wall' | 'clock'
  /** `bankPayouts`: automatic payouts of the platform's balance to its bank; `lastBankPayoutDay`: day (since 1970) of the last one. */
  bankPayouts?: 'daily' | 'manual'
  lastBankPayoutDay?: number
  /** State of the platform's key and account at Stripe; absent means healthy. */
  platform?: Platform
  /** Changed states of payment methods in the account's settings. */
  methods?: Record<string, MethodState>
  /** Status of a subscription while its first debit is under way; active if absent. */
  firstDebits?: 'active' | 'incomplete'
}
/** `pending`: switched on, but not approved; `inactive`: switched off. */
export type MethodState = 'active' | 'inactive' | 'pending'

/** `lacks`: operations that a restricted key may not call; `transfersAlone`: Stripe approved that capability without card payments. */
export type Platform = { isKeyRolled: boolean; lacks: string[]; transfersAlone: boolean }

export type Tables = {
  checkoutSession: Stripe.Checkout.Session
  checkoutDetails: CheckoutDetails
  paymentIntent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  customer: Stripe.Customer
  product: Stripe.Product
  price: WirePrice
  paymentMethod: Stripe.PaymentMethod
  cardOfMethod: Card
  mandate: Stripe.Mandate
  subscription: WireSubscription
  invoice: WireInvoice
  invoicePayment: Stripe.InvoicePayment
  portalSession: Stripe.BillingPortal.Session
  account: Stripe.Account
  accountLink: AccountLinkRecord
  accountMove: AccountMove
  transfer: Stripe.Transfer
  transferReversal: Stripe.TransferReversal
  dispute: Stripe.Dispute
  payout: Stripe.Payout
  balanceTransaction: Stripe.BalanceTransaction
  event: WireEvent
  webhookEndpoint: Stripe.WebhookEndpoint
  delivery: Delivery
  savedAnswer: SavedAnswer
  fault: Fault
  webhookRule: WebhookRule
  settings: Settings
}

export function emptyTables(): { [K in keyof Tables]: Map<string, Tables[K]> } {
  return {
    checkoutSession: new Map(),
    checkoutDetails: new Map(),
    paymentIntent: new Map(),
    charge: new Map(),
    refund: new Map(),
    customer: new Map(),
    product: new Map(),
    price: new Map(),
    paymentMethod: new Map(),
    cardOfMethod: new Map(),
    mandate: new Map(),
    subscription: new Map(),
    invoice: new Map(),
    invoicePayment: new Map(),
    portalSession: new Map(),
    account: new Map(),
    accountLink: new Map(),
    accountMove: new Map(),
    transfer: new Map(),
    transferReversal: new Map(),
    dispute: new Map(),
    payout: new Map(),
    balanceTransaction: new Map(),
    event: new Map(),
    webhookEndpoint: new Map(),
    delivery: new Map(),
    savedAnswer: new Map(),
    fault: new Map(),
    webhookRule: new Map(),
    settings: new Map(),
  }
}

/** Faults that one call takes; `fail` is the response instead of its own. */
export type TakenFaults = {
  milliseconds: number
  millisecondsAfter: number
  drop: 'dropBefore' | 'dropAfter' | undefined
  fail: Fault | undefined
}
