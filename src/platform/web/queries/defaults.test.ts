import { expect, test } from 'vitest'
import { adminShortcut, generalReads, notifications, statisticsReads, tooltipDelays } from './defaults.ts'

test('the browser does what docs/spec.md says', () => {
  expect(notifications).toEqual({ visibleMs: 4_000, atOnce: 3 })
  expect(tooltipDelays).toEqual({ openMs: 700, skipMs: 300 })
  expect(adminShortcut).toEqual({ clicks: 3, withinMs: 3_000, path: '/admin' })
  expect(generalReads).toMatchObject({ cacheMs: 300_000, retries: 3 })
  expect(statisticsReads).toMatchObject({ freshMs: 30_000, cacheMs: 120_000, retries: 3 })
  expect([0, 1, 2, 3].map(statisticsReads.retryDelayMs)).toEqual([1_000, 2_000, 4_000, 5_000])
  expect([0, 1, 2, 5, 9].map(generalReads.retryDelayMs)).toEqual([1_000, 2_000, 4_000, 30_000, 30_000])
})
