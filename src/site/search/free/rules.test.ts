import { expect, test } from 'vitest'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { fitsPart } from '#src/supply/calendars/dayParts.ts'
import { timeLimits } from '#src/supply/services/rules.ts'
import { anyTime, lastRequestableDay, masksOfDay, requestedTime } from './rules.ts'

const now = berlinInstant('2026-11-23', '14:10')

test('a wanted time is days from today, the half hours that count, and the first that can be booked', () => {
  const friday = requestedTime({ day: '2026-11-27', part: 'nachmittag' }, now)
  expect(friday).toMatchObject({ today: '2026-11-23', first: 4, last: 4, mask: 0b1111111111 * 2 ** 12 })
  expect([friday?.earliest[0], friday?.earliest[24]]).toEqual([29, 77])
  expect(requestedTime({ day: null, part: 'abend' }, now)).toMatchObject({ first: 0, last: 27, mask: 0b1111111111 * 2 ** 22 })
  expect(requestedTime({ day: 'morgen', part: null }, now)).toMatchObject({ first: 1, last: 1, mask: 2 ** 32 - 1 })
})

test('of one day each notice leaves the half hours from which it can still be booked', () => {
  const tomorrow = requestedTime({ day: 'morgen', part: null }, now)
  if (!tomorrow) throw new Error('tomorrow is known')
  const masks = masksOfDay(tomorrow)
  // At 14:10 with a day's notice from 14:30 on, the eighteenth half hour after 6:00; with two days' not at all.
  expect([masks[0], masks[24], masks[48]]).toEqual([2 ** 32 - 1, 2 ** 32 - 2 ** 17, undefined])
  const evening = requestedTime({ day: 'morgen', part: 'abend' }, now)
  expect(evening && masksOfDay(evening)[24]).toBe(evening?.mask)
})

test('a day that is over or further than the hints reach is any day', () => {
  for (const day of [null, '2026-11-22', '2026-12-20']) expect(requestedTime({ ...anyTime, day }, now)).toBe(undefined)
  expect(requestedTime({ ...anyTime, day: lastRequestableDay('2026-11-23') }, now)).toMatchObject({ first: 26 })
})

test('every notice that a service may ask for is known', () => {
  expect(requestedTime({ day: 'heute', part: null }, now)?.earliest).toHaveLength(timeLimits.noticeHours.max + 1)
})

test('notice is counted in hours that pass, also when clocks change', () => {
  const before = (moment: Date) => requestedTime({ day: 'heute', part: null }, moment)?.earliest[24]
  expect(before(berlinInstant('2026-10-24', '20:00'))).toBe(48 + 38)
  expect(before(berlinInstant('2026-03-28', '20:00'))).toBe(48 + 42)
})

const half = 30 * 60_000
const change = (day: string, hour: number) => Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)

test.each([
  ['midnight', berlinInstant('2026-11-24', '00:00').getTime()],
  ['a half hour', berlinInstant('2026-11-23', '14:30').getTime()],
  ['the end of summer time', change('2026-10-25', 1)],
  ['the end of summer time, a day ahead', change('2026-10-24', 1)],
  ['the begin of summer time', change('2026-03-29', 1)],
  ['the begin of summer time, a day ahead', change('2026-03-28', 1)],
])('what is remembered of a half hour is what is worked out, around %s', (_, edge) => {
  const at = (moment: number) => requestedTime({ day: 'heute', part: null }, new Date(moment))?.earliest
  const times = [-half, 1 - half, -60_000, -1, 0, 1, 60_000, half, half + 1].map((away) => edge + away)
  // A day between them has none of them remembered.
  const alone = times.map((moment) => [at(moment - 86_400_000), at(moment)][1])
  expect(times.map(at)).toEqual(alone)
})

test('a part of the day is one of the Berlin clock', () => {
  for (const day of ['2026-07-01', '2026-12-01']) {
    const at = (time: string) => berlinInstant(day, time).getTime()
    expect([fitsPart('vormittag', at('11:30')), fitsPart('vormittag', at('12:00')), fitsPart('abend', at('17:00'))]).toEqual([
      true,
      false,
      true,
    ])
  }
})
