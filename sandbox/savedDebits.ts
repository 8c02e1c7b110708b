import type Stripe from 'stripe'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { type Box, operation, seconds } from './operations.ts'
import { missingObject } from './problems.ts'
import type { Payer } from './savedCards.ts'

/** Saves a bank account with its mandate for a customer's later debits; `id` is the payment method of the first debit. */
export function saveDebit(box: Box, input: { customer: string; payer: Payer; id: string }): Stripe.PaymentMethod {
  const { id, payer } = input
  const address = { city: null, country: 'DE', line1: null, line2: null, postal_code: null, state: null }
  const method: Stripe.PaymentMethod = {
    id,
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address, email: payer.email, name: payer.name, phone: null, tax_id: null },
    created: seconds(box),
    customer: input.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    sepa_debit: {
      bank_code: '37040044',
      branch_code: null,
      country: 'DE',
      fingerprint: 'sandboxSepaAccount',
      generated_from: { charge: null, setup_attempt: null },
      last4: '3000',
    },
    type: 'sepa_debit',
  }
  const mandate: Stripe.Mandate = {
    id: newId('mandate_'),
    object: 'mandate',
    customer_acceptance: { accepted_at: seconds(box), online: { ip_address: null, user_agent: null }, type: 'online' },
    livemode: false,
    multi_use: {},
    payment_method: id,
    payment_method_details: {
      sepa_debit: { reference: newId('', 16).toUpperCase(), url: `${box.url()}/mandate/${id}` },
      type: 'sepa_debit',
    },
    status: 'active',
    type: 'multi_use',
  }
  box.store.put('paymentMethod', id, method)
  box.store.put('mandate', mandate.id, mandate)
  emitEvent(box, { type: 'payment_method.attached', object: method })
  return method
}

/** Id of a payment method if it is debited from a bank account. */
export const debitOf = (box: Box, method: string | null | undefined): string | undefined =>
  method && box.store.get('paymentMethod', method)?.type === 'sepa_debit' ? method : undefined

/** Adds the mandate to the details of a debit's charge. */
export function withMandate(box: Box, charge: Stripe.Charge): Stripe.Charge {
  const { payment_method_details: details } = charge
  const mandate = box.store.all('mandate').find((one) => one.payment_method === charge.payment_method)
  if (!details?.sepa_debit || !mandate) return charge
  return { ...charge, payment_method_details: { ...details, sepa_debit: { ...details.sepa_debit, mandate: mandate.id } } }
}

export const mandateOperations = [
  operation<Stripe.MandateRetrieveParams>('Mandates.retrieve', [], ({ box, pathId }) => {
    const mandate = box.store.get('mandate', pathId)
    if (!mandate) throw missingObject('mandate', pathId)
    return mandate
  }),
]
