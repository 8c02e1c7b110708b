import type Stripe from 'stripe'
import { bookBalance, feeOf } from './balance.ts'
import type { Card } from './cards.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { type Means, otherDetails } from './methods.ts'
import { type Box, operation, seconds } from './operations.ts'
import { missingObject } from './problems.ts'
import { withMandate } from './savedDebits.ts'

type Attempt = {
  intent: Stripe.PaymentIntent
  means: Means
  payer: { email: string | null; name: string | null }
  decline?: { code: string; declineCode: string; message: string }
  isAvailable: boolean
  /** Time until which the amount is only authorized, in seconds since 1970; without it the money is captured at once. */
  captureBefore?: number
  /** The payer's bank has not answered yet. */
  isPending?: true
}

/** Creates the charge of one attempt to pay an intent; a successful one is booked on the balance. */
export function makeCharge(box: Box, attempt: Attempt): Stripe.Charge {
  const { intent, decline } = attempt
  const id = newId('ch_')
  const booking = {
    amount: intent.amount,
    fee: feeOf(intent.amount),
    currency: intent.currency,
    type: 'charge',
    source: id,
    description: intent.description,
    isAvailable: attempt.isAvailable,
  } as const
  const isHeld = attempt.captureBefore !== undefined
  const booked = decline || isHeld || attempt.isPending ? undefined : bookBalance(box, booking)
  const built = { ...buildCharge(attempt), id, balance_transaction: booked?.id ?? null, created: seconds(box) }
  const charge = withMandate(box, built)
  box.store.put('charge', id, charge)
  return charge
}

function buildCharge({
  intent,
  means,
  payer,
  decline,
  captureBefore,
  isPending,
}: Attempt): Omit<Stripe.Charge, 'id' | 'balance_transaction' | 'created'> {
  return {
    ...emptyCharge,
    amount: intent.amount,
    amount_captured: decline || captureBefore !== undefined ? 0 : intent.amount,
    billing_details: { address: emptyAddress, email: payer.email, name: payer.name, phone: null, tax_id: null },
    captured: !decline && captureBefore === undefined,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: intent.metadata,
    outcome: outcomeOf(decline),
    paid: !decline && !isPending,
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    payment_method_details: means.type === 'card' ? detailsOfCard(means.card, { intent, captureBefore }) : otherDetails(means.type),
    receipt_email: intent.receipt_email,
    status: decline ? 'failed' : isPending ? 'pending' : 'succeeded',
    transfer_group: intent.transfer_group,
  }
}

export const chargeOperations = [
  operation<Stripe.ChargeRetrieveParams>('Charges.retrieve', [], ({ box, pathId }) => {
    const charge = box.store.get('charge', pathId)
    if (!charge) throw missingObject('charge', pathId)
    return charge
  }),
  operation<Stripe.ChargeListParams>(
    'Charges.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'customer', 'payment_intent', 'transfer_group'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('charge'),
        params,
        noun: 'charge',
        url: '/v1/charges',
        keep: (charge) =>
          (!params.customer || charge.customer === params.customer) &&
          (!params.payment_intent || charge.payment_intent === params.payment_intent) &&
          (!params.transfer_group || charge.transfer_group === params.transfer_group),
      }),
  ),
]

const detailsOfCard = (card: Card, { intent, captureBefore }: Pick<Attempt, 'intent' | 'captureBefore'>) => ({
  type: 'card',
  card: { ...cardDetails(card, intent.amount), ...(captureBefore === undefined ? {} : { capture_before: captureBefore }) },
})

const emptyAddress = { city: null, country: 'DE', line1: null, line2: null, postal_code: null, state: null }

function outcomeOf(decline: { declineCode: string; message: string } | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: decline ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

function cardDetails(card: Card, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: '000000',
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'DE',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.number.slice(-8),
    funding: 'credit',
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: 'visa',
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}

const emptyCharge = {
  object: 'charge',
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  calculated_statement_descriptor: 'TESTMODUS',
  disputed: false,
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
} satisfies Partial<Stripe.Charge>
