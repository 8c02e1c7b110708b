import { newId } from './ids.ts'
import type { Delivery, Fault } from './tables.ts'

/** Faults by chance, for runs that last: how likely an API call and a delivery are bent, from which seed on. Lost with the process. */
export type Forecast = { seed: number; calls: number; deliveries: number; latestMilliseconds: number }

type Kind =
  | 'refused'
  | 'refusedAfterEffect'
  | 'busy'
  | 'lostRequest'
  | 'lostAnswer'
  | 'lateAnswer'
  | 'droppedEvent'
  | 'repeatedEvent'
  | 'lateEvent'

/** What was bent so far, by kind. */
export type Bent = Partial<Record<Kind, number>>

type Taken = { milliseconds: number; drop: 'dropBefore' | 'dropAfter' | undefined; fail: Fault | undefined }

/** The weather over one sandbox: calm until `change` is given a forecast. */
export function openWeather() {
  let forecast: Forecast | undefined
  let random = () => 1
  const bent: Bent = {}

  const note = (kind: Kind) => {
    bent[kind] = (bent[kind] ?? 0) + 1
  }
  const late = () => Math.ceil(random() ** 3 * (forecast?.latestMilliseconds ?? 0))

  /** How an API call is bent; undefined leaves it alone. */
  function overCall(operation: string): Taken | undefined {
    if (!forecast || random() >= forecast.calls) return undefined
    const fail = (kind: Fault['kind'], status: number): Fault => {
      return { id: newId('fault_'), operation, kind, times: 1, status, milliseconds: 0, saved: kind === 'failAfterEffect' }
    }
    const roll = random()
    if (roll < 0.3) {
      note('refused')
      return { milliseconds: 0, drop: undefined, fail: fail('fail', 500) }
    }
    if (roll < 0.35) {
      note('refusedAfterEffect')
      return { milliseconds: 0, drop: undefined, fail: fail('failAfterEffect', 500) }
    }
    if (roll < 0.4) {
      note('busy')
      return { milliseconds: 0, drop: undefined, fail: fail('fail', 429) }
    }
    if (roll < 0.55) {
      note('lostRequest')
      return { milliseconds: 0, drop: 'dropBefore', fail: undefined }
    }
    if (roll < 0.75) {
      note('lostAnswer')
      return { milliseconds: 0, drop: 'dropAfter', fail: undefined }
    }
    note('lateAnswer')
    return { milliseconds: late(), drop: undefined, fail: undefined }
  }

  /** The deliveries that become of one: none, several, or one that comes later, behind younger ones. */
  function overDelivery(delivery: Delivery): Delivery[] {
    if (!forecast || random() >= forecast.deliveries) return [delivery]
    const roll = random()
    if (roll < 0.3) {
      note('droppedEvent')
      return []
    }
    if (roll < 0.6) {
      note('repeatedEvent')
      return [delivery, { ...delivery, id: newId('dlv_'), dueAt: delivery.dueAt + (random() < 0.5 ? 0 : late()) }]
    }
    note('lateEvent')
    return [{ ...delivery, dueAt: delivery.dueAt + late() }]
  }

  /** Another forecast, or calm again. */
  function change(next: Forecast | undefined) {
    forecast = next
    if (next) random = chanceOf(next.seed)
    return { forecast: next ?? null, bent }
  }
  return { overCall, overDelivery, change }
}
export type Weather = ReturnType<typeof openWeather>

/** Numbers from 0 to below 1 that a seed decides (xorshift with a good mixer). */
function chanceOf(seed: number) {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
