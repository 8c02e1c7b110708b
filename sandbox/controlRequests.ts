import type Stripe from 'stripe'
import { otherMethods } from './methods.ts'
import type { Tampering } from './payment.ts'
import { invalidRequest } from './problems.ts'
import type { RandomFaultSettings } from './randomFaults.ts'
import type { Fault, MethodState, Platform, Settings, WebhookRule } from './tables.ts'

type Input = Record<string, unknown>

const faultKinds = ['fail', 'failAfterEffect', 'delay', 'delayAfterEffect', 'dropBefore', 'dropAfter'] as const
const webhookActions = ['drop', 'duplicate', 'delay', 'reorder', 'hold'] as const
const endless = 1_000_000

/** Parses the bodies of the control interface; wrong ones are refused with 400. */
export const readControl = {
  fault(input: Input): Omit<Fault, 'id'> {
    const kind = oneOf(input, 'kind', faultKinds)
    return {
      operation: text(input, 'operation', '*'),
      kind,
      times: number(input, 'times', 1),
      status: number(input, 'status', 500),
      milliseconds: number(input, 'milliseconds', 1000),
      saved: flag(input, 'saved', kind === 'failAfterEffect'),
    }
  },
  webhookRule(input: Input): Omit<WebhookRule, 'id' | 'collected'> {
    const action = oneOf(input, 'action', webhookActions)
    const isOpenEnded = action === 'hold'
    return {
      action,
      types: texts(input, 'types'),
      times: action === 'reorder' ? number(input, 'count', 2) : number(input, 'times', isOpenEnded ? endless : 1),
      milliseconds: number(input, 'milliseconds', 2000),
      count: number(input, 'count', 2),
    }
  },
  resend(input: Input) {
    if (input.event === undefined && input.type === undefined) throw invalidRequest('Give event or type.')
    return {
      event: optionalText(input, 'event'),
      type: optionalText(input, 'type'),
      object: optionalText(input, 'object'),
      times: number(input, 'times', 1),
    }
  },
  pay(input: Input) {
    return {
      session: text(input, 'session'),
      card: text(input, 'card', '4242424242424242').replaceAll(' ', ''),
      method: input.method === undefined ? undefined : oneOf(input, 'method', otherMethods),
      refused: flag(input, 'refused', false),
      email: optionalText(input, 'email'),
      name: text(input, 'name', 'Katrin Bergmann'),
      confirm: flag(input, 'confirm', true),
      force: flag(input, 'force', false),
      tampering: tampering(input),
    }
  },
  account(input: Input) {
    const state = oneOf(input, 'state', ['enabled', 'pending', 'restricted'] as const)
    const due = input.due === undefined ? undefined : number(input, 'due', 0)
    return { account: text(input, 'account'), state, iban: optionalText(input, 'iban'), due }
  },
  processing(input: Input) {
    const ids = { session: optionalText(input, 'session'), invoice: optionalText(input, 'invoice') }
    if (!ids.session && !ids.invoice) throw invalidRequest('Give session or invoice.')
    return { ...ids, outcome: oneOf(input, 'outcome', ['succeeded', 'failed'] as const) }
  },
  methods: (input: Input): Record<string, MethodState> =>
    Object.fromEntries(Object.keys(input).map((name) => [name, oneOf(input, name, ['active', 'inactive', 'pending'] as const)])),
  firstDebits: (input: Input) => oneOf(input, 'state', ['active', 'incomplete'] as const),
  card(input: Input) {
    return { customer: text(input, 'customer'), card: text(input, 'card', '4242424242424242').replaceAll(' ', '') }
  },
  platform: (input: Input): Platform => ({
    isKeyRolled: flag(input, 'isKeyRolled', false),
    lacks: texts(input, 'lacks'),
    transfersAlone: flag(input, 'transfersAlone', true),
  }),
  movement: (input: Input) => ({
    kind: oneOf(input, 'kind', ['topup', 'adjustment', 'reserve', 'contribution'] as const),
    amount: number(input, 'amount', 0),
  }),
  refund: (input: Input) => ({ refund: optionalText(input, 'refund'), paymentIntent: optionalText(input, 'payment_intent') }),
  id: (input: Input, name: string) => text(input, name),
  dispute(input: Input) {
    return {
      charge: optionalText(input, 'charge'),
      paymentIntent: optionalText(input, 'payment_intent'),
      invoice: optionalText(input, 'invoice'),
      reason: text(input, 'reason', 'fraudulent'),
      isInquiry: flag(input, 'inquiry', false),
      isLost: flag(input, 'lost', false),
      isWithdrawn: flag(input, 'withdrawn', true),
      ...(input.amount === undefined ? {} : { amount: number(input, 'amount', 0) }),
    }
  },
  closeDispute(input: Input) {
    const outcome = oneOf(input, 'outcome', ['won', 'lost'] as const)
    return { dispute: text(input, 'dispute'), outcome, returnsFee: flag(input, 'returnsFee', false) }
  },
  bankPayout(input: Input) {
    return { days: number(input, 'days', 1), ...(input.amount === undefined ? {} : { amount: number(input, 'amount', 0) }) }
  },
  bankPayouts: (input: Input) => oneOf(input, 'schedule', ['daily', 'manual'] as const),
  clock(input: Input): { to?: number; advanceSeconds: number; reset: boolean; signWith?: Settings['signWith'] } {
    const to = optionalText(input, 'to')
    if (to !== undefined && Number.isNaN(Date.parse(to))) throw invalidRequest('to must be an ISO time.')
    return {
      ...(to ? { to: Date.parse(to) } : {}),
      advanceSeconds: number(input, 'advanceSeconds', 0),
      reset: flag(input, 'reset', false),
      ...(input.signWith === undefined ? {} : { signWith: oneOf(input, 'signWith', ['wall', 'clock'] as const) }),
    }
  },
  randomFaults(input: Input): RandomFaultSettings {
    return {
      seed: number(input, 'seed', 1),
      calls: number(input, 'calls', 0),
      deliveries: number(input, 'deliveries', 0),
      latestMilliseconds: number(input, 'latestMilliseconds', 2000),
    }
  },
  totals(input: Input) {
    return { session: optionalText(input, 'session'), reference: optionalText(input, 'client_reference_id') }
  },
}

