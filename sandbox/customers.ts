import type Stripe from 'stripe'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { type Box, operation, type RequestFacts, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'

/** Creates a customer with its event; call inside a transaction. */
export function makeCustomer(box: Box, params: Stripe.CustomerCreateParams, request?: RequestFacts): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus_', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(box),
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description || null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: newId('', 8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: readMetadata(params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  box.store.put('customer', customer.id, customer)
  emitEvent(box, { type: 'customer.created', object: customer, request })
  return customer
}

export const customerOperations = [
  operation<Stripe.CustomerCreateParams>(
    'Customers.create',
    ['email', 'name', 'phone', 'description', 'metadata', 'preferred_locales'],
    ({ box, params, request }) => {
      if (params.email && !/^[^\s@]+@[^\s@]+$/.test(params.email)) {
        throw invalidRequest(`Invalid email address: ${params.email}`, { code: 'email_invalid', param: 'email' })
      }
      return makeCustomer(box, params, request)
    },
  ),
  operation<Stripe.CustomerRetrieveParams>('Customers.retrieve', [], ({ box, pathId }) => {
    const customer = box.store.get('customer', pathId)
    if (!customer) throw missingObject('customer', pathId)
    return customer
  }),
  operation<Stripe.CustomerListParams>(
    'Customers.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'email'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('customer'),
        params,
        noun: 'customer',
        url: '/v1/customers',
        keep: (customer) => !params.email || customer.email === params.email,
      }),
  ),
]
