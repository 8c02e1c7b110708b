import { expect, test } from 'vitest'
import { germany, projectPoint } from './map.ts'
import { placePins, placeTowns, viewAround } from './mapView.ts'

const hamburg = { latitude: 53.55, longitude: 9.99 }
const munich = { latitude: 48.14, longitude: 11.58 }

test('without a place the whole country is shown, with one as much as is needed', () => {
  expect(viewAround({ points: [null], place: null, radius: null })).toMatchObject({
    x: 0,
    y: 0,
    width: germany.width,
    height: germany.height,
  })
  const near = viewAround({ points: [hamburg], place: hamburg, radius: null })
  expect(near.width).toBeLessThan(germany.width / 4)
  const far = viewAround({ points: [munich], place: hamburg, radius: null })
  for (const point of [hamburg, munich]) {
    const { x, y } = projectPoint(point)
    expect(x > far.x && x < far.x + far.width && y > far.y && y < far.y + far.height).toBe(true)
  }
})

test('every company whose place is known has a pin, numbered as in the list, and none hides another', () => {
  const companies = Array.from({ length: 24 }, (_, at) => ({ companyName: `Firma ${at + 1}`, point: at === 3 ? null : hamburg }))
  const view = viewAround({ points: companies.map(({ point }) => point), place: hamburg, radius: null })
  const pins = placePins(companies, view)
  expect(pins.map(({ number }) => number)).toEqual(companies.flatMap(({ point }, at) => (point ? [at + 1] : [])))
  for (const [at, pin] of pins.entries()) {
    for (const other of pins.slice(0, at)) expect(Math.hypot(pin.x - other.x, pin.y - other.y) / view.unit).toBeGreaterThan(26)
    expect(pin.x > view.x && pin.x < view.x + view.width && pin.y > view.y && pin.y < view.y + view.height).toBe(true)
  }
})

test('the search circle is shown whole, at its true size, and its middle hides no name', () => {
  for (const radius of [5, 10, 25, 50, 100] as const) {
    const view = viewAround({ points: [hamburg], place: hamburg, radius })
    const { x, y } = view.place ?? { x: 0, y: 0 }
    const { rx, ry } = view.circle ?? { rx: 0, ry: 0 }
    // A degree of latitude is 111 km.
    // … and one of longitude 66 km there.
    expect(projectPoint({ ...hamburg, longitude: hamburg.longitude + radius / 66.06 }).x - x).toBeCloseTo(rx, 1)
    expect(projectPoint({ ...hamburg, latitude: hamburg.latitude - radius / 111.2 }).y - y).toBeCloseTo(ry, 1)
    expect(x - rx >= view.x && x + rx <= view.x + view.width && y - ry >= view.y && y + ry <= view.y + view.height).toBe(true)
    const towns = placeTowns(view, [])
    expect(towns.map(({ name }) => name)).toContain('Hamburg')
    for (const { label } of towns) expect(Math.hypot(label.x - x, label.y - y) / view.unit).toBeGreaterThan(9)
  }
})
