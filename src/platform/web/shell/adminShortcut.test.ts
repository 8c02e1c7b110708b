import { expect, test } from 'vitest'
import { clicksInWindow, opensAdmin } from './adminShortcut.ts'

test.each([
  { moments: [0, 1_000, 2_999], opens: true },
  { moments: [0, 1_000, 3_000], opens: false },
  { moments: [0, 2_000, 3_500, 4_900], opens: true },
  { moments: [0, 100], opens: false },
])('clicks at $moments open the door: $opens', ({ moments, opens }) => {
  const clicks = moments.reduce<number[]>((counted, now) => clicksInWindow(counted, now), [])
  expect(opensAdmin(clicks)).toBe(opens)
})
