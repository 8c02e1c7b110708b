import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  berlinDay,
  berlinInstant,
  berlinOffset,
  formatAgo,
  formatDate,
  formatLongDate,
  formatMonth,
  formatMonthShort,
  formatTime,
  isBerlinTime,
  isCalendarDay,
  isoWeek,
  mondayOf,
} from './dates.ts'

test.each([
  ['2026-11-21T22:59:59Z', '2026-11-21'],
  ['2026-11-21T23:00:00Z', '2026-11-22'],
  ['2026-07-01T22:00:00Z', '2026-07-02'],
])('at %s it is %s in Berlin', (moment, day) => expect(berlinDay(new Date(moment))).toBe(day))

test.each([
  ['2026-12-03', '07:30', '2026-12-03T06:30:00.000Z'],
  ['2026-07-01', '07:30:00', '2026-07-01T05:30:00.000Z'],
  ['2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
  ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
])('Berlin shows %s %s at %s', (date, time, moment) => expect(berlinInstant(date, time).toISOString()).toBe(moment))

test.each([
  ['2026-03-29', '01:59', true],
  ['2026-03-29', '02:00', false],
  ['2026-03-29', '02:59:00', false],
  ['2026-03-29', '03:00', true],
  ['2026-10-25', '02:30', true],
])('a Berlin clock shows %s %s: %s', (date, time, isShown) => expect(isBerlinTime(date, time)).toBe(isShown))

test.each([
  ['2026-11-22', 18, '2028-05-22'],
  ['2026-08-31', 18, '2028-02-29'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-01-01', 12, '2027-01-01'],
])('%s and %i months are %s', (date, months, later) => expect(addMonths(date, months)).toBe(later))

test('days and times are written German', () => {
  expect([formatDate('2026-12-03'), formatLongDate('2026-12-03'), formatTime('07:30:00')]).toEqual([
    '03.12.2026',
    'Donnerstag, 3. Dezember 2026',
    '07:30 Uhr',
  ])
})

test('a day of the calendar is one, anything else is none', () => {
  expect(['2026-02-28', '2028-02-29', '0001-01-01', '2026-02-29', '2026-13-01', '0000-01-01', '26-1-1', ''].map(isCalendarDay)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  expect([addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual(['2027-01-01', '2026-02-28'])
})

test.each([
  ['2026-11-21T08:00:00Z', 'heute'],
  ['2026-11-20T08:00:00Z', 'gestern'],
  ['2026-11-15T08:00:00Z', 'vor 6 Tagen'],
  ['2026-10-21T08:00:00Z', 'vor 4 Wochen'],
  ['2026-08-01T08:00:00Z', 'vor 3 Monaten'],
  ['2023-08-01T08:00:00Z', 'vor 3 Jahren'],
])('%s lies %s back', (moment, words) => expect(formatAgo(new Date(moment), new Date('2026-11-21T12:00:00Z'))).toBe(words))

test.each([
  ['2026-11', 'November 2026', 'Nov'],
  ['2026-03', 'März 2026', 'Mär'],
  ['2027-06', 'Juni 2027', 'Jun'],
  ['2026-09', 'September 2026', 'Sep'],
])('the month %s is %s, short %s', (month, long, short) => expect([formatMonth(month), formatMonthShort(month)]).toEqual([long, short]))

test.each([
  ['2026-11-21', '2026-11-16', 47],
  ['2026-11-16', '2026-11-16', 47],
  ['2026-11-15', '2026-11-09', 46],
  ['2026-12-31', '2026-12-28', 53],
  ['2027-01-03', '2026-12-28', 53],
  ['2027-01-04', '2027-01-04', 1],
  ['2024-12-30', '2024-12-30', 1],
  ['2026-01-01', '2025-12-29', 1],
])('%s lies in the week from %s, number %i', (day, monday, week) => expect([mondayOf(day), isoWeek(day)]).toEqual([monday, week]))

test('the offset of Berlin is what the time zone database says, every hour of 44 years', () => {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', hour: 'numeric', hourCycle: 'h23' })
  const wrong: string[] = []
  for (let at = Date.UTC(1996, 0, 1); at < Date.UTC(2040, 0, 1); at += 3_600_000) {
    const shown = (new Date(at).getUTCHours() + berlinOffset(at) / 3_600_000) % 24
    if (Number(clock.format(at)) !== shown) wrong.push(new Date(at).toISOString())
  }
  expect(wrong).toEqual([])
})
