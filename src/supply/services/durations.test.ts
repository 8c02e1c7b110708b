import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { usualDurations } from './catalogue/durations.ts'
import type { CataloguePackage } from './catalogue/package.ts'
import { isUsuallySpread, minutesFor } from './durations.ts'
import { serviceLimits } from './rules.ts'

const { services }: CataloguePackage = JSON.parse(readFileSync('catalogue/services.json', 'utf8'))

test.each([
  ['by the hour', { priceKind: 'hourly', minutes: 120, minutesPerUnit: null }, 2.5, 150],
  ['by the hour without hours', { priceKind: 'hourly', minutes: 120, minutesPerUnit: null }, undefined, 120],
  ['by the window', { priceKind: 'fixed', minutes: 15, minutesPerUnit: 12 }, 40, 495],
  ['by the window without a base', { priceKind: 'fixed', minutes: null, minutesPerUnit: 12 }, 2, 24],
  ['by the square metre, rounded up', { priceKind: 'from', minutes: 15, minutesPerUnit: 0.7 }, 45, 47],
  ['whole minutes stay whole', { priceKind: 'fixed', minutes: 0, minutesPerUnit: 1.1 }, 10, 11],
  ['one unit by default', { priceKind: 'fixed', minutes: 15, minutesPerUnit: 12 }, undefined, 27],
  ['units that change nothing', { priceKind: 'fixed', minutes: 90, minutesPerUnit: null }, 40, 90],
  ['open', { priceKind: 'fixed', minutes: null, minutesPerUnit: null }, 3, null],
] as const)('minutes of a service %s', (_, service, quantity, minutes) => expect(minutesFor(service, quantity)).toBe(minutes))

test('work over four hours and work by the unit is usually spread over days', () => {
  expect([240, 241].map((minutes) => isUsuallySpread({ minutes, minutesPerUnit: null }))).toEqual([false, true])
  expect(isUsuallySpread({ minutes: 15, minutesPerUnit: 12 })).toBe(true)
})

test('every entry of the catalogue has defaults that a company could save', () => {
  expect(services.length).toBe(593)
  const wrong = services.filter((service) => {
    const { minutes, minutesPerUnit, isSpread } = durationsOf(service)
    const most = isSpread ? serviceLimits.spreadMinutes : serviceLimits.minutes.max
    const isUnit = minutesPerUnit === null || (minutesPerUnit >= serviceLimits.minutesPerUnit.min && minutesPerUnit <= most)
    return minutes < serviceLimits.minutes.min || minutes > most || !isUnit
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
})

test('a usual job of a counted service takes the middle of its usual range', () => {
  const windows = services.find(({ id }) => id === 'fenster-putzen')
  expect(windows && durationsOf(windows)).toEqual({ minutes: 15, minutesPerUnit: 8.8, isSpread: true })
  const painting = services.find(({ id }) => id === 'wohnung-streichen')
  const { minutes, minutesPerUnit } = painting ? durationsOf(painting) : { minutes: 0, minutesPerUnit: null }
  expect(Math.abs((minutesFor({ minutes, minutesPerUnit }, 40) ?? 0) - 840)).toBeLessThan(15)
  // Guests of a catering do not add time, and things brought to a shop take less work than they stay there.
  const wedding = services.find(({ id }) => id === 'hochzeitscatering')
  expect(wedding && durationsOf(wedding)).toEqual({ minutes: 510, minutesPerUnit: null, isSpread: false })
  const laptop = services.find(({ id }) => id === 'laptop-reparieren')
  expect(laptop && durationsOf(laptop)).toEqual({ minutes: 15, minutesPerUnit: 45, isSpread: true })
})

const durationsOf = ({ price, minutes: [lowMinutes, highMinutes], place }: CataloguePackage['services'][number]) =>
  usualDurations({ priceKind: price.kind, priceUnit: price.unit, lowMinutes, highMinutes, places: place })
