import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { type Box, operation, type RequestFacts, seconds } from './operations.ts'
import { missingObject } from './problems.ts'
import type { WireEvent } from './tables.ts'
import { planDeliveries } from './webhookRules.ts'

/** Records an event with a snapshot of the object and plans its deliveries; call inside a transaction. */
export function emitEvent(
  box: Box,
  input: { type: string; object: object; previous?: object; request?: RequestFacts; account?: string },
): WireEvent {
  const event: WireEvent = {
    id: newId('evt_'),
    object: 'event',
    ...(input.account === undefined ? {} : { account: input.account }),
    api_version: box.apiVersion,
    created: seconds(box),
    data: input.previous ? { object: input.object, previous_attributes: input.previous } : { object: input.object },
    livemode: false,
    pending_webhooks: 0,
    request: { id: input.request?.id ?? null, idempotency_key: input.request?.idempotencyKey ?? null },
    type: input.type,
  }
  const endpoints = box.store.all('webhookEndpoint').filter((endpoint) => wantsEvent(endpoint, event.type))
  const counted = { ...event, pending_webhooks: endpoints.length }
  box.store.put('event', event.id, counted)
  for (const endpoint of endpoints) planDeliveries(box, counted, endpoint.id)
  return counted
}

function wantsEvent(endpoint: Stripe.WebhookEndpoint, type: string): boolean {
  return endpoint.status === 'enabled' && endpoint.enabled_events.some((wanted) => wanted === '*' || wanted === type)
}

export const eventOperations = [
  operation<Stripe.EventRetrieveParams>('Events.retrieve', [], ({ box, pathId }) => {
    const event = box.store.get('event', pathId)
    if (!event) throw missingObject('event', pathId)
    return event
  }),
  operation<Stripe.EventListParams>(
    'Events.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'type', 'types', 'delivery_success'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('event'),
        params,
        noun: 'event',
        url: '/v1/events',
        keep: (event) =>
          (!params.type || matchesType(event.type, params.type)) &&
          (!params.types || params.types.includes(event.type)) &&
          (params.delivery_success === undefined || params.delivery_success === (event.pending_webhooks === 0)),
      }),
  ),
]

function matchesType(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
}
