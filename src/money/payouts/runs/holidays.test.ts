import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, berlinDay, formatMoment } from '#src/platform/kit/dates.ts'
import { easterSunday } from '#src/platform/kit/holidays.ts'
import { bankDayFrom, isBankDay, nextPayoutAt, payoutRhythms, targetHolidays } from './holidays.ts'

test('the days TARGET is closed', () => {
  // Calendars published by the European Central Bank.
  expect(targetHolidays(2024)).toEqual(['2024-01-01', '2024-03-29', '2024-04-01', '2024-05-01', '2024-12-25', '2024-12-26'])
  expect(targetHolidays(2026)).toEqual(['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2026-12-26'])
  for (let year = 2_020; year <= 2_040; year += 1) {
    const good = addDays(easterSunday(year), -2)
    const closed = new Set([`${year}-01-01`, good, addDays(good, 3), `${year}-05-01`, `${year}-12-25`, `${year}-12-26`])
    for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) {
      const isWeekend = /^S/.test(new Date(`${day}T12:00:00Z`).toUTCString())
      expect([day, isBankDay(day)]).toEqual([day, !isWeekend && !closed.has(day)])
    }
  }
  // German holidays that TARGET does not observe are bank days.
  expect(isBankDay('2026-05-14')).toBe(true)
  expect(bankDayFrom('2026-12-25')).toBe('2026-12-28')
})

test.each([
  ['weekly', '2026-11-22T12:00:00Z', '23.11.2026, 06:00 Uhr'],
  ['weekly', '2026-11-23T04:59:59Z', '23.11.2026, 06:00 Uhr'],
  ['weekly', '2026-11-23T05:00:00Z', '30.11.2026, 06:00 Uhr'],
  // Easter Monday: the run moves to Tuesday.
  ['weekly', '2026-04-04T12:00:00Z', '07.04.2026, 06:00 Uhr'],
  ['weekly', '2026-04-06T12:00:00Z', '07.04.2026, 06:00 Uhr'],
  // Daylight saving time begins on 29 March and ends on 25 October: 06:00 stays 06:00.
  ['weekly', '2026-03-28T12:00:00Z', '30.03.2026, 06:00 Uhr'],
  ['weekly', '2026-10-24T12:00:00Z', '26.10.2026, 06:00 Uhr'],
  ['daily', '2026-11-20T12:00:00Z', '23.11.2026, 06:00 Uhr'],
  ['daily', '2026-04-02T12:00:00Z', '07.04.2026, 06:00 Uhr'],
  ['daily', '2026-12-24T12:00:00Z', '28.12.2026, 06:00 Uhr'],
  ['daily', '2026-03-27T12:00:00Z', '30.03.2026, 06:00 Uhr'],
] as const)('%s after %s: %s', (rhythm, after, shown) => {
  expect(formatMoment(nextPayoutAt(rhythm, new Date(after)))).toBe(shown)
})

test.each([
  [{ weekday: 3, clock: '08:00' }, '2026-11-22T12:00:00Z', '25.11.2026, 08:00 Uhr'],
  [{ weekday: 3, clock: '08:00' }, '2026-11-25T07:00:00Z', '02.12.2026, 08:00 Uhr'],
  [{ weekday: 5, clock: '05:00' }, '2026-11-22T12:00:00Z', '27.11.2026, 05:00 Uhr'],
  // Good Friday: the run moves to the Tuesday after Easter, in the next week.
  [{ weekday: 5, clock: '06:00' }, '2026-04-01T12:00:00Z', '07.04.2026, 06:00 Uhr'],
  [{ weekday: 5, clock: '06:00' }, '2026-04-06T12:00:00Z', '07.04.2026, 06:00 Uhr'],
  [{ weekday: 5, clock: '06:00' }, '2026-04-07T12:00:00Z', '10.04.2026, 06:00 Uhr'],
] as const)('weekly by the setting %o after %s: %s', (schedule, after, shown) => {
  expect(formatMoment(nextPayoutAt('weekly', new Date(after), schedule))).toBe(shown)
})

test('the next payout lies ahead, at six on a bank day, and none lies between', () => {
  const moments = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 11, 31) }).map((ms) => new Date(ms))
  fc.assert(
    fc.property(fc.constantFrom(...payoutRhythms), moments, (rhythm, after) => {
      const next = nextPayoutAt(rhythm, after)
      expect(next > after).toBe(true)
      expect(formatMoment(next)).toMatch(/, 06:00 Uhr$/)
      expect(isBankDay(berlinDay(next))).toBe(true)
      expect(nextPayoutAt(rhythm, new Date(next.getTime() - 1))).toEqual(next)
      const days = (next.getTime() - after.getTime()) / 86_400_000
      // At most the four days of Easter, or Christmas next to a weekend; weekly runs add up to a week and a Monday's holiday.
      expect(days).toBeLessThanOrEqual(rhythm === 'daily' ? 5.1 : 9.1)
    }),
    { numRuns: 2_000 },
  )
})
