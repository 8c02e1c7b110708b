import type Stripe from 'stripe'
import { nextPeriodEnd } from './calendar.ts'
import { newId } from './ids.ts'
import { monthsOf } from './prices.ts'
import type { WirePrice, WireSubscription, WireSubscriptionItem } from './tables.ts'

type NewSubscription = {
  customer: string
  method: string
  price: WirePrice
  quantity: number
  metadata: Stripe.Metadata
  description: string | null
  now: number
}

/** A new subscription that awaits its first payment. */
export function blankSubscription(given: NewSubscription): WireSubscription {
  const id = newId('sub_')
  const { now, price } = given
  return {
    ...emptySubscription,
    id,
    billing_cycle_anchor: now,
    created: now,
    currency: price.currency,
    customer: given.customer,
    default_payment_method: given.method,
    description: given.description,
    items: { object: 'list', data: [blankItem(id, given)], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    metadata: given.metadata,
    start_date: now,
  }
}

function blankItem(subscription: string, { now, price, quantity }: NewSubscription): WireSubscriptionItem {
  return {
    id: newId('si_', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: nextPeriodEnd(now, now, monthsOf(price)),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    ...pricedAs(price),
    quantity,
    subscription,
    tax_rates: [],
  }
}

/** An item's price, also as the plan of older versions. */
export function pricedAs(price: WirePrice): Pick<WireSubscriptionItem, 'price' | 'plan'> {
  const { recurring } = price
  return {
    price,
    plan: {
      id: price.id,
      object: 'plan',
      active: price.active,
      amount: price.unit_amount,
      amount_decimal: price.unit_amount_decimal,
      billing_scheme: 'per_unit',
      created: price.created,
      currency: price.currency,
      interval: recurring?.interval ?? 'month',
      interval_count: recurring?.interval_count ?? 1,
      livemode: false,
      metadata: price.metadata,
      meter: null,
      nickname: price.nickname,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
  }
}

const emptySubscription = {
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  ended_at: null,
  invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: { payment_method_options: null, payment_method_types: ['card'], save_default_payment_method: 'off' },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  status: 'incomplete',
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
} satisfies Partial<WireSubscription>
