import type Stripe from 'stripe'
import { readMetadata } from './metadata.ts'
import { type Box, seconds } from './operations.ts'

type CreateParams = Stripe.Checkout.SessionCreateParams

export const longestLifeSeconds = 24 * 60 * 60

/** An open session before the first attempt to pay. */
export function blankSession(
  box: Box,
  input: { id: string; params: CreateParams; currency: string; total: number },
): Stripe.Checkout.Session {
  const { id, params, currency, total } = input
  const now = seconds(box)
  const isSubscription = params.mode === 'subscription'
  const email = params.customer ? box.store.get('customer', params.customer)?.email : params.customer_email
  return {
    ...emptySession,
    id,
    amount_subtotal: total,
    amount_total: total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: now,
    currency,
    customer: params.customer ?? null,
    customer_creation: params.customer ? null : isSubscription ? 'always' : (params.customer_creation ?? 'if_required'),
    customer_details: email ? detailsOf({ email, name: null }) : null,
    customer_email: params.customer_email ?? null,
    expires_at: params.expires_at ?? now + longestLifeSeconds,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    invoice_creation: isSubscription ? null : emptySession.invoice_creation,
    locale: params.locale ?? null,
    mode: params.mode ?? 'payment',
    payment_method_collection: isSubscription ? 'always' : 'if_required',
    metadata: readMetadata(params.metadata),
    submit_type: params.submit_type ?? null,
    success_url: params.success_url ?? null,
    url: `${box.url()}/c/pay/${id}`,
  }
}

export function detailsOf(person: { email: string | null; name: string | null }): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email: person.email,
    individual_name: null,
    name: person.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  }
}

const emptySession = {
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  },
  livemode: false,
  managed_payments: null,
  mode: 'payment',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>
