import { expect, test } from 'vitest'
import { cellOf, cellsAround, kilometresBetween } from './cells.ts'

const regensburg = { latitude: 49.0151, longitude: 12.1016 }

test.each([5, 10, 25, 50, 100])('every point within %i km lies in a cell that the circle touches', (km) => {
  const { kind, texts } = cellsAround(regensburg, km)
  for (let turn = 0; turn < 720; turn += 1) {
    const angle = (turn * Math.PI) / 360
    for (const share of [0.2, 0.6, 0.97, 1]) {
      const there = {
        latitude: regensburg.latitude + (share * km * Math.sin(angle)) / 111.195,
        longitude: regensburg.longitude + (share * km * Math.cos(angle)) / 111.195 / Math.cos((regensburg.latitude * Math.PI) / 180),
      }
      if (kilometresBetween(regensburg, there) <= km) expect(texts).toContain(cellOf(there, kind))
    }
  }
  expect(texts.length).toBeLessThan(50)
})

test('a great circle from Regensburg to Munich', () => {
  expect(kilometresBetween(regensburg, { latitude: 48.1374, longitude: 11.5755 })).toBeCloseTo(105, 0)
})
