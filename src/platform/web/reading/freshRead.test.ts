import { expect, test } from 'vitest'
import { statisticsReads } from './defaults.ts'
import { FreshRead } from './freshRead.ts'

test('a value is fresh for 30 seconds and is then read again by the next screen, the old one staying visible meanwhile', async () => {
  const world = readWorld()
  world.answer(1)
  const leave = world.appear()
  await world.settle()
  expect(world.states()).toEqual(['loaded 1'])
  leave()

  world.advance(29_999)
  world.answer(2)
  world.appear()()
  await world.settle()
  expect(world.reads()).toBe(1)

  world.advance(1)
  world.appear()
  expect(world.shown()).toBe('loaded 1')
  await world.settle()
  expect(world.shown()).toBe('loaded 2')
  expect(world.reads()).toBe(2)
})

test('a failed read is repeated three times after 1, 2 and 4 seconds, then it has failed and is reported once', async () => {
  const world = readWorld()
  world.fail()
  world.appear()
  await world.settle()
  expect(world.waits()).toEqual([1_000, 2_000, 4_000])
  expect(world.reads()).toBe(4)
  expect(world.shown()).toBe('failed')
  expect(world.reported()).toBe(1)
})

test('an old value stays when a later read fails', async () => {
  const world = readWorld()
  world.answer(7)
  world.appear()
  await world.settle()
  world.advance(30_000)
  world.fail()
  world.appear()
  await world.settle()
  expect(world.shown()).toBe('loaded 7')
  expect(world.reported()).toBe(1)
})

test('a value is forgotten 120 seconds after the last screen left, unless one comes back before', async () => {
  const world = readWorld()
  world.answer(1)
  const leave = world.appear()
  await world.settle()
  leave()
  world.advance(119_999)
  expect(world.shown()).toBe('loaded 1')
  const leaveAgain = world.appear()
  await world.settle()
  world.advance(500_000)
  expect(world.shown()).toBe('loaded 1')
  leaveAgain()
  world.advance(120_000)
  expect(world.shown()).toBe('loading')
})

test('two screens at once share one read', async () => {
  const world = readWorld()
  world.answer(1)
  world.appear()
  world.appear()
  await world.settle()
  expect(world.reads()).toBe(1)
})

test('a reconnect reads again when the value is no longer fresh, and only while a screen shows it', async () => {
  const network = new EventTarget()
  const { addEventListener, removeEventListener } = globalThis
  Object.assign(globalThis, {
    addEventListener: network.addEventListener.bind(network),
    removeEventListener: network.removeEventListener.bind(network),
  })
  const world = readWorld()
  world.answer(1)
  const leave = world.appear()
  await world.settle()
  network.dispatchEvent(new Event('online'))
  await world.settle()
  expect(world.reads()).toBe(1)
  world.advance(30_000)
  network.dispatchEvent(new Event('focus'))
  network.dispatchEvent(new Event('online'))
  await world.settle()
  expect(world.reads()).toBe(2)
  leave()
  world.advance(30_000)
  network.dispatchEvent(new Event('online'))
  await world.settle()
  expect(world.reads()).toBe(2)
  Object.assign(globalThis, { addEventListener, removeEventListener })
})

test('a read that a screen requests runs when the value is stale, or in any case if forced', async () => {
  const world = readWorld()
  world.answer(1)
  world.appear()
  await world.settle()
  world.answer(2)
  await world.readWhenStale()
  expect([world.reads(), world.shown()]).toEqual([1, 'loaded 1'])
  await world.readAgain()
  expect([world.reads(), world.shown()]).toEqual([2, 'loaded 2'])
  world.advance(30_000)
  world.answer(3)
  await world.readWhenStale()
  expect([world.reads(), world.shown()]).toEqual([3, 'loaded 3'])
})

/** A read whose answers and time the test decides. */
function readWorld() {
  let time = 0
  let next: () => Promise<number> = () => Promise.reject(new Error('no answer set'))
  let reads = 0
  let reported = 0
  const waits: number[] = []
  const states: string[] = []
  const timers = new Set<{ at: number; run: () => void }>()
  const store = new FreshRead({
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