function tampering(input: Input): Tampering {
  return {
    ...(input.amount === undefined ? {} : { amount: number(input, 'amount', 0) }),
    ...(input.currency === undefined ? {} : { currency: text(input, 'currency') }),
    ...(input.client_reference_id === undefined ? {} : { client_reference_id: text(input, 'client_reference_id') }),
    ...(input.metadata === undefined ? {} : { metadata: metadata(input.metadata) }),
  }
}

function metadata(given: unknown): Stripe.Metadata {
  if (typeof given !== 'object' || given === null) throw invalidRequest('metadata must be an object.')
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
}

function text(input: Input, name: string, otherwise?: string): string {
  const value = input[name] ?? otherwise
  if (typeof value !== 'string') throw invalidRequest(`${name} must be a text.`)
  return value
}

function optionalText(input: Input, name: string): string | undefined {
  return input[name] === undefined ? undefined : text(input, name)
}

function texts(input: Input, name: string): string[] {
  const value = input[name] ?? []
  if (!Array.isArray(value)) throw invalidRequest(`${name} must be a list.`)
  return value.map(String)
}

function number(input: Input, name: string, otherwise: number): number {
  const value = Number(input[name] ?? otherwise)
  if (!Number.isFinite(value)) throw invalidRequest(`${name} must be a number.`)
  return value
}

function flag(input: Input, name: string, otherwise: boolean): boolean {
  const value = input[name] ?? otherwise
  if (typeof value !== 'boolean') throw invalidRequest(`${name} must be true or false.`)
  return value
}

function oneOf<T extends string>(input: Input, name: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === input[name])
  if (!found) throw invalidRequest(`${name} must be one of ${allowed.join(', ')}.`)
  return found
}
