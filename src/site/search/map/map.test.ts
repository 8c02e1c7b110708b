import { expect, test } from 'vitest'
import { drawing } from './drawing.ts'
import { germany, projectPoint } from './map.ts'

test('every town of the map lies inside of the drawn land, and where its point is projected to', () => {
  for (const town of germany.towns) expect([town.name, isInside(town)]).toEqual([town.name, true])
  const hamburg = germany.towns.find(({ name }) => name === 'Hamburg')
  const { x, y } = projectPoint({ latitude: 53.55073, longitude: 9.99302 })
  expect(Math.hypot(x - (hamburg?.x ?? 0), y - (hamburg?.y ?? 0))).toBeLessThan(0.2)
  // London, Vienna and the open sea do not.
  for (const [latitude, longitude] of [
    [51.5, -0.1],
    [48.2, 16.4],
    [54.8, 7],
  ] as const)
    expect(isInside(projectPoint({ latitude, longitude }))).toBe(false)
})

/** A ray to the right crosses the borders of the land an odd number of times. */
function isInside({ x, y }: { x: number; y: number }) {
  const crossed = drawing.land.split('z').flatMap((ring) => {
    let [across, down] = [0, 0]
    const corners = [...ring.matchAll(/(-?\d+)[ ]?(-?\d+)/g)].map(([, dx, dy]) => {
      across += Number(dx) / 10
      down += Number(dy) / 10
      return [across, down] as const
    })
    return corners.filter(([x1, y1], at) => {
      const [x2, y2] = corners.at(at - 1) ?? [0, 0]
      return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1
    })
  })
  return crossed.length % 2 === 1
}
