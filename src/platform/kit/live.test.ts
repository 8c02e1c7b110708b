import { expect, test } from 'vitest'
import { isTalkInUse } from './live.ts'

test('a thread is in use for ten minutes after its last message', () => {
  const at = '2026-11-27T10:00:00Z'
  const inMinutes = (minutes: number) => isTalkInUse(at, Date.parse(at) + minutes * 60_000)
  expect([inMinutes(0), inMinutes(9.9), inMinutes(10), isTalkInUse(undefined, 0)]).toEqual([true, true, false, false])
})
