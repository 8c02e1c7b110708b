import { expect, test } from 'vitest'
import type { Point } from '#src/platform/kit/distance.ts'
import { randomOf } from '../../../tests/randomCalendars.ts'
import { withBuffers } from './parts.ts'
import { type Calendar, chooseSeats, freeDays, isOffered, type Taken, type TimeRule } from './slots.ts'
import type { WorkingHours } from './workingHours.ts'

const firstDay = '2026-10-19'
const workdays: WorkingHours = {
  federalState: null,
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ resourceId: null, weekday, minutes: { from: 420, to: 1_140 } })),
  days: [],
  closures: [],
}

/** Distance in kilometres by the chord between two points: computed independently of the product. */
function kmBetween(one: Point, other: Point) {
  const spot = ({ longitude, latitude }: Point) => {
    const [east, north] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180]
    return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)] as const
  }
  const [from, to] = [spot(one), spot(other)]
  return 2 * 6_371 * Math.asin(Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]) / 2)
}

/** True if a person cannot get from one job to the next in time. */
function isTooFar(one: Taken, next: Taken, kmh: number) {
  if (!one.place || !next.place) return false
  const km = kmBetween(one.place, next.place)
  const needed = km < 0.001 ? 0 : ((km * 1.3) / kmh) * 60 + 5
  return (next.core.from - one.core.to) / 60_000 < needed - 0.001
}

/** Consecutive jobs of each person. */
function neighbours(taken: readonly Taken[]) {
  return [...Map.groupBy(taken, ({ resourceId, seat }) => `${resourceId} ${seat}`).values()].flatMap((own) => {
    const sorted = own.toSorted((one, other) => one.core.from - other.core.from)
    return sorted.slice(1).map((next, at) => [sorted[at] as Taken, next] as const)
  })
}

/** Simulates a week of customers around a town who book, move and cancel. */
function liveThrough(seed: number) {
  const random = randomOf(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <T>(all: readonly T[]) => all[below(all.length)] as T
  const near = (): Point => ({ longitude: 9.6 + random() * 0.9, latitude: 53.3 + random() * 0.5 })
  const kmh = 30 + below(31)
  const resources = Array.from({ length: 1 + below(3) }, (_, index) => ({ id: `r${index}`, capacity: 1 }))
  const regular = [near(), near(), near()]
  const calendar = { openings: workdays, resources, travelKmh: kmh }
  const jobs = new Map<number, Taken[]>()
  const seen = { refusedForTheWay: 0, moved: 0, cancelled: 0 }
  for (let customer = 0; customer < 16; customer += 1) {
    const rule: TimeRule = {
      minutes: 30 + below(12) * 15,
      bufferBeforeMinutes: pick([0, 0, 15]),
      bufferAfterMinutes: pick([0, 0, 30]),
      gridMinutes: pick([15, 30, 60]),
      noticeHours: pick([0, 24, 48]),
      horizonDays: 60,
      people: resources.length > 1 && random() < 0.2 ? 2 : 1,
      resourceIds: undefined,
    }
    const now = Date.parse(firstDay) + below(96) * 3_600_000
    const act = random()
    const mine = below(customer + 1)
    if (act < 0.15 && jobs.delete(mine)) {
      seen.cancelled += 1
      continue
    }
    // Moving a booking frees its own time first, as in the product.
    const isMove = act < 0.4 && jobs.has(mine)
    const others = [...jobs].flatMap(([id, taken]) => (isMove && id === mine ? [] : taken))
    const asked: Calendar = { ...calendar, taken: others }
    const place = random() < 0.1 ? null : random() < 0.3 ? pick(regular) : near()
    const startsFor = (at: Point | null) => freeDays(asked, rule, { now, firstDay, days: 5, place: at }).flatMap(({ starts }) => starts)
    const starts = startsFor(place)
    if (seed % 10 === 0) seen.refusedForTheWay += startsFor(null).length - starts.length
    // Half of the starts are close to another job, where travel time matters.
    const edges = starts.filter((start) => others.some(({ core }) => Math.abs(core.to - start) < 5_400_000))
    const start = random() < 0.5 && edges.length > 0 ? pick(edges) : pick(starts)
    if (start === undefined) continue
    const seats = chooseSeats(asked, rule, { start, place })
    expect({ seed, seats: seats?.length }).toEqual({ seed, seats: rule.people })
    expect(start >= now + rule.noticeHours * 3_600_000 && isOffered(rule, { start, now })).toBe(true)
    const core = { from: start, to: start + rule.minutes * 60_000 }
    seen.moved += isMove ? 1 : 0
    jobs.set(
      isMove ? mine : customer,
      (seats ?? []).map((seat) => ({ ...seat, core, during: withBuffers(core, rule), place })),
    )
  }
  return { taken: [...jobs.values()].flat(), kmh, seen }
}

test('1,000 weeks of booking, moving and cancelling: travel times are always kept', () => {
  const sums = { pairs: 0, refusedForTheWay: 0, moved: 0, cancelled: 0 }
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const { taken, kmh, seen } = liveThrough(seed)
    const pairs = neighbours(taken)
    expect({ seed, late: pairs.filter(([one, next]) => isTooFar(one, next, kmh)) }).toEqual({ seed, late: [] })
    expect({ seed, twice: pairs.filter(([one, next]) => next.during.from < one.during.to) }).toEqual({ seed, twice: [] })
    sums.pairs += pairs.length
    sums.refusedForTheWay += seen.refusedForTheWay
    sums.moved += seen.moved
    sums.cancelled += seen.cancelled
  }
  expect(sums.pairs).toBeGreaterThan(5_000)
  expect(sums.refusedForTheWay).toBeGreaterThan(1_000)
  expect(Math.min(sums.moved, sums.cancelled)).toBeGreaterThan(500)
})
