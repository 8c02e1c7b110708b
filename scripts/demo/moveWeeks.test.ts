import { describe, expect, test } from 'vitest'
import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import { openMove, weeksSince } from './moveWeeks.ts'

const monday = '2026-01-05'

describe('the demo moves to the week of today', () => {
  // Around both changes of the clock, on every day of a week, and over a leap day.
  test.each(['2026-10-24', '2026-10-25', '2026-10-26', '2027-03-27', '2027-03-28', '2027-03-29', '2028-02-29', '2026-11-23', '2026-11-24'])(
    'on %s: what happened at six, at noon and just before midnight still does',
    (today) => {
      const { days, weekday } = weeksSince(monday, berlinInstant(today, '12:00'))
      expect(days % 7).toBe(0)
      expect(addDays(monday, days + weekday)).toBe(today)
      const move = openMove(days)
      for (const time of ['00:10', '06:00', '12:00', '23:59'])
        for (const day of [0, 3, 6, weekday].map((after) => addDays(monday, after)))
          expect(move.timestamp(berlinInstant(day, time).toISOString())).toBe(berlinInstant(addDays(day, days), time).toISOString())
    },
  )

  test('ranges of instants and of days move with them, over a change of the clock', () => {
    const move = openMove(140)
    expect(move.range('["2026-01-05 07:00:00+00","2026-01-05 09:30:00+00")')).toBe(
      '["2026-05-25T06:00:00.000Z","2026-05-25T08:30:00.000Z")',
    )
    expect(move.range('[2026-01-05,2026-01-12)')).toBe('[2026-05-25,2026-06-01)')
  })
})
