import type Stripe from 'stripe'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { type Box, type Call, operation, seconds } from './operations.ts'
import { invalidRequest, missingObject, notInSandbox } from './problems.ts'
import { findProduct, makeProduct } from './products.ts'
import type { WirePrice } from './tables.ts'

export function findPrice(box: Box, id: string, param?: string): WirePrice {
  const price = box.store.get('price', id)
  if (!price) throw missingObject('price', id, param)
  return price
}

/** Number of months that a price covers; other intervals are refused when a price is created. */
export const monthsOf = (price: WirePrice): number =>
  (price.recurring?.interval === 'year' ? 12 : 1) * (price.recurring?.interval_count ?? 1)

export const priceOperations = [
  operation<Stripe.PriceCreateParams>(
    'Prices.create',
    [
      ...['currency', 'unit_amount', 'product', 'product_data.name', 'product_data.metadata', 'recurring.interval'],
      ...['recurring.interval_count', 'lookup_key', 'transfer_lookup_key', 'metadata', 'nickname', 'active', 'tax_behavior'],
    ],
    createPrice,
  ),
  operation<Stripe.PriceRetrieveParams>('Prices.retrieve', [], ({ box, pathId }) => findPrice(box, pathId)),
  operation<Stripe.PriceListParams>(
    'Prices.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'active', 'lookup_keys', 'product', 'type', 'currency'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('price'),
        params,
        noun: 'price',
        url: '/v1/prices',
        keep: (price) =>
          (params.active === undefined || price.active === params.active) &&
          (!params.lookup_keys || (price.lookup_key !== null && params.lookup_keys.includes(price.lookup_key))) &&
          (!params.product || price.product === params.product) &&
          (!params.currency || price.currency === params.currency) &&
          (!params.type || price.type === params.type),
      }),
  ),
]

function createPrice({ box, params, request }: Call<Stripe.PriceCreateParams>): WirePrice {
  const { unit_amount, recurring } = params
  if (unit_amount === undefined) throw notInSandbox('prices without unit_amount')
  if (!Number.isInteger(unit_amount) || unit_amount < 0)
    throw invalidRequest('Invalid non-negative integer', { code: 'parameter_invalid_integer', param: 'unit_amount' })
  if (!/^[a-z]{3}$/i.test(params.currency)) throw invalidRequest(`Invalid currency: ${params.currency}.`, { param: 'currency' })
  if (recurring && recurring.interval !== 'month' && recurring.interval !== 'year') throw notInSandbox(`the interval ${recurring.interval}`)
  takeLookupKey(box, params)
  const price: WirePrice = {
    ...emptyPrice,
    id: newId('price_'),
    active: params.active ?? true,
    created: seconds(box),
    currency: params.currency.toLowerCase(),
    lookup_key: params.lookup_key ?? null,
    metadata: readMetadata(params.metadata),
    nickname: params.nickname ?? null,
    product: productOf({ box, params, request }),
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    type: recurring ? 'recurring' : 'one_time',
    unit_amount,
    unit_amount_decimal: String(unit_amount),
  }
  box.store.put('price', price.id, price)
  emitEvent(box, { type: 'price.created', object: price, request })
  return price
}

function productOf({ box, params, request }: Pick<Call<Stripe.PriceCreateParams>, 'box' | 'params' | 'request'>): string {
  if (params.product && params.product_data) throw invalidRequest('You may only specify one of these parameters: product, product_data.')
  if (params.product) return findProduct(box, params.product, 'product').id
  if (params.product_data) return makeProduct(box, params.product_data, request).id
  throw invalidRequest('You must specify either `product` or `product_data` when creating a price.', {
    code: 'parameter_missing',
    param: 'product',
  })
}

/** A lookup key belongs to one active price; it moves to another price only on request. */
function takeLookupKey(box: Box, params: Stripe.PriceCreateParams) {
  const owner = params.lookup_key ? box.store.all('price').find((one) => one.lookup_key === params.lookup_key) : undefined
  if (!owner) return
  if (params.transfer_lookup_key) {
    box.store.put('price', owner.id, { ...owner, lookup_key: null })
    return
  }
  const message = `A price (\`${owner.id}\`) already uses that lookup key. You can transfer the lookup key by passing \`transfer_lookup_key\`.`
  throw invalidRequest(message, { param: 'lookup_key' })
}

const emptyPrice = {
  object: 'price',
  billing_scheme: 'per_unit',
  custom_unit_amount: null,
  livemode: false,
  tiers_mode: null,
  transform_quantity: null,
} satisfies Partial<WirePrice>
