import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCall } from './readCall.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A network that responds with these statuses in turn; 0 means no response. Returns the time of each try. */
function networkOf(statuses: number[]) {
  const tries: number[] = []
  vi.stubGlobal('fetch', async () => {
    const status = statuses[tries.length] ?? 200
    tries.push(Date.now())
    if (status === 0) throw new TypeError('offline')
    return new Response('{"rows":[]}', { status })
  })
  return () => tries.map((at) => at - (tries[0] ?? 0))
}

test('a read that failed at the server is repeated after 1, 2 and 4 seconds', async () => {
  const tries = networkOf([500, 0, 503, 200])
  const answer = readCall('list-own-sessions', {})
  await vi.runAllTimersAsync()
  expect(await answer).toEqual({ rows: [] })
  expect(tries()).toEqual([0, 1_000, 3_000, 7_000])
})

test('after three repetitions the failure is reported', async () => {
  const tries = networkOf([500, 500, 500, 500, 200])
  const answer = expect(readCall('list-own-sessions', {})).rejects.toMatchObject({ status: 500 })
  await vi.runAllTimersAsync()
  await answer
  expect(tries().length).toBe(4)
})

test('a refusal is an answer and is not repeated', async () => {
  const tries = networkOf([403])
  await expect(readCall('list-own-sessions', {})).rejects.toMatchObject({ status: 403 })
  expect(tries().length).toBe(1)
})

test('an aborted read is not repeated', async () => {
  const tries = networkOf([500, 500])
  const stop = new AbortController()
  const answer = expect(readCall('list-own-sessions', {}, { signal: stop.signal })).rejects.toMatchObject({ status: 500 })
  stop.abort()
  await vi.runAllTimersAsync()
  await answer
  expect(tries().length).toBe(1)
})

/** Screens with their own rules: polling every few seconds, or a read after a refused action. */
const others = [
  'payouts/ui/DirectPayoutCard.tsx',
  'bookings/ui/BookingCancellation.tsx',
  'bookings/ui/MissedObjection.tsx',
  'search/ui/HomeStatistics.tsx',
  'search/ui/SearchInBrowser.tsx',
  'messages/ui/OwnMessages.tsx',
  'quotes/ui/QuoteTalk.tsx',
]

test('every screen reads in this way', () => {
  const screens = globSync('src/*/ui/*.tsx').filter(
    (path) => !path.startsWith('src/backoffice/admin/') && !others.some((one) => path.endsWith(one)),
  )
  const once = screens.filter((path) => /(?<!\w)call\(('(get|list)[-_]|'session'|name, body)/.test(readFileSync(path, 'utf8')))
  expect(once).toEqual([])
})
