import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { itemOf } from './subscriptionStore.ts'
import type { WireInvoice, WireInvoiceLine, WirePrice, WireSubscription } from './tables.ts'

type Period = { start: number; end: number }
export type LineFacts = { amount: number; description: string; price: WirePrice; period: Period; isProration: boolean }
export type Reason = 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update'

type NewInvoice = {
  subscription: WireSubscription
  customer: Stripe.Customer
  reason: Reason
  lines: LineFacts[]
  period: Period
  isAutomatic: boolean
  now: number
}

/** A draft: its amount is known; its number and the amount due are set when it is finalized. */
export function blankInvoice(given: NewInvoice): WireInvoice {
  const { subscription, customer, now } = given
  const id = newId('in_')
  const lines = given.lines.map((line) => blankLine(line, { invoice: id, subscription }))
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  return {
    ...emptyInvoice,
    id,
    amount_due: Math.max(0, total),
    amount_remaining: Math.max(0, total),
    auto_advance: given.isAutomatic,
    billing_reason: given.reason,
    created: now,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_email: customer.email ?? null,
    customer_name: customer.name ?? null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: given.period.end,
    period_start: given.period.start,
    starting_balance: 0,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  }
}

function blankLine(facts: LineFacts, of: { invoice: string; subscription: WireSubscription }): WireInvoiceLine {
  const { price, isProration } = facts
  const item = itemOf(of.subscription)
  return {
    id: newId('il_'),
    object: 'line_item',
    amount: facts.amount,
    currency: price.currency,
    description: facts.description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: of.invoice,
    livemode: false,
    metadata: of.subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: isProration ? { credited_items: null } : null,
        subscription: of.subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: facts.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: typeof price.product === 'string' ? price.product : price.product.id },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: String(item.quantity ?? 1),
    subscription: of.subscription.id,
    subtotal: facts.amount,
    taxes: [],
  }
}

const emptyInvoice = {
  object: 'invoice',
  account_country: 'DE',
  account_name: 'Testmodus',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: ['card'] },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  status: 'draft',
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<WireInvoice>
