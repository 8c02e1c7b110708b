import { expect, test } from 'vitest'
import { randomOf } from '../../../../tests/randomCalendars.ts'
import { germany, projectPoint } from './map.ts'
import { moveView, placePins, placeTowns, searchHere, viewAround, zoomTo, zoomView } from './mapView.ts'

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

const priced = { offered: null, hourlyRateCents: 6_000 }

test('every company whose place is known is on one pin, none hides another, and a pin says the price of its card', () => {
  const random = randomOf(3)
  const companies = Array.from({ length: 24 }, (_, at) => ({
    ...priced,
    companyName: `Firma ${at + 1}`,
    point: at === 3 ? null : { latitude: 48 + random() * 6, longitude: 8 + random() * 5 },
  }))
  const view = viewAround({ points: companies.map(({ point }) => point), place: hamburg, radius: null })
  const pins = placePins(companies, view)
  expect(pins.flatMap(({ numbers }) => numbers).toSorted((one, other) => one - other)).toEqual(
    companies.flatMap(({ point }, at) => (point ? [at + 1] : [])),
  )
  for (const [at, pin] of pins.entries()) {
    for (const other of pins.slice(0, at))
      expect(Math.abs(pin.x - other.x) / view.unit > 57 || Math.abs(pin.y - other.y) / view.unit > 31).toBe(true)
  }
  const service = { id: '1', title: 'Bad', priceKind: 'from', priceCents: 28_000, unit: null, minutes: 60 } as const
  const label = (...given: Parameters<typeof placePins>[0]) =>
    placePins(given, view).map((one) => [one.label, one.name].map((text) => text.replaceAll('\u00a0', ' ')))
  const here = { ...priced, companyName: 'Roth', point: hamburg }
  expect(label(here)).toEqual([['60 €/h', 'Roth, 60 €/h']])
  expect(label({ ...here, offered: service })).toEqual([['ab 280 €', 'Roth, ab 280 €']])
  expect(label({ ...here, hourlyRateCents: null })).toEqual([['Anfrage', 'Roth, Preis auf Anfrage']])
  expect(label(here, { ...here, companyName: 'Behn', hourlyRateCents: 4_500 })).toEqual([['2 ab 45 €', '2 ab 45 €: Roth, Behn']])
  // An hour and a whole bathroom do not compare.
  expect(label(here, { ...here, companyName: 'Behn', offered: service })).toEqual([['2', '2: Roth, Behn']])
  expect(label({ ...here, offered: { ...service, priceKind: 'fixed', unit: 'Fenster' } })).toEqual([['280 €/St.', 'Roth, 280 €/St.']])
})

test('no name of a town lies under a pin, however wide it is', () => {
  const view = viewAround({ points: [null], place: null, radius: null })
  const bremen = projectPoint({ latitude: 53.08, longitude: 8.8 })
  const beside = (label: string) =>
    placeTowns(view, [{ ...bremen, label }]).some(({ name, label: { x, y } }) => {
      const [across, down] = [Math.abs(x - bremen.x) / view.unit, Math.abs(y - bremen.y) / view.unit]
      return name === 'Bremen' && across < 30 && down < 10
    })
  expect([beside('1'), beside('2 ab 52 €')]).toEqual([true, false])
})

test('zoomed into, several become single ones; the view never leaves the country, and the search there covers it', () => {
  const near = [hamburg, { latitude: 53.6, longitude: 10.2 }]
  const companies = near.map((point, at) => ({ ...priced, companyName: `Firma ${at}`, point }))
  const whole = viewAround({ points: [null], place: null, radius: null })
  expect(placePins(companies, whole)).toHaveLength(1)
  const closer = zoomTo(whole, near)
  expect(placePins(companies, closer).map(({ numbers }) => numbers)).toEqual([[1], [2]])
  let view = closer
  for (let times = 0; times < 40; times += 1) view = times % 2 === 0 ? moveView(view, -1, 1) : zoomView(view, 0.9)
  expect(view.x).toBe(0)
  expect(view.y + view.height).toBeCloseTo(germany.height, 1)
  expect(zoomView(view, 0.01)).toMatchObject({ x: 0, y: 0, width: germany.width, height: germany.height })
  const { x, y } = projectPoint(munich)
  const around = zoomView(whole, 6, { x, y })
  expect(searchHere(around)).toEqual({ town: 'München', radius: 100 })
  expect(searchHere(zoomView(around, 100, { x, y }))).toEqual({ town: 'München', radius: 10 })
  expect(searchHere(whole).radius).toBe(null)
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
