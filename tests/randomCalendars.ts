import { addDays } from '#src/platform/kit/dates.ts'
import type { Point } from '#src/platform/kit/distance.ts'
import { type FederalState, federalStates } from '#src/platform/kit/holidays.ts'
import type { Asked, Calendar, Taken, TimeRule } from '#src/supply/calendars/slots.ts'
import type { Minutes, WorkingHours } from '#src/supply/calendars/workingHours.ts'

/** Seeded random number from 0 to 1 (mulberry32). */
export function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const changeDays = ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31']
const states = Object.keys(federalStates) as FederalState[]
const places: readonly (Point | null)[] = [
  null,
  { longitude: 9.99, latitude: 53.55 },
  { longitude: 9.73, latitude: 53.47 },
  { longitude: 10.24, latitude: 53.61 },
]

/** A seeded random calendar, service and request: many on days when clocks change and on holidays. */
export function randomCase(seed: number): { calendar: Calendar; rule: TimeRule; asked: Asked } {
  const random = randomOf(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <T>(all: readonly T[]) => all[below(all.length)] as T
  const quarter = (limit: number) => below(limit) * 15
  const firstDay = random() < 0.5 ? addDays(pick(changeDays), -below(2)) : addDays('2026-01-01', below(700))
  const resources = Array.from({ length: 1 + below(3) }, (_, index) => ({ id: `r${index}`, capacity: random() < 0.2 ? 3 : 1 }))
  const whose = () => (random() < 0.5 ? null : pick(resources).id)
  const openings: WorkingHours = {
    federalState: random() < 0.7 ? pick(states) : null,
    hours: Array.from({ length: 4 + below(10) }, () => ({ resourceId: whose(), weekday: 1 + below(7), minutes: range() })),
    days: random() < 0.3 ? [{ resourceId: whose(), day: addDays(firstDay, below(3)), minutes: random() < 0.3 ? [] : [range()] }] : [],
    closures: random() < 0.2 ? [{ resourceId: whose(), firstDay: addDays(firstDay, below(2)), lastDay: addDays(firstDay, 2) }] : [],
  }
  const rule: TimeRule = {
    minutes: 15 + quarter(20),
    bufferBeforeMinutes: quarter(4),
    bufferAfterMinutes: quarter(4),
    gridMinutes: pick([15, 30, 60]),
    noticeHours: pick([0, 2, 24]),
    horizonDays: pick([1, 2, 60]),
    people: random() < 0.3 ? 2 : 1,
    resourceIds: random() < 0.3 ? [pick(resources).id] : undefined,
  }
  const taken = resources.flatMap(({ id, capacity }) => seats(id, capacity))
  const now = Date.parse(firstDay) + (below(60) - 30) * 3_600_000
  return { calendar: { openings, resources, taken, travelKmh: 45 }, rule, asked: { now, firstDay, days: 2, place: pick(places) } }

  function range(): Minutes {
    if (random() < 0.15) return { from: 0, to: 1_440 }
    const from = quarter(90)
    return { from, to: Math.min(1_440, from + 30 + quarter(40)) }
  }

  function seats(resourceId: string, capacity: number) {
    return Array.from({ length: capacity }, (_, index) => jobs(resourceId, index + 1)).flat()
  }

  function jobs(resourceId: string, seat: number) {
    const all: Taken[] = []
    let from = Date.parse(firstDay) - 86_400_000 + quarter(40) * 60_000
    for (let count = below(8); count > 0; count -= 1) {
      const before = quarter(3) * 60_000
      const core = { from: from + before, to: from + before + (15 + quarter(16)) * 60_000 }
      const during = { from, to: core.to + quarter(3) * 60_000 }
      all.push({ resourceId, seat, during, core, place: pick(places) })
      from = during.to + quarter(30) * 60_000
    }
    return all
  }
}

/** As `randomCase`, for work of up to 60 hours that is spread over days, with jobs and busy times in the weeks after. */
export function randomSpreadCase(seed: number): { calendar: Calendar; rule: TimeRule; asked: Asked } {
  const { calendar, rule, asked } = randomCase(seed)
  const random = randomOf(seed + 1_000_000)
  const below = (limit: number) => Math.floor(random() * limit)
  const spanAfter = (days: number) => {
    const from = Date.parse(asked.firstDay) + below(days * 96) * 900_000
    return { from, to: from + (15 + below(24) * 15) * 60_000 }
  }
  const later = calendar.resources.flatMap(({ id, capacity }) => {
    if (random() < 0.5) return []
    const core = spanAfter(20)
    const from = core.from + 4 * 86_400_000
    const span = { from, to: from + core.to - core.from }
    return [{ resourceId: id, seat: 1 + below(capacity), during: span, core: span, place: random() < 0.5 ? null : asked.place }]
  })
  return {
    calendar: { ...calendar, taken: [...calendar.taken, ...later], busy: random() < 0.3 ? [spanAfter(6)] : [] },
    rule: { ...rule, isSpread: true, minutes: random() < 0.3 ? rule.minutes : 15 + below(240) * 15, gridMinutes: 60 },
    asked,
  }
}
