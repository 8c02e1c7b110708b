import { expect, test } from 'vitest'
import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import { randomSpreadCase } from '../../../tests/randomCalendars.ts'
import { freeStartsByMinutes } from '../../../tests/slotOracle.ts'
import { availabilityOf } from './availability/rules.ts'
import { longestOf } from './parts.ts'
import { type Calendar, chooseSeats, freeDays, type TimeRule } from './slots.ts'
import { endText, partLines, termText } from './termTexts.ts'
import type { WorkingHours } from './workingHours.ts'

// 2026-12-07 is a Monday.
const monday = '2026-12-07'
const at = (days: number, time: string) => berlinInstant(addDays(monday, days), time).getTime()
const job: TimeRule = {
  minutes: 1_440,
  isSpread: true,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  gridMinutes: 60,
  noticeHours: 0,
  horizonDays: 60,
  people: 1,
  resourceIds: undefined,
}
/** Open from Monday to Friday, 8 to 12 and 13 to 17. */
const workdays: WorkingHours = {
  federalState: null,
  hours: [1, 2, 3, 4, 5].flatMap((weekday) => [480, 780].map((from) => ({ resourceId: null, weekday, minutes: { from, to: from + 240 } }))),
  days: [],
  closures: [],
}
const calendar: Calendar = { openings: workdays, resources: [{ id: 'a', capacity: 1 }], taken: [], travelKmh: 45 }
const asked = { now: at(-5, '00:00'), firstDay: monday, days: 1, place: null }
const startsOn = (part: Partial<TimeRule>, firstDay = monday, changed: Partial<Calendar> = {}) =>
  freeDays({ ...calendar, ...changed }, { ...job, ...part }, { ...asked, firstDay })[0]
const coresOf = (part: Partial<TimeRule>, start: number) =>
  chooseSeats(calendar, { ...job, ...part }, { start, place: null })?.map(({ core }) => [core.from, core.to])

test('free times of spread work are what a minute by minute search finds', () => {
  let found = 0
  for (let seed = 1; seed <= 250; seed += 1) {
    const { calendar: random, rule, asked: wanted } = randomSpreadCase(seed)
    const starts = freeDays(random, rule, wanted).flatMap((day) => day.starts)
    expect({ seed, starts }).toEqual({ seed, starts: freeStartsByMinutes(random, rule, wanted) })
    for (const start of starts) {
      const takes = chooseSeats(random, rule, { start, place: wanted.place }) ?? []
      for (const own of Map.groupBy(takes, ({ resourceId }) => resourceId).values())
        expect(own.reduce((sum, { core }) => sum + core.to - core.from, 0)).toBe(rule.minutes * 60_000)
    }
    found += starts.length
  }
  expect(found).toBeGreaterThan(300)
})

test('three days of work continue over breaks, nights and the weekend', () => {
  expect(coresOf({}, at(0, '10:00'))).toEqual([
    [at(0, '10:00'), at(0, '12:00')],
    [at(0, '13:00'), at(0, '17:00')],
    [at(1, '08:00'), at(1, '12:00')],
    [at(1, '13:00'), at(1, '17:00')],
    [at(2, '08:00'), at(2, '12:00')],
    [at(2, '13:00'), at(2, '17:00')],
    [at(3, '08:00'), at(3, '10:00')],
  ])
  expect(coresOf({ minutes: 480 }, at(4, '13:00'))).toEqual([
    [at(4, '13:00'), at(4, '17:00')],
    [at(7, '08:00'), at(7, '12:00')],
  ])
  expect(coresOf({}, at(0, '12:30'))).toBeUndefined()
})

test('work of up to four hours continues after a break, never on another day', () => {
  expect(startsOn({ minutes: 240 })?.starts.map((start) => (start - at(0, '00:00')) / 3_600_000)).toEqual([8, 9, 10, 11, 13])
  expect(startsOn({ minutes: 300 })?.starts).toHaveLength(8)
  expect(startsOn({ minutes: 240, isSpread: false })?.starts).toHaveLength(2)
})

