import { type CardOutcome, testCards } from './cards.ts'
import { expireAtOnce, findSession } from './checkoutSessions.ts'
import { readControl } from './controlRequests.ts'
import { endProcessing } from './debitEnds.ts'
import { type IncomingRequest, json, type OutgoingResponse } from './http.ts'
import { newId } from './ids.ts'
import { cardMeans, changeMethods, type Means } from './methods.ts'
import { moneyVerbs } from './moneyControl.ts'
import type { Box } from './operations.ts'
import { payCheckout, refuseConfirmation } from './payment.ts'
import { invalidRequest, missingObject, StripeProblem } from './problems.ts'
import { changeCard } from './savedCards.ts'
import { changeSettings, readSettings } from './settings.ts'
import { stateVerbs } from './stateControl.ts'
import { subscriptionVerbs } from './subscriptionControl.ts'
import { readTotals } from './totals.ts'
import { releaseHeld } from './webhookRules.ts'

type Parts = { reset: () => void; operationNames: string[] }
type Verb = (input: Record<string, unknown>) => unknown

/** Interface by which tests control the sandbox: `POST /__control/{verb}` with JSON, described in README.md. */
export function createControl(box: Box, parts: Parts): (incoming: IncomingRequest) => Promise<OutgoingResponse> {
  const verbs: Record<string, Verb> = {
    faults: (input) => setFault(box, input, parts.operationNames),
    webhooks: (input) => setWebhookRule(box, input),
    release: () => releaseAll(box),
    resend: (input) => resend(box, input),
    clear: () => clearRules(box),
    pay: (input) => payDirectly(box, input),
    endProcessing: (input) => endProcessing(box, readControl.processing(input)),
    session: (input) => findSession(box, readControl.id(input, 'session')),
    expire: (input) => expireAtOnce(box, readControl.id(input, 'session')),
    ...moneyVerbs(box),
    ...subscriptionVerbs(box),
    ...stateVerbs(box, parts.reset),
    card: (input) => switchCard(box, input),
    methods: (input) => changeMethods(box, readControl.methods(input)),
    platform: (input) => setPlatformState(box, input),
    clock: (input) => moveClock(box, input),
    totals: (input) => readTotals(box, readControl.totals(input)),
    randomFaults: (input) => box.randomFaults.change(input.seed === undefined ? undefined : readControl.randomFaults(input)),
    state: () => readState(box),
    reset: () => {
      box.store.clear()
      parts.reset()
      return { reset: true }
    },
  }
  return async (incoming) => {
    const verb = verbs[incoming.path.slice('/__control/'.length)]
    if (!verb) return json(404, { error: { message: `Unknown control: ${incoming.path}. Known: ${Object.keys(verbs).join(', ')}` } })
    // A foreign web page could send JSON only after a CORS preflight, which is never granted.
    if (incoming.method === 'POST' && !incoming.headers['content-type']?.startsWith('application/json'))
      return json(415, { error: { message: 'Send JSON.' } })
    try {
      const result = verb(
        incoming.method === 'POST' && incoming.body ? JSON.parse(incoming.body) : Object.fromEntries(new URLSearchParams(incoming.query)),
      )
      await box.store.durable()
      box.wakeDeliveries()
      return json(200, result)
    } catch (error) {
      if (error instanceof StripeProblem) return json(error.status, { error: error.body })
      if (error instanceof SyntaxError) return json(400, { error: { message: error.message } })
      throw error
    }
  }
}

function setFault(box: Box, input: Record<string, unknown>, known: string[]) {
  const fault = { id: newId('fault_'), ...readControl.fault(input) }
  if (fault.operation !== '*' && !known.includes(fault.operation))
    throw invalidRequest(`Unknown operation ${fault.operation}. Known: *, ${known.join(', ')}`)
  box.store.put('fault', fault.id, fault)
  return fault
}

function setWebhookRule(box: Box, input: Record<string, unknown>) {
  const rule = { id: newId('rule_'), collected: 0, ...readControl.webhookRule(input) }
  box.store.put('webhookRule', rule.id, rule)
  return rule
}

function releaseAll(box: Box) {
  return box.store.transact(() => {
    const released = box.store.all('delivery').filter((one) => one.heldBy).length
    for (const rule of box.store.all('webhookRule')) if (rule.action === 'hold' || rule.action === 'reorder') releaseHeld(box, rule)
    return { released }
  })
}

