import { expect, test } from 'vitest'
import { scaleFor } from './barScale.ts'

test.each([
  [0, 5],
  [4, 5],
  [6, 10],
  [12, 25],
  [100, 100],
  [101, 125],
  [2_210, 2_500],
  [2_501, 5_000],
  [9_245.4, 10_000],
])('an axis of five lines for %d ends at %d', (largest, top) => expect(scaleFor(largest, 5)).toBe(top))
