import type Stripe from 'stripe'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { type Box, operation, type RequestFacts, seconds } from './operations.ts'
import { missingObject } from './problems.ts'

type NewProduct = { name: string; description?: string; metadata?: Stripe.MetadataParam | ''; active?: boolean }

export function makeProduct(box: Box, given: NewProduct, request?: RequestFacts): Stripe.Product {
  const now = seconds(box)
  const product: Stripe.Product = {
    id: newId('prod_', 14),
    object: 'product',
    active: given.active ?? true,
    created: now,
    default_price: null,
    description: given.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: readMetadata(given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  }
  box.store.put('product', product.id, product)
  emitEvent(box, { type: 'product.created', object: product, request })
  return product
}

export function findProduct(box: Box, id: string, param?: string): Stripe.Product {
  const product = box.store.get('product', id)
  if (!product) throw missingObject('product', id, param)
  return product
}

export const productOperations = [
  operation<Stripe.ProductCreateParams>('Products.create', ['name', 'description', 'metadata', 'active'], ({ box, params, request }) =>
    makeProduct(box, params, request),
  ),
  operation<Stripe.ProductRetrieveParams>('Products.retrieve', [], ({ box, pathId }) => findProduct(box, pathId)),
  operation<Stripe.ProductListParams>(
    'Products.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'active', 'ids'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('product'),
        params,
        noun: 'product',
        url: '/v1/products',
        keep: (product) =>
          (params.active === undefined || product.active === params.active) && (!params.ids || params.ids.includes(product.id)),
      }),
  ),
]
