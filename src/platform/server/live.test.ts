import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '../../../tests/testApp.ts'
import { openLive } from './live.ts'
import { openLog } from './log.ts'

const { app } = await openTestApp()
const url = app.config.DATABASE_URL ?? ''

function openAt(listenUrl: string) {
  const lines: string[] = []
  const live = openLive({ url: listenUrl, pool: app.pool, log: openLog('info', { lines: { write: (line) => void lines.push(line) } }) })
  onTestFinished(() => live.close())
  return { live, lines, hears: live.onPublicChange(() => undefined) }
}

test('a listener that receives what the pool sends is listening; before the first use nothing listens', async () => {
  const { live, hears, lines } = openAt(url)
  expect(live.isListening()).toBeUndefined()
  await expect.poll(hears, { timeout: 30_000 }).toBe(true)
  expect([live.isListening(), lines]).toEqual([true, []])
})

test('a listener that is connected but receives nothing, as behind a pooler or at another server, is not listening and warns', async () => {
  const { live, hears, lines } = openAt(Object.assign(new URL(url), { pathname: '/postgres' }).href)
  hears()
  await expect.poll(() => lines.some((line) => line.includes('DATABASE_LISTEN_URL')), { timeout: 20_000 }).toBe(true)
  expect([live.isListening(), hears()]).toEqual([false, false])
})
