import { expect, test } from 'vitest'
import { openRandom } from './secrets.ts'

test('random bytes are as many as asked for, never given twice, and stay with whoever got them', () => {
  const random = openRandom()
  const sizes = Array.from({ length: 2_000 }, (_, at) => [32, 16, 4, 20][at % 4] ?? 0)
  const given = sizes.map(random)
  const texts = given.map((bytes) => bytes.toString('hex'))
  expect(given.map(({ length }) => length)).toEqual(sizes)
  const long = texts.filter((text) => text.length > 8)
  expect(new Set(long).size).toBe(long.length)
  expect(random(4096).some((byte) => byte !== 0)).toBe(true)
  expect(random(10_000)).toHaveLength(10_000)
  expect(given.map((bytes) => bytes.toString('hex'))).toEqual(texts)
})
