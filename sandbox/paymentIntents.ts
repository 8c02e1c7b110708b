import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { type Box, operation, seconds } from './operations.ts'
import { missingObject } from './problems.ts'

/** Creates the payment intent of a checkout session's first attempt to pay. */
export function makePaymentIntent(
  box: Box,
  input: { amount: number; currency: string; customer: string | null; data: Stripe.Checkout.SessionCreateParams.PaymentIntentData },
): Stripe.PaymentIntent {
  const id = newId('pi_')
  const intent: Stripe.PaymentIntent = {
    ...emptyPaymentIntent,
    id,
    amount: input.amount,
    capture_method: input.data.capture_method ?? emptyPaymentIntent.capture_method,
    client_secret: `${id}_secret_${newId('')}`,
    created: seconds(box),
    currency: input.currency,
    customer: input.customer,
    description: input.data.description ?? null,
    metadata: readMetadata(input.data.metadata),
    receipt_email: input.data.receipt_email ?? null,
    statement_descriptor: input.data.statement_descriptor ?? null,
    statement_descriptor_suffix: input.data.statement_descriptor_suffix ?? null,
    transfer_group: input.data.transfer_group ?? null,
  }
  box.store.put('paymentIntent', id, intent)
  return intent
}

export const paymentIntentOperations = [
  operation<Stripe.PaymentIntentRetrieveParams>('PaymentIntents.retrieve', [], ({ box, pathId }) => {
    const intent = box.store.get('paymentIntent', pathId)
    if (!intent) throw missingObject('payment_intent', pathId, 'intent')
    return intent
  }),
  operation<Stripe.PaymentIntentListParams>(
    'PaymentIntents.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'customer'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('paymentIntent'),
        params,
        noun: 'payment_intent',
        url: '/v1/payment_intents',
        keep: (intent) => !params.customer || intent.customer === params.customer,
      }),
  ),
]

const emptyPaymentIntent = {
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  },
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  status: 'requires_payment_method',
} satisfies Partial<Stripe.PaymentIntent>
