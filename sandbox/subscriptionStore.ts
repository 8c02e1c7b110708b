import { emitEvent } from './events.ts'
import type { Box, RequestFacts } from './operations.ts'
import { missingObject } from './problems.ts'
import type { WireSubscription, WireSubscriptionItem } from './tables.ts'

export function findSubscription(box: Box, id: string, param?: string): WireSubscription {
  const subscription = box.store.get('subscription', id)
  if (!subscription) throw missingObject('subscription', id, param)
  return subscription
}

/** The sandbox's subscriptions have exactly one item. */
export function itemOf(subscription: WireSubscription): WireSubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`${subscription.id} has no item`)
  return item
}

export const withItem = (subscription: WireSubscription, change: Partial<WireSubscriptionItem>): WireSubscription['items'] => ({
  ...subscription.items,
  data: [{ ...itemOf(subscription), ...change }],
})

export const hasEnded = ({ status }: WireSubscription) => status === 'canceled' || status === 'incomplete_expired'

export const liveSubscriptionsOf = (box: Box, customer: string): WireSubscription[] =>
  box.store.all('subscription').filter((one) => one.customer === customer && !hasEnded(one))

/** Stores a changed subscription and emits an event with the previous values; returns the newest state. */
export function putSubscription(
  box: Box,
  { id }: { id: string },
  change: Partial<WireSubscription>,
  how: { type?: string; request?: RequestFacts } = {},
): WireSubscription {
  const before = findSubscription(box, id)
  const changed: WireSubscription = { ...before, ...change }
  box.store.put('subscription', id, changed)
  const old: Record<string, unknown> = { ...before }
  const previous = Object.fromEntries(Object.keys(change).map((name) => [name, old[name]]))
  emitEvent(box, { type: how.type ?? 'customer.subscription.updated', object: changed, previous, request: how.request })
  return changed
}
