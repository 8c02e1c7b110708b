import type Stripe from 'stripe'

/** A price as it travels: decimals are strings on the wire, the SDK turns them into Decimal objects. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string | null }
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice | null }
export type WireEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: unknown; previous_attributes?: unknown }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** What a checkout session needs beyond the public object. */
export type CheckoutDetails = {
  /** What stands under each line item on the page, in the same order. */
  descriptions: (string | undefined)[]
  lineItems: WireLineItem[]
  paymentIntentData: Stripe.Checkout.SessionCreateParams.PaymentIntentData
}

/** A saved answer; `answer` is undefined while the first request is still running. */
export type SavedAnswer = { key: string; fingerprint: string; path: string; savedAt: number; status: number; body: string }

export type Delivery = {
  id: string
  event: string
  endpoint: string
  attempts: number
  /** Wall clock, milliseconds. */
  dueAt: number
  createdAt: number
  /** Held back by a rule of the control interface until released. */
  heldBy: string | null
}

export type FaultKind = 'fail' | 'failAfterEffect' | 'delay' | 'dropBefore' | 'dropAfter'
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
export type Settings = { clockOffset: number; signWith: 'wall' | 'clock' }

export type Tables = {
  checkoutSession: Stripe.Checkout.Session
  checkoutDetails: CheckoutDetails
  paymentIntent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  customer: Stripe.Customer
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
