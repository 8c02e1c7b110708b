import { newId } from './ids.ts'
import type { Box } from './operations.ts'
import type { Delivery, WebhookRule, WireEvent } from './tables.ts'

/**
 * Plans the delivery of an event to an endpoint, changed by the first matching rule of the control interface, else by a random fault; call
 * inside a transaction.
 */
export function planDeliveries(box: Box, event: WireEvent, endpoint: string) {
  const wall = Date.now()
  const delivery: Delivery = { id: newId('dlv_'), event: event.id, endpoint, attempts: 0, dueAt: wall, createdAt: wall, heldBy: null }
  const rule = box.store.all('webhookRule').find((one) => one.times > 0 && (one.types.length === 0 || one.types.includes(event.type)))
  if (!rule) {
    for (const one of box.randomFaults.drawDeliveries(delivery)) put(box, one)
    return
  }
  box.store.put('webhookRule', rule.id, { ...rule, times: rule.times - 1, collected: rule.collected + 1 })
  if (rule.action === 'drop') return
  if (rule.action === 'delay') return put(box, { ...delivery, dueAt: wall + rule.milliseconds })
  if (rule.action === 'duplicate') {
    for (let copy = 0; copy < rule.count; copy++) put(box, { ...delivery, id: newId('dlv_') })
    return
  }
  put(box, { ...delivery, heldBy: rule.id })
  if (rule.action === 'reorder' && rule.collected + 1 >= rule.count) releaseHeld(box, { ...rule, collected: rule.count })
}

/** Sends the deliveries that a `hold` or `reorder` rule held back; reorder sends the newest first, one after the other. */
export function releaseHeld(box: Box, rule: WebhookRule) {
  const held = box.store.all('delivery').filter((one) => one.heldBy === rule.id)
  if (rule.action === 'reorder') held.reverse()
  const wall = Date.now()
  held.forEach((one, position) => {
    const before = rule.action === 'reorder' ? held[position - 1] : undefined
    box.store.put('delivery', one.id, { ...one, heldBy: null, dueAt: wall, ...(before && { after: before.id }) })
  })
  box.store.remove('webhookRule', rule.id)
}

function put(box: Box, delivery: Delivery) {
  box.store.put('delivery', delivery.id, delivery)
}
