import { createHmac } from 'node:crypto'
import type { Box } from './operations.ts'
import { readSettings } from './settings.ts'
import type { Delivery } from './tables.ts'

const giveUpAfterMilliseconds = 24 * 60 * 60 * 1000
const longestPauseMilliseconds = 60_000
const answerWithinMilliseconds = 10_000
const atOnce = 32

/** Delivers planned webhooks in the background, retrying after 1, 2, 4 … 60 s until the endpoint returns 2xx, for a day. */
export function startDeliveries(box: Box): { wake: () => void; close: () => void } {
  const inFlight = new Set<string>()
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined

  const wake = () => {
    clearTimeout(timer)
    if (stop.signal.aborted) return
    const now = Date.now()
    const isNext = ({ after }: Delivery) => after === undefined || !box.store.get('delivery', after)
    const waiting = box.store.all('delivery').filter((one) => !one.heldBy && !inFlight.has(one.id) && isNext(one))
    for (const delivery of waiting.filter((one) => one.dueAt <= now).slice(0, atOnce - inFlight.size)) void send(delivery)
    const next = Math.min(...waiting.filter((one) => one.dueAt > now).map((one) => one.dueAt))
    if (Number.isFinite(next)) timer = setTimeout(wake, Math.min(next - now, longestPauseMilliseconds))
  }

  const send = async (delivery: Delivery) => {
    inFlight.add(delivery.id)
    try {
      await box.store.durable()
      const isTaken = await post(box, delivery, stop.signal)
      if (!stop.signal.aborted) box.store.transact(() => settle(box, delivery, isTaken))
    } finally {
      inFlight.delete(delivery.id)
      wake()
    }
  }

  return {
    wake,
    close: () => {
      stop.abort()
      clearTimeout(timer)
    },
  }
}

/** `t=…,v1=…`: Stripe's signature over time and body. */
export function signPayload(input: { payload: string; secret: string; timestamp: number }): string {
  const digest = createHmac('sha256', input.secret).update(`${input.timestamp}.${input.payload}`).digest('hex')
  return `t=${input.timestamp},v1=${digest}`
}

async function post(box: Box, delivery: Delivery, signal: AbortSignal): Promise<boolean> {
  const event = box.store.get('event', delivery.event)
  const endpoint = box.store.get('webhookEndpoint', delivery.endpoint)
  // The event or the endpoint no longer exists: treated as done, so that it is not retried for ever.
  if (!event || !endpoint) return true
  const payload = JSON.stringify(event, null, 2)
  const milliseconds = readSettings(box.store).signWith === 'clock' ? box.now() : Date.now()
  const signature = signPayload({ payload, secret: endpoint.secret ?? '', timestamp: Math.floor(milliseconds / 1000) })
  try {
    const answer = await fetch(endpoint.url, {
      method: 'POST',
      body: payload,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature, 'user-agent': 'Stripe/1.0 (sandbox)' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMilliseconds)]),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

function settle(box: Box, delivery: Delivery, isTaken: boolean) {
  // Deleted during the delivery.
  if (!box.store.get('delivery', delivery.id)) return
  const attempts = delivery.attempts + 1
  if (!isTaken && Date.now() - delivery.createdAt < giveUpAfterMilliseconds) {
    const pause = Math.min(1000 * 2 ** delivery.attempts, longestPauseMilliseconds)
    box.store.put('delivery', delivery.id, { ...delivery, attempts, dueAt: Date.now() + pause })
    return
  }
  box.store.remove('delivery', delivery.id)
  const event = box.store.get('event', delivery.event)
  if (event && isTaken) box.store.put('event', event.id, { ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) })
}
