import type { RandomFaults } from './randomFaults.ts'
import type { Store } from './store.ts'

/** The sandbox as its parts see it. */
export type Box = {
  store: Store
  apiVersion: string
  /** Milliseconds of the sandbox's own clock. */
  now: () => number
  /** Origin of the checkout page, without a trailing slash. */
  url: () => string
  /** Called after a transaction that may have created deliveries. */
  wakeDeliveries: () => void
  randomFaults: RandomFaults
}

export type RequestFacts = { id: string; idempotencyKey: string | null }

export type Call<Params> = { box: Box; params: Params; pathId: string; request: RequestFacts }

export type Operation = {
  /** Resource file and method of the SDK: `Checkout/Sessions.create`. HTTP method, path, parameters and response follow from it. */
  name: string
  /** Parameters the sandbox understands, `parent.child`; a parent includes its children. */
  implemented: string[]
  run: (call: Call<never>) => unknown
}

/** Declares an operation. `Params`: the SDK's parameter type, against whose declaration the parameters are checked before `run`. */
export function operation<Params>(name: string, implemented: string[], run: (call: Call<Params>) => unknown): Operation {
  return { name, implemented, run }
}

/** Seconds since 1970, Stripe's unit, by the sandbox's clock. */
export function seconds(box: Box): number {
  return Math.floor(box.now() / 1000)
}
