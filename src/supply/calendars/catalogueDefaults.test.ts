import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { usualDurations } from '#src/supply/services/catalogue/durations.ts'
import type { CataloguePackage } from '#src/supply/services/catalogue/package.ts'
import { minutesFor } from '#src/supply/services/durations.ts'
import { usualWeek } from './hours/form.ts'
import { minutesOf } from './hours/rules.ts'
import { usualTimes } from './rules.ts'
import { type Calendar, freeDays } from './slots.ts'

const { services }: CataloguePackage = JSON.parse(readFileSync('catalogue/services.json', 'utf8'))

/** Calendar of a company that saved the default week of the hours page. */
const calendar: Calendar = {
  openings: {
    federalState: null,
    hours: usualWeek.flatMap((ranges, day) =>
      ranges.map(({ from, to }) => ({ resourceId: null, weekday: day + 1, minutes: { from: minutesOf(from), to: minutesOf(to) } })),
    ),
    days: [],
    closures: [],
  },
  resources: [{ id: 'a', capacity: 1 }],
  taken: [],
  travelKmh: 45,
}

/** Free starts in the week of Monday, 2026-12-07. */
const startsIn = (minutes: number, isSpread: boolean) => {
  const asked = { now: Date.parse('2026-12-01'), firstDay: '2026-12-07', days: 7, place: null }
  return freeDays(calendar, { ...usualTimes, minutes, isSpread }, asked).flatMap(({ starts }) => starts)
}

test('each default of the catalogue can be booked in the default week, for one unit and for a hundred', () => {
  const unbookable = services.filter(({ price, minutes: [lowMinutes, highMinutes], place }) => {
    const usual = usualDurations({ priceKind: price.kind, priceUnit: price.unit, lowMinutes, highMinutes, places: place })
    return [1, ...(usual.minutesPerUnit !== null && usual.minutesPerUnit <= 60 ? [100] : [])].some(
      (quantity) => startsIn(minutesFor(usual, quantity) ?? 60, usual.isSpread).length === 0,
    )
  })
  expect(services).toHaveLength(593)
  expect(unbookable.map(({ id }) => id)).toEqual([])
})
