import { newId } from './ids.ts'
import type { Delivery, Fault, TakenFaults } from './tables.ts'

/**
 * Configuration of random faults for long runs: probability of a faulty API call and delivery, and the seed. Not stored: lost with the
 * process.
 */
export type RandomFaultSettings = { seed: number; calls: number; deliveries: number; latestMilliseconds: number }

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

/** Kinds of faulty API calls, weighted by repetition. */
const kinds: Kind[] = [
  ...Array<Kind>(5).fill('refused'),
  ...Array<Kind>(4).fill('lostAnswer'),
  ...Array<Kind>(5).fill('lateAnswer'),
  ...Array<Kind>(3).fill('lostRequest'),
  'busy',
  'busy',
  'refusedAfterEffect',
]
const noFaults: TakenFaults = { milliseconds: 0, millisecondsAfter: 0, drop: undefined, fail: undefined }

/** Number of injected faults, by kind. */
export type InjectedFaults = Partial<Record<Kind, number>>

/** Random faults of one sandbox: none until `change` sets a configuration. */
export function openRandomFaults() {
  let faultSettings: RandomFaultSettings | undefined
  let random = () => 1
  const injected: InjectedFaults = {}

  const note = (kind: Kind) => {
    injected[kind] = (injected[kind] ?? 0) + 1
  }
  const late = () => Math.ceil(random() ** 3 * (faultSettings?.latestMilliseconds ?? 0))

  /** The fault of an API call; undefined for none. */
  function drawCallFault(operation: string): TakenFaults | undefined {
    if (!faultSettings || random() >= faultSettings.calls) return undefined
    const fail = (kind: Fault['kind'], status: number): TakenFaults => ({
      ...noFaults,
      fail: { id: newId('fault_'), operation, kind, times: 1, status, milliseconds: 0, saved: kind === 'failAfterEffect' },
    })
    const chosen = kinds[Math.floor(random() * kinds.length)] ?? 'refused'
    note(chosen)
    if (chosen === 'refused') return fail('fail', 500)
    if (chosen === 'busy') return fail('fail', 429)
    if (chosen === 'refusedAfterEffect') return fail('failAfterEffect', 500)
    if (chosen === 'lostRequest') return { ...noFaults, drop: 'dropBefore' }
    if (chosen === 'lostAnswer') return { ...noFaults, drop: 'dropAfter' }
    // A delay before the effect is a slow PSP; after a delay behind the effect the response may be outdated.
    return random() < 0.5 ? { ...noFaults, milliseconds: late() } : { ...noFaults, millisecondsAfter: late() }
  }

  /** Deliveries that replace one: none, several, or one that is delayed and overtaken by younger ones. */
  function drawDeliveries(delivery: Delivery): Delivery[] {
    if (!faultSettings || random() >= faultSettings.deliveries) return [delivery]
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

  /** Sets another configuration, or none. */
  function change(next: RandomFaultSettings | undefined) {
    faultSettings = next
    if (next) random = seededRandom(next.seed)
    return { faultSettings: next ?? null, injected }
  }
  return { drawCallFault, drawDeliveries, change }
}
export type RandomFaults = ReturnType<typeof openRandomFaults>

/** Seeded random numbers from 0 to below 1 (mulberry32). */
function seededRandom(seed: number) {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
