import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { readMetadata } from './metadata.ts'
import { type Box, seconds } from './operations.ts'
import { findPrice } from './prices.ts'
import { invalidRequest, notInSandbox } from './problems.ts'
import { findProduct } from './products.ts'
import type { WireLineItem, WirePrice } from './tables.ts'

type Given = Stripe.Checkout.SessionCreateParams.LineItem
type PriceData = Stripe.Checkout.SessionCreateParams.LineItem.PriceData

/** Line items with an inline price, which gets its own product as at Stripe with `product_data`, or with an existing price. */
export function buildLineItems(box: Box, { line_items: given = [], mode }: Stripe.Checkout.SessionCreateParams): WireLineItem[] {
  if (given.length === 0)
    throw invalidRequest(`You must pass \`line_items\` in \`${mode}\` mode.`, { code: 'parameter_missing', param: 'line_items' })
  if (given.length > 100) throw invalidRequest('You can pass at most 100 line items.', { param: 'line_items' })
  if (mode === 'subscription' && given.length > 1) throw notInSandbox('subscriptions with other than one item')
  const items = given.map((item, index) => buildLineItem(box, { item, param: `line_items[${index}]`, mode }))
  const currencies = new Set(items.map((item) => item.currency))
  if (currencies.size > 1) throw invalidRequest('All prices on a Checkout Session must have the same currency.', { param: 'line_items' })
  return items
}

function buildLineItem(box: Box, { item, param, mode }: { item: Given; param: string; mode: string | undefined }): WireLineItem {
  const quantity = item.quantity
  if (!item.price && !item.price_data)
    throw invalidRequest(`You must specify either \`price\` or \`price_data\` for ${param}.`, { code: 'parameter_missing', param })
  if (quantity === undefined)
    throw invalidRequest(`Missing required param: ${param}[quantity].`, { code: 'parameter_missing', param: `${param}[quantity]` })
  if (!Number.isInteger(quantity) || quantity < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', { param: `${param}[quantity]` })
  const { price, name } = item.price_data
    ? inlinePrice(box, { data: item.price_data, param, mode })
    : knownPrice(box, { item, param, mode })
  const total = (price.unit_amount ?? 0) * quantity
  return {
    id: newId('li_'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: price.currency,
    description: name,
    metadata: readMetadata(item.metadata, `${param}[metadata]`),
    price,
    quantity,
  }
}

function inlinePrice(box: Box, { data, param, mode }: { data: PriceData; param: string; mode: string | undefined }) {
  if (mode === 'subscription') throw notInSandbox('price_data in mode subscription')
  const unit = readUnitAmount(data, `${param}[price_data]`)
  return { price: buildPrice(data, unit, seconds(box)), name: data.product_data?.name ?? null }
}

function knownPrice(box: Box, { item, param, mode }: { item: Given; param: string; mode: string | undefined }) {
  const price = findPrice(box, item.price ?? '', `${param}[price]`)
  if (!price.active) throw invalidRequest('The price specified is inactive. This field only accepts active prices.', { param })
  if (mode === 'subscription' && !price.recurring)
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode when using prices.')
  if (mode === 'payment' && price.recurring) throw recurringInPayment()
  return { price, name: findProduct(box, String(price.product)).name }
}

const recurringInPayment = () =>
  invalidRequest(
    'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
  )

function readUnitAmount(data: PriceData, param: string): number {
  if (!/^[a-z]{3}$/i.test(data.currency)) throw invalidRequest(`Invalid currency: ${data.currency}.`, { param: `${param}[currency]` })
  if (data.recurring) throw recurringInPayment()
  if (data.product) throw notInSandbox('products that were created before')
  if (!data.product_data)
    throw invalidRequest(`Missing required param: ${param}[product_data].`, { code: 'parameter_missing', param: `${param}[product_data]` })
  if (data.unit_amount_decimal !== undefined) throw notInSandbox('unit_amount_decimal')
  const unit = data.unit_amount
  if (unit === undefined)
    throw invalidRequest(`Missing required param: ${param}[unit_amount].`, { code: 'parameter_missing', param: `${param}[unit_amount]` })
  if (!Number.isInteger(unit))
    throw invalidRequest(`Invalid integer: ${unit}`, { code: 'parameter_invalid_integer', param: `${param}[unit_amount]` })
  if (unit < 0) throw invalidRequest('Invalid non-negative integer', { param: `${param}[unit_amount]` })
  return unit
}

function buildPrice(data: PriceData, unit: number, now: number): WirePrice {
  return {
    id: newId('price_'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: now,
    currency: data.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: newId('prod_', 14),
    recurring: null,
    tax_behavior: data.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: unit,
    unit_amount_decimal: String(unit),
  }
}