test('work ends within 30 days, or its day says that it is too short', () => {
  expect(startsOn({ minutes: 10_560 })?.starts).toHaveLength(8)
  expect(startsOn({ minutes: 10_561 })).toMatchObject({ starts: [], reason: 'short' })
})

test('buffers come before the first and after the last part', () => {
  const takes = chooseSeats(
    calendar,
    { ...job, minutes: 480, bufferBeforeMinutes: 30, bufferAfterMinutes: 45 },
    { start: at(0, '08:00'), place: null },
  )
  expect(takes?.map(({ during }) => [during.from, during.to])).toEqual([
    [at(0, '07:30'), at(0, '12:00')],
    [at(0, '13:00'), at(0, '17:45')],
  ])
})

test('a team works the same minutes at its own hours; the job ends with the last of them', () => {
  const openings = { ...workdays, hours: [...workdays.hours, { resourceId: 'b', weekday: 1, minutes: { from: 480, to: 1_020 } }] }
  const team = { ...calendar, openings, resources: [...calendar.resources, { id: 'b', capacity: 1 }] }
  const takes = chooseSeats(team, { ...job, minutes: 480, people: 2 }, { start: at(0, '08:00'), place: null }) ?? []
  expect(takes.map(({ resourceId, core }) => [resourceId, core.from, core.to])).toEqual([
    ['a', at(0, '08:00'), at(0, '12:00')],
    ['a', at(0, '13:00'), at(0, '17:00')],
    ['b', at(0, '08:00'), at(0, '16:00')],
  ])
  expect(longestOf(takes)).toEqual([
    { from: at(0, '08:00'), to: at(0, '12:00') },
    { from: at(0, '13:00'), to: at(0, '17:00') },
  ])
})

test('a job between two parts must be reachable from each of them', () => {
  const far = { longitude: 13.4, latitude: 52.5 }
  const during = { from: at(0, '17:30'), to: at(0, '18:30') }
  const taken = [{ resourceId: 'a', seat: 1, during, core: during, place: far }]
  const here = { longitude: 9.99, latitude: 53.55 }
  const free = (place: typeof here) => chooseSeats({ ...calendar, taken }, job, { start: at(0, '08:00'), place }) !== undefined
  expect([free(here), free(far)]).toEqual([false, true])
})

test('the availability index knows the starts of spread work', () => {
  const service = { ...job, bookingMode: 'instant' as const, resourceIds: [] }
  const { free } = availabilityOf({ calendar, services: [service], today: monday, now: at(0, '00:00') })
  // 8:00 is the fifth half hour of the index.
  expect(((free[0] ?? 0) >> 4) & 1).toBe(1)
  const short = availabilityOf({ calendar, services: [{ ...service, minutes: 300, isSpread: false }], today: monday, now: at(0, '00:00') })
  expect(short.free[0]).toBe(0)
})

test('times are written for one day and for several', () => {
  const parts = [
    { from: at(0, '10:00'), to: at(0, '12:00') },
    { from: at(0, '13:00'), to: at(0, '17:00') },
    { from: at(2, '08:00'), to: at(2, '09:00') },
  ]
  expect(termText(parts)).toBe(
    'Mo, 7.12. bis Mi, 9.12.2026\nMo, 7.12.: 10:00 bis 12:00 und 13:00 bis 17:00 Uhr\nMi, 9.12.: 08:00 bis 09:00 Uhr',
  )
  expect(termText(parts.slice(0, 2))).toBe('Montag, 7. Dezember 2026, 10:00 bis 12:00 und 13:00 bis 17:00 Uhr')
  expect(partLines(parts.slice(2))).toEqual(['08:00 bis 09:00 Uhr'])
  expect([endText(monday, `${monday} 17:00`), endText(monday, '2026-12-09 09:00')]).toEqual(['17:00 Uhr', 'Mi, 9.12., 09:00 Uhr'])
})
