import { expect, test } from 'vitest'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { randomCase } from '../../../tests/randomCalendars.ts'
import { freeStartsByMinutes } from '../../../tests/slotOracle.ts'
import { listUnbookable } from './bookable.ts'
import { canNeverFit, tooShortFor } from './fitTexts.ts'
import { type Calendar, chooseSeats, freeDays, isOffered, type TimeRule } from './slots.ts'
import type { WorkingHours } from './workingHours.ts'

const hourly: TimeRule = {
  minutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  gridMinutes: 60,
  noticeHours: 0,
  horizonDays: 60,
  people: 1,
  resourceIds: undefined,
}
const closed: WorkingHours = { federalState: null, hours: [], days: [], closures: [] }
const always: WorkingHours = {
  ...closed,
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ resourceId: null, weekday, minutes: { from: 0, to: 1_440 } })),
}
const calendarOf = (openings: WorkingHours): Calendar => ({ openings, resources: [{ id: 'a', capacity: 1 }], taken: [], travelKmh: 45 })
const askedOn = (firstDay: string) => ({ now: Date.parse('2026-01-01'), firstDay, days: 1, place: null })

test('free times are what a minute by minute search with the time zone database finds', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const { calendar, rule, asked } = randomCase(seed)
    const found = freeDays(calendar, rule, asked).flatMap(({ starts }) => starts)
    expect({ seed, found }).toEqual({ seed, found: freeStartsByMinutes(calendar, rule, asked) })
    for (const start of found) {
      expect(chooseSeats(calendar, rule, { start, place: asked.place })).toHaveLength(rule.people)
      expect(isOffered(rule, { start, now: asked.now })).toBe(true)
    }
  }
})

test.each([
  ['2026-03-29', 23],
  ['2026-10-25', 24],
  ['2026-10-26', 24],
])('a company that never closes offers on %s %i hourly starts', (day, count) => {
  const [found] = freeDays(calendarOf(always), { ...hourly, horizonDays: 365 }, askedOn(day))
  expect(found?.starts).toHaveLength(count)
  expect(found?.starts).not.toContain(berlinInstant(day, '02:30').getTime())
})

test('a night job begins before midnight and ends after it', () => {
  const night = { ...closed, hours: [4, 5].map((weekday) => ({ resourceId: null, weekday, minutes: { from: 0, to: 1_440 } })) }
  const rule = { ...hourly, minutes: 240 }
  const [thursday] = freeDays(calendarOf(night), rule, askedOn('2026-01-08'))
  expect(thursday?.starts.at(-1)).toBe(berlinInstant('2026-01-08', '23:00').getTime())
  const [friday] = freeDays(calendarOf(night), rule, askedOn('2026-01-09'))
  expect(friday?.starts.at(-1)).toBe(berlinInstant('2026-01-09', '20:00').getTime())
})

test('a day that is open, but not long enough without a break, says so', () => {
  const minutes = [
    { from: 480, to: 720 },
    { from: 780, to: 1_020 },
  ]
  const hours = [1, 2, 3, 4, 5].flatMap((weekday) => minutes.map((one) => ({ resourceId: null, weekday, minutes: one })))
  const calendar = calendarOf({ ...always, hours })
  const reasonsOf = (minutes: number) =>
    freeDays(calendar, { ...hourly, minutes }, { ...askedOn('2026-01-09'), days: 3 }).map(({ reason }) => reason)
  expect(reasonsOf(300)).toEqual(['short', 'hours', 'hours'])
  expect(reasonsOf(240)[0]).toBeUndefined()
  const days = reasonsOf(300).map((reason) => ({ reason }))
  expect([canNeverFit(days), canNeverFit([...days, { reason: 'full' }])]).toEqual([true, false])
  expect(tooShortFor(300)).toBe('zu kurz für 5 Stunden')
  const [short] = freeDays(calendar, { ...hourly, minutes: 300 }, askedOn('2026-01-09'))
  expect(tooShortFor(300, short?.openMinutes)).toBe('zu kurz für 5 Stunden (geöffnet 4 Stunden)')
})

test('services without a free time in two weeks are listed with the cause', () => {
  const now = berlinInstant('2026-01-05', '06:00').getTime()
  const hours = [1, 2, 3].map((weekday) => ({ resourceId: null, weekday, minutes: { from: 480, to: 1_020 } }))
  const service = { ...hourly, id: 's', bookingMode: 'instant' as const, resourceIds: [], noticeHours: 12, horizonDays: 60 }
  const company = { ...calendarOf(always), companyId: 'c', policy: 'kulant' as const, isOn: true }
  const causeOf = (
    part: Partial<Omit<TimeRule, 'resourceIds'>>,
    openings: WorkingHours = { ...always, hours },
    taken: Calendar['taken'] = [],
  ) => listUnbookable({ ...company, openings, services: [{ ...service, ...part }], taken }, now).map(({ why }) => why)
  expect(causeOf({})).toEqual([])
  expect(causeOf({ minutes: 720 })).toEqual(['short'])
  expect(causeOf({ noticeHours: 700 })).toEqual(['notice'])
  expect(causeOf({ people: 3 })).toEqual(['people'])
  expect(causeOf({}, { ...always, hours: [] })).toEqual(['closed'])
  const all = { from: now, to: now + 20 * 86_400_000 }
  expect(causeOf({}, undefined, [{ resourceId: 'a', seat: 1, during: all, core: all, place: null }])).toEqual(['full'])
})

test('a day without free times says why', () => {
  const now = berlinInstant('2026-12-22', '12:00').getTime()
  const openings = {
    ...always,
    federalState: 'HH' as const,
    closures: [{ resourceId: null, firstDay: '2026-12-28', lastDay: '2026-12-31' }],
  }
  const day = { from: berlinInstant('2026-12-24', '00:00').getTime(), to: berlinInstant('2026-12-25', '00:00').getTime() }
  const full = { resourceId: 'a', seat: 1, during: day, core: day, place: null }
  const found = freeDays(
    { ...calendarOf(openings), taken: [full] },
    { ...hourly, noticeHours: 12, horizonDays: 8 },
    {
      now,
      firstDay: '2026-12-22',
      days: 10,
      place: null,
    },
  )
  const reasons = found.map(({ day, reason }) => [day.slice(8), reason])
  expect(reasons).toEqual([
    ['22', 'notice'],
    ['23', undefined],
    ['24', 'full'],
    ['25', 'holiday'],
    ['26', 'holiday'],
    ['27', undefined],
    ['28', 'closure'],
    ['29', 'closure'],
    ['30', 'closure'],
    ['31', 'horizon'],
  ])
})
