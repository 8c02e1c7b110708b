import { describe, expect, test } from 'vitest'
import { calendarOf, eventOf } from '../../../../tests/calendarText.ts'
import { busyTimesOf } from './parseActions.ts'

const host = 'handschlag.example'
const from = Date.parse('2026-10-01T00:00:00Z')
const busyIn = (...lines: string[]) =>
  busyTimesOf({ text: calendarOf(...lines), from, to: from + 180 * 86_400_000, host }).spans.map(
    (span) => `${new Date(span.from).toISOString().slice(0, 16)}/${new Date(span.to).toISOString().slice(0, 16)}`,
  )
const berlinZone = (tzid: string) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

describe('what is taken in a calendar, to the minute', () => {
  test('as Google, Outlook, Apple and Proton write it', () => {
    const google = [
      ...berlinZone('Europe/Berlin'),
      ...eventOf('g', 'DTSTART;TZID=Europe/Berlin:20261211T140500', 'DTEND;TZID=Europe/Berlin:20261211T153000'),
    ]
    expect(busyIn(...google)).toEqual(['2026-12-11T13:05/2026-12-11T14:30'])
    const name = 'W. Europe Standard Time'
    const outlook = [...berlinZone(name), ...eventOf('o', `DTSTART;TZID=${name}:20261020T090000`, `DTEND;TZID=${name}:20261020T100000`)]
    expect(busyIn(...outlook)).toEqual(['2026-10-20T07:00/2026-10-20T08:00'])
    expect(busyIn(...eventOf('a', 'DTSTART;TZID=America/New_York:20261211T090000', 'DURATION:PT45M'))).toEqual([
      '2026-12-11T14:00/2026-12-11T14:45',
    ])
    expect(busyIn(...eventOf('p', 'DTSTART:20261211T140000Z', 'DTEND:20261211T150000Z'))).toEqual(['2026-12-11T14:00/2026-12-11T15:00'])
    expect(busyIn(...eventOf('f', 'DTSTART:20261211T140000', 'DTEND:20261211T150000'))).toEqual(['2026-12-11T13:00/2026-12-11T14:00'])
    expect(busyIn(...eventOf('d', 'DTSTART;VALUE=DATE:20261024', 'DTEND;VALUE=DATE:20261026'))).toEqual([
      '2026-10-23T22:00/2026-10-25T23:00',
    ])
  })

  test('repetitions keep their clock time over both changes, with their exceptions', () => {
    const zone = 'TZID=Europe/Berlin'
    const weekly = [
      ...berlinZone('Europe/Berlin'),
      ...eventOf(
        'w',
        `DTSTART;${zone}:20261018T090000`,
        `DTEND;${zone}:20261018T100000`,
        'RRULE:FREQ=WEEKLY;COUNT=4',
        `EXDATE;${zone}:20261101T090000`,
      ),
      ...eventOf('w', `RECURRENCE-ID;${zone}:20261108T090000`, `DTSTART;${zone}:20261109T110000`, `DTEND;${zone}:20261109T120000`),
    ]
    expect(busyIn(...weekly)).toEqual([
      '2026-10-18T07:00/2026-10-18T08:00',
      '2026-10-25T08:00/2026-10-25T09:00',
      '2026-11-09T10:00/2026-11-09T11:00',
    ])
  })

  test('an exception is of its own series only, and without one it is an event', () => {
    const at = ['DTSTART:20261211T140000Z', 'DTEND:20261211T150000Z']
    const series = (uid: string) => eventOf(uid, ...at, 'RRULE:FREQ=WEEKLY;COUNT=2')
    const cancelled = eventOf('b', 'RECURRENCE-ID:20261211T140000Z', ...at, 'STATUS:CANCELLED')
    expect(busyIn(...series('a'), ...series('b'), ...cancelled)).toEqual([
      '2026-12-11T14:00/2026-12-11T15:00',
      '2026-12-18T14:00/2026-12-18T15:00',
    ])
    expect(busyIn(...series('b'), ...cancelled)).toEqual(['2026-12-18T14:00/2026-12-18T15:00'])
    expect(busyIn(...eventOf('c', 'RECURRENCE-ID:20261210T140000Z', ...at))).toEqual(['2026-12-11T14:00/2026-12-11T15:00'])
    expect(busyIn(...eventOf('d', 'DTSTART:20261211T140000Z', 'DURATION:P3650000D'))).toEqual(['2026-12-11T14:00/9999-12-31T00:00'])
  })

  test('what is free, cancelled, over or our own takes nothing', () => {
    const at = ['DTSTART:20261211T140000Z', 'DTEND:20261211T150000Z']
    const nothing = [
      ...eventOf('1', ...at, 'TRANSP:TRANSPARENT'),
      ...eventOf('2', ...at, 'STATUS:CANCELLED'),
      ...eventOf('3', ...at, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'),
      ...eventOf(`4@${host}`, ...at),
      ...eventOf('5', 'DTSTART:20251211T140000Z', 'DTEND:20251211T150000Z'),
    ]
    expect(busyIn(...nothing)).toEqual([])
  })

  test('what is no calendar is refused', () => {
    expect(() => busyTimesOf({ text: '<html>', from, to: from, host })).toThrow()
  })
})
