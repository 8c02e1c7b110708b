import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'
import { consumeLimits } from './limits.ts'

const { app, openSecondServer, clock } = await openTestApp({ LIMITS_FACTOR: '1' })
const secondServer = await openSecondServer()

const limit = (key: string) => [{ name: 'loose', key, max: 10, windowSeconds: 60, isLoose: true as const }]
const use = async (one: typeof app, key: string) => (await consumeLimits(one, limit(key)).catch((error: Error) => error)) ?? 'counted'
const times = async (count: number, one: typeof app, key: string) => {
  for (let step = 0; step < count; step += 1) expect(await use(one, key)).toBe('counted')
}
/** After two merges of each process, both know the sums. */
const merged = () => new Promise((done) => setTimeout(done, 2_500))
const stored = async () => (await app.db.selectFrom('rateCounters').select('used').execute()).map(({ used }) => Number(used))

test('a use over the limit is refused at once by the process that counts it', async () => {
  await times(10, app, '203.0.113.1')
  expect(await use(app, ' 203.0.113.1 ')).toMatchObject({ code: 'limits.tooMany', retryAfterSeconds: 60 })
  expect(await use(app, '203.0.113.2')).toBe('counted')
})

test('two processes count together, each use once, and a window ends', async () => {
  await times(6, app, '203.0.113.3')
  await times(5, secondServer.app, '203.0.113.3')
  await merged()
  expect(await stored()).toContain(11)
  // A process learns of the others' uses when it merges its next own one.
  for (const one of [app, secondServer.app]) await use(one, '203.0.113.3')
  await merged()
  for (const one of [app, secondServer.app]) expect(await use(one, '203.0.113.3')).toMatchObject({ code: 'limits.tooMany' })
  clock.moveTo(new Date(app.now().getTime() + 61_000))
  for (const one of [app, secondServer.app]) expect(await use(one, '203.0.113.3')).toBe('counted')
})