function clearRules(box: Box) {
  const { released } = releaseAll(box)
  box.store.transact(() => {
    for (const fault of box.store.all('fault')) box.store.remove('fault', fault.id)
    for (const rule of box.store.all('webhookRule')) box.store.remove('webhookRule', rule.id)
  })
  return { cleared: true, released }
}

function resend(box: Box, input: Record<string, unknown>) {
  const wanted = readControl.resend(input)
  const event = wanted.event
    ? box.store.get('event', wanted.event)
    : box.store.all('event').findLast((one) => one.type === wanted.type && (!wanted.object || idOf(one.data.object) === wanted.object))
  if (!event) throw missingObject('event', wanted.event ?? wanted.type ?? '')
  const wall = Date.now()
  return box.store.transact(() => {
    for (let copy = 0; copy < wanted.times; copy++) {
      for (const endpoint of box.store.all('webhookEndpoint')) {
        const id = newId('dlv_')
        box.store.put('delivery', id, {
          id,
          event: event.id,
          endpoint: endpoint.id,
          attempts: 0,
          dueAt: wall,
          createdAt: wall,
          heldBy: null,
        })
      }
    }
    return { event: event.id, type: event.type, times: wanted.times }
  })
}

function idOf(object: unknown): unknown {
  return typeof object === 'object' && object !== null && 'id' in object ? object.id : undefined
}

function payDirectly(box: Box, input: Record<string, unknown>) {
  const wanted = readControl.pay(input)
  const paid = meansOf(box, wanted)
  const before = findSession(box, wanted.session)
  if (before.status === 'expired' && wanted.force) box.store.put('checkoutSession', before.id, { ...before, status: 'open' })
  const { tampering } = wanted
  const payer = { email: wanted.email ?? before.customer_details?.email ?? 'kundin@kunde.example', name: wanted.name }
  if (!before.payment_method_types.includes(paid.means.type)) throw invalidRequest(`The session does not offer ${paid.means.type}.`)
  const attempt = { session: before.id, ...paid, payer, tampering }
  const result = payCheckout(box, { ...attempt, isConfirmed: wanted.confirm })
  const final = result.state === 'confirmationNeeded' && !wanted.confirm ? refuseConfirmation(box, { session: before.id }) : result
  return { result: final.state, session: findSession(box, before.id) }
}

type Wanted = ReturnType<typeof readControl.pay>

function meansOf(box: Box, { method, refused, card }: Wanted): { means: Means; outcome: CardOutcome | 'refused' } {
  if (method) return { means: { type: method }, outcome: refused ? 'refused' : 'pays' }
  const known = testCards.find((one) => one.number === card)
  if (!known) throw invalidRequest(`Not a test card: ${card}`)
  return { means: cardMeans({ number: card, expMonth: 12, expYear: new Date(box.now()).getUTCFullYear() + 3 }), outcome: known.outcome }
}

/** Changes the customer's card, as on the portal's page. */
function switchCard(box: Box, input: Record<string, unknown>) {
  const wanted = readControl.card(input)
  if (!testCards.some((card) => card.number === wanted.card)) throw invalidRequest(`Not a test card: ${wanted.card}`)
  const customer = box.store.get('customer', wanted.customer)
  if (!customer) throw missingObject('customer', wanted.customer, 'customer')
  const card = { number: wanted.card, expMonth: 12, expYear: new Date(box.now()).getUTCFullYear() + 3 }
  const payer = { email: customer.email ?? null, name: customer.name ?? null }
  return { method: changeCard(box, { customer: customer.id, card, payer }).id }
}

/** Sets how Stripe treats the platform's key and account from now on. */
function setPlatformState(box: Box, input: Record<string, unknown>) {
  const platform = readControl.platform(input)
  changeSettings(box.store, { platform })
  return platform
}

function moveClock(box: Box, input: Record<string, unknown>) {
  const { clockOffset } = readSettings(box.store)
  const wanted = readControl.clock(input)
  const moved = wanted.to !== undefined ? clockOffset + wanted.to - box.now() : clockOffset + wanted.advanceSeconds * 1000
  changeSettings(box.store, { clockOffset: wanted.reset ? 0 : moved, ...(wanted.signWith ? { signWith: wanted.signWith } : {}) })
  return { now: new Date(box.now()).toISOString(), ...readSettings(box.store) }
}

function readState(box: Box) {
  return {
    now: new Date(box.now()).toISOString(),
    settings: readSettings(box.store),
    faults: box.store.all('fault'),
    webhookRules: box.store.all('webhookRule'),
    deliveries: box.store.all('delivery').map((one) => ({ ...one, type: box.store.get('event', one.event)?.type })),
  }
}
