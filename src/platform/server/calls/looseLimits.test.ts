import { expect, test } from 'vitest'
import { openWorld } from '../../../../tests/world.ts'
import { consumeLimits } from './limits.ts'

const { app, openTwin, clock } = await openWorld({ LIMITS_FACTOR: '1' })
const twin = await openTwin()

const limit = (key: string) => [{ name: 'loose', key, max: 10, windowSeconds: 60, isLoose: true as const }]
const use = async (one: typeof app, key: string) => (await consumeLimits(one, limit(key)).catch((error: Error) => error)) ?? 'counted'
const times = async (count: number, one: typeof app, key: string) => {
  for (let step = 0; step < count; step += 1) expect(await use(one, key)).toBe('counted')
}
/** After two merges of each, whose sums are known to both. */
const merged = () => new Promise((done) => setTimeout(done, 2_500))
const stored = async () => (await app.db.selectFrom('rateCounters').select('used').execute()).map(({ used }) => Number(used))

test('a use over the limit is refused at once by the process that counts it', async () => {
  await times(10, app, '203.0.113.1')
  expect(await use(app, ' 203.0.113.1 ')).toMatchObject({ code: 'limits.tooMany', retryAfterSeconds: 60 })
  expect(await use(app, '203.0.113.2')).toBe('counted')
})

test('two processes count together, each use once, and a window ends', async () => {
  await times(6, app, '203.0.113.3')
  await times(5, twin.app, '203.0.113.3')
  await merged()
  expect(await stored()).toContain(11)
  // A process hears of the others' uses when it merges the next of its own.
  for (const one of [app, twin.app]) await use(one, '203.0.113.3')
  await merged()
  for (const one of [app, twin.app]) expect(await use(one, '203.0.113.3')).toMatchObject({ code: 'limits.tooMany' })
  clock.moveTo(new Date(app.now().getTime() + 61_000))
  for (const one of [app, twin.app]) expect(await use(one, '203.0.113.3')).toBe('counted')
})
