import { expect, test } from 'vitest'
import { CachedQuery } from './cachedQuery.ts'
import { statisticsReads } from './defaults.ts'

test('a value is fresh for 30 seconds and is then read again by the next screen, the old one staying visible meanwhile', async () => {
  const harness = readHarness()
  harness.answer(1)
  const leave = harness.appear()
  await harness.settle()
  expect(harness.states()).toEqual(['loaded 1'])
  leave()

  harness.advance(29_999)
  harness.answer(2)
  harness.appear()()
  await harness.settle()
  expect(harness.reads()).toBe(1)

  harness.advance(1)
  harness.appear()
  expect(harness.shown()).toBe('loaded 1')
  await harness.settle()
  expect(harness.shown()).toBe('loaded 2')
  expect(harness.reads()).toBe(2)
})

test('a failed read is repeated three times after 1, 2 and 4 seconds, then it has failed and is reported once', async () => {
  const harness = readHarness()
  harness.fail()
  harness.appear()
  await harness.settle()
  expect(harness.waits()).toEqual([1_000, 2_000, 4_000])
  expect(harness.reads()).toBe(4)
  expect(harness.shown()).toBe('failed')
  expect(harness.reported()).toBe(1)
})

test('an old value stays when a later read fails', async () => {
  const harness = readHarness()
  harness.answer(7)
  harness.appear()
  await harness.settle()
  harness.advance(30_000)
  harness.fail()
  harness.appear()
  await harness.settle()
  expect(harness.shown()).toBe('loaded 7')
  expect(harness.reported()).toBe(1)
})

test('a value is forgotten 120 seconds after the last screen left, unless one comes back before', async () => {
  const harness = readHarness()
  harness.answer(1)
  const leave = harness.appear()
  await harness.settle()
  leave()
  harness.advance(119_999)
  expect(harness.shown()).toBe('loaded 1')
  const leaveAgain = harness.appear()
  await harness.settle()
  harness.advance(500_000)
  expect(harness.shown()).toBe('loaded 1')
  leaveAgain()
  harness.advance(120_000)
  expect(harness.shown()).toBe('loading')
})

test('two screens at once share one read', async () => {
  const harness = readHarness()
  harness.answer(1)
  harness.appear()
  harness.appear()
  await harness.settle()
  expect(harness.reads()).toBe(1)
})

test('a reconnect reads again when the value is no longer fresh, and only while a screen shows it', async () => {
  const network = new EventTarget()
  const { addEventListener, removeEventListener } = globalThis
  Object.assign(globalThis, {
    addEventListener: network.addEventListener.bind(network),
    removeEventListener: network.removeEventListener.bind(network),
  })
  const harness = readHarness()
  harness.answer(1)
  const leave = harness.appear()
  await harness.settle()
  network.dispatchEvent(new Event('online'))
  await harness.settle()
  expect(harness.reads()).toBe(1)
  harness.advance(30_000)
  network.dispatchEvent(new Event('focus'))
  network.dispatchEvent(new Event('online'))
  await harness.settle()
  expect(harness.reads()).toBe(2)
  leave()
  harness.advance(30_000)
  network.dispatchEvent(new Event('online'))
  await harness.settle()
  expect(harness.reads()).toBe(2)
  Object.assign(globalThis, { addEventListener, removeEventListener })
})

test('a read that a screen requests runs when the value is stale, or in any case if forced', async () => {
  const harness = readHarness()
  harness.answer(1)
  harness.appear()
  await harness.settle()
  harness.answer(2)
  await harness.readWhenStale()
  expect([harness.reads(), harness.shown()]).toEqual([1, 'loaded 1'])
  await harness.readAgain()
  expect([harness.reads(), harness.shown()]).toEqual([2, 'loaded 2'])
  harness.advance(30_000)
  harness.answer(3)
  await harness.readWhenStale()
  expect([harness.reads(), harness.shown()]).toEqual([3, 'loaded 3'])
})

/** A read whose responses and clock the test controls. */
function readHarness() {
  let time = 0
  let next: () => Promise<number> = () => Promise.reject(new Error('no answer set'))
  let reads = 0
  let reported = 0
  const waits: number[] = []
  const states: string[] = []
  const timers = new Set<{ at: number; run: () => void }>()
  const store = new CachedQuery({
    read: () => {
      reads += 1
      return next()
    },
    rules: statisticsReads,
    onFailed: () => {
      reported += 1
    },
    clock: {
      now: () => time,
      wait: async (ms) => {
        waits.push(ms)
      },
      later: (ms, run) => {
        const timer = { at: time + ms, run }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
  })
  const shown = () => {
    const state = store.current()
    return state.status === 'loaded' ? `loaded ${state.value}` : state.status
  }
  return {
    answer: (value: number) => {
      next = async () => value
    },
    fail: () => {
      next = () => Promise.reject(new Error('down'))
    },
    readWhenStale: store.readWhenStale,
    readAgain: store.readAgain,
    appear: () => store.subscribe(() => states.push(shown())),
    advance: (ms: number) => {
      time += ms
      for (const timer of timers) if (timer.at <= time && timers.delete(timer)) timer.run()
    },
    settle: () => new Promise((resolve) => setTimeout(resolve, 5)),
    shown,
    states: () => states,
    reads: () => reads,
    reported: () => reported,
    waits: () => waits,
  }
}
