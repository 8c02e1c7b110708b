import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { type Box, operation, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'

/** The endpoint given at start has a fixed id, so that a restart with another address or secret replaces it. */
const configuredId = 'we_configured'

export function registerConfiguredEndpoint(box: Box, webhook: { url: string; secret: string } | undefined) {
  box.store.transact(() => {
    box.store.remove('webhookEndpoint', configuredId)
    if (webhook)
      box.store.put('webhookEndpoint', configuredId, {
        ...buildEndpoint(box, { url: webhook.url, enabled_events: ['*'] }),
        id: configuredId,
        secret: webhook.secret,
      })
  })
}

export const webhookEndpointOperations = [
  operation<Stripe.WebhookEndpointCreateParams>(
    'WebhookEndpoints.create',
    ['url', 'enabled_events', 'description', 'metadata', 'api_version'],
    ({ box, params }) => {
      if (!URL.canParse(params.url) || !/^https?:/.test(params.url))
        throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'url' })
      const endpoint = { ...buildEndpoint(box, params), secret: newId('whsec_', 32) }
      box.store.put('webhookEndpoint', endpoint.id, endpoint)
      return endpoint
    },
  ),
  operation<Stripe.WebhookEndpointRetrieveParams>('WebhookEndpoints.retrieve', [], ({ box, pathId }) =>
    withoutSecret(findEndpoint(box, pathId)),
  ),
  operation<Stripe.WebhookEndpointListParams>('WebhookEndpoints.list', ['limit', 'starting_after', 'ending_before'], ({ box, params }) =>
    listPage({
      items: box.store.all('webhookEndpoint').map(withoutSecret),
      params,
      noun: 'webhook endpoint',
      url: '/v1/webhook_endpoints',
      keep: () => true,
    }),
  ),
  operation<Stripe.WebhookEndpointDeleteParams>('WebhookEndpoints.del', [], ({ box, pathId }) => {
    const endpoint = findEndpoint(box, pathId)
    box.store.remove('webhookEndpoint', endpoint.id)
    for (const delivery of box.store.all('delivery')) if (delivery.endpoint === endpoint.id) box.store.remove('delivery', delivery.id)
    return { id: endpoint.id, object: 'webhook_endpoint', deleted: true } satisfies Stripe.DeletedWebhookEndpoint
  }),
]

function findEndpoint(box: Box, id: string): Stripe.WebhookEndpoint {
  const endpoint = box.store.get('webhookEndpoint', id)
  if (!endpoint) throw missingObject('webhook endpoint', id)
  return endpoint
}

/** Stripe returns the secret only once, when the endpoint is created. */
function withoutSecret({ secret: _, ...endpoint }: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint {
  return endpoint
}

function buildEndpoint(box: Box, params: Stripe.WebhookEndpointCreateParams): Stripe.WebhookEndpoint {
  return {
    id: newId('we_'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: seconds(box),
    description: params.description || null,
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: readMetadata(params.metadata),
    status: 'enabled',
    url: params.url,
  }
}
