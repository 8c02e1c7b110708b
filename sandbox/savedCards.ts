import type Stripe from 'stripe'
import { type Card, type CardOutcome, testCards } from './cards.ts'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { type Box, operation, type RequestFacts, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'
import { liveSubscriptionsOf, putSubscription } from './subscriptionStore.ts'

export type Payer = { email: string | null; name: string | null }
export type SavedCard = { method: Stripe.PaymentMethod; card: Card; outcome: CardOutcome }

/** Saves a card for a customer's later charges; `id` is the payment method of the first charge. */
export function saveCard(box: Box, input: { customer: string; card: Card; payer: Payer; id?: string }): Stripe.PaymentMethod {
  const { card, payer } = input
  const method: Stripe.PaymentMethod = {
    id: input.id ?? newId('pm_'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: { ...emptyAddress, country: 'DE' }, email: payer.email, name: payer.name, phone: null, tax_id: null },
    card: shownCard(card),
    created: seconds(box),
    customer: input.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  box.store.put('paymentMethod', method.id, method)
  box.store.put('cardOfMethod', method.id, card)
  emitEvent(box, { type: 'payment_method.attached', object: method })
  return method
}

/** Finds the card to which a subscription's invoices are charged: its own, else the customer's. */
export function findDefaultCard(box: Box, owner: { customer: string; method: string | null }): SavedCard | undefined {
  const preferred = owner.method ?? box.store.get('customer', owner.customer)?.invoice_settings.default_payment_method
  return typeof preferred === 'string' ? findSavedCard(box, preferred) : undefined
}

export function findSavedCard(box: Box, id: string): SavedCard | undefined {
  const method = box.store.get('paymentMethod', id)
  const card = box.store.get('cardOfMethod', id)
  const known = card && testCards.find((one) => one.number === card.number)
  return method && card && known ? { method, card, outcome: known.outcome } : undefined
}

/** Changes the card for all future payments of a customer, as the portal does. */
export function changeCard(box: Box, input: { customer: string; card: Card; payer: Payer }): Stripe.PaymentMethod {
  return box.store.transact(() => {
    const method = saveCard(box, input)
    makeDefault(box, input.customer, method.id)
    for (const subscription of liveSubscriptionsOf(box, input.customer)) {
      putSubscription(box, subscription, { default_payment_method: method.id })
    }
    return method
  })
}

export function makeDefault(box: Box, customerId: string, method: string, request?: RequestFacts) {
  const customer = box.store.get('customer', customerId)
  if (!customer) throw missingObject('customer', customerId, 'customer')
  const changed = { ...customer, invoice_settings: { ...customer.invoice_settings, default_payment_method: method } }
  box.store.put('customer', customer.id, changed)
  emitEvent(box, { type: 'customer.updated', object: changed, previous: { invoice_settings: customer.invoice_settings }, request })
}

export const paymentMethodOperations = [
  operation<Stripe.PaymentMethodRetrieveParams>('PaymentMethods.retrieve', [], ({ box, pathId }) => {
    const method = box.store.get('paymentMethod', pathId)
    if (!method) throw missingObject('PaymentMethod', pathId)
    return method
  }),
  operation<Stripe.PaymentMethodListParams>(
    'PaymentMethods.list',
    ['limit', 'starting_after', 'ending_before', 'customer', 'type'],
    ({ box, params }) => {
      if (!params.customer) throw invalidRequest('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' })
      return listPage({
        items: box.store.all('paymentMethod'),
        params,
        noun: 'payment_method',
        url: '/v1/payment_methods',
        keep: (method) => method.customer === params.customer && (!params.type || method.type === params.type),
      })
    },
  ),
]

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

function shownCard(card: Card): Stripe.PaymentMethod.Card {
  return {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'DE',
    display_brand: 'visa',
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.number.slice(-8),
    funding: 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: ['visa'], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}
