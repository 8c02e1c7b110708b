import { describe, expect, test } from 'vitest'
import { busyTimesOf } from './parseActions.ts'

const eventOf = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT']
const calendarOf = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const from = Date.parse('2026-10-01T00:00:00Z')
const to = from + 180 * 86_400_000
const minute = (at: number) => new Date(at).toISOString().slice(0, 16)
function read(text: string) {
  const { spans, remarks, isPartial } = busyTimesOf({ text, from, to, host: 'handschlag.example' })
  return {
    times: spans.map((span) => `${minute(span.from)}/${minute(span.to)}`),
    kinds: remarks.map(({ kind }) => kind),
    remarks,
    isPartial,
  }
}
const clean = (...times: string[]) => expect.objectContaining({ times, kinds: [], isPartial: false })
const at = (zone: string, begin = '20261211T090000', end = '20261211T100000') =>
  read(calendarOf(...eventOf('1', `DTSTART;TZID=${zone}:${begin}`, `DTEND;TZID=${zone}:${end}`)))

describe('zones that the file does not describe', () => {
  test.each([
    ['Eastern Standard Time', '14:00'],
    ['W. Europe Standard Time', '08:00'],
    ['w. europe standard time', '08:00'],
    ['"Tokyo Standard Time"', '00:00'],
    ['/freeassociation.sourceforge.net/America/New_York', '14:00'],
    ['/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires', '12:00'],
    ['/mozilla.org/20050126_1/Europe/Berlin', '08:00'],
    ['/softwarestudio.org/Olson_20011030_5/America/Los_Angeles', '17:00'],
    ['UTC', '09:00'],
    ['GMT', '09:00'],
    ['Etc/GMT-3', '06:00'],
    ['UTC+01:00', '08:00'],
    ['GMT-0500', '14:00'],
    ['CET', '08:00'],
    ['MEZ', '08:00'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', '08:00'],
    ['"(UTC+00:00) Dublin, Edinburgh, Lisbon, London"', '09:00'],
  ])('%s', (zone, begin) => {
    const end = `${String(Number(begin.slice(0, 2)) + 1).padStart(2, '0')}:00`
    expect(at(zone)).toEqual(clean(`2026-12-11T${begin}/2026-12-11T${end}`))
  })

  test('an unknown one takes every hour that can be meant, and is named', () => {
    const { times, remarks } = at('Mars/Olympus Mons')
    expect(times).toEqual(['2026-12-10T19:00/2026-12-11T22:00'])
    expect(remarks).toEqual([expect.objectContaining({ kind: 'zone', name: 'Mars/Olympus Mons' })])
    const usual = read(calendarOf('X-WR-TIMEZONE:Mars/Phobos', ...eventOf('1', 'DTSTART:20261211T090000', 'DTEND:20261211T100000')))
    expect(usual.times).toEqual(['2026-12-10T19:00/2026-12-11T22:00'])
    expect(usual.remarks).toEqual([expect.objectContaining({ kind: 'zone', name: 'Mars/Phobos' })])
  })

  test('a zone described without a change of its clocks is looked up by its name', () => {
    const empty = ['BEGIN:VTIMEZONE', 'TZID:Eastern Standard Time', 'END:VTIMEZONE']
    const event = eventOf('1', 'DTSTART;TZID=Eastern Standard Time:20261211T090000', 'DURATION:PT1H')
    expect(read(calendarOf(...empty, ...event))).toEqual(clean('2026-12-11T14:00/2026-12-11T15:00'))
  })
})

test('each end counts in its own zone', () => {
  const flight = (begin: string, end: string) => read(calendarOf(...eventOf('f', begin, end)))
  expect(flight('DTSTART;TZID=Europe/Berlin:20261211T130000', 'DTEND;TZID=America/New_York:20261211T160000')).toEqual(
    clean('2026-12-11T12:00/2026-12-11T21:00'),
  )
  expect(flight('DTSTART;TZID=America/New_York:20261211T160000', 'DTEND;TZID=Europe/Berlin:20261212T060000')).toEqual(
    clean('2026-12-11T21:00/2026-12-12T05:00'),
  )
  expect(flight('DTSTART:20261211T130000Z', 'DTEND;TZID=Eastern Standard Time:20261211T100000')).toEqual(
    clean('2026-12-11T13:00/2026-12-11T15:00'),
  )
})

const series = (start: string, ...lines: string[]) => read(calendarOf(...eventOf('s', `DTSTART:${start}`, 'DURATION:PT1H', ...lines)))
const daysOf = ({ times }: { times: string[] }) => times.map((time) => time.slice(5, 10))

describe('repetitions', () => {
  test('the start counts whether or not it fits the rule', () => {
    expect(daysOf(series('20261013T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3'))).toEqual(['10-13', '10-14', '10-21'])
    expect(daysOf(series('20261013T090000Z', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20261201T090000Z'))).toEqual([
      '10-13',
      '11-01',
      '12-01',
    ])
    expect(daysOf(series('20261013T090000Z', 'RDATE:20261020T090000Z'))).toEqual(['10-13', '10-20'])
    expect(daysOf(series('20261013T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=2', 'EXDATE:20261013T090000Z'))).toEqual(['10-14'])
  })

  test.each([
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', ['10-01', '10-30', '11-30', '12-31', '01-29', '02-26']],
    ['FREQ=MONTHLY;BYDAY=-1FR', ['10-01', '10-30', '11-27', '12-25', '01-29', '02-26', '03-26']],
    ['FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=20270201', ['10-01', '10-31', '12-31', '01-31']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', ['10-01']],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', ['10-01']],
    ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO', ['10-01', '12-28']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4', ['10-01', '10-11', '10-13', '10-25']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4', ['10-01', '10-04', '10-13', '10-18']],
    ['freq=weekly;count=2;', ['10-01', '10-08']],
    ['RSCALE=GREGORIAN;FREQ=DAILY;COUNT=2', ['10-01', '10-02']],
  ])('%s', (rule, days) => {
    const { kinds, ...found } = series('20261001T090000Z', `RRULE:${rule}`)
    expect([daysOf(found).filter((day) => day < '03' || day > '09' || days.includes(day)), kinds]).toEqual([days, []])
  })

  test('an endless series since 1990 is read like a new one', () => {
    const { times, kinds } = series('19900101T090000Z', 'RRULE:FREQ=DAILY')
    expect([times.length, times[0], kinds]).toEqual([180, '2026-10-01T09:00/2026-10-01T10:00', []])
    expect(daysOf(series('19900101T090000Z', 'RRULE:FREQ=WEEKLY;INTERVAL=7')).slice(0, 2)).toEqual(['10-05', '11-23'])
    expect(series('19900101T090000Z', 'RRULE:FREQ=DAILY;COUNT=13500').times.length).toBe(78)
  })

  test('exceptions name a moment in any zone, or a day', () => {
    const weekly = ['DTSTART;TZID=Europe/Berlin:20261214T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3']
    const days = (...lines: string[]) => daysOf(read(calendarOf(...eventOf('s', ...weekly, ...lines))))
    expect(days('EXDATE:20261221T080000Z')).toEqual(['12-14', '12-28'])
    expect(days('EXDATE;VALUE=DATE:20261221')).toEqual(['12-14', '12-28'])
    expect(days('EXDATE;TZID=Eastern Standard Time:20261221T030000,20261228T030000')).toEqual(['12-14'])
  })

  test('this and all following', () => {
    const weekly = eventOf('s', 'DTSTART:20261102T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=4')
    const moved = eventOf('s', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261116T090000Z', 'DTSTART:20261117T100000Z', 'DURATION:PT2H')
    expect(read(calendarOf(...weekly, ...moved)).times).toEqual([
      '2026-11-02T09:00/2026-11-02T10:00',
      '2026-11-09T09:00/2026-11-09T10:00',
      '2026-11-17T10:00/2026-11-17T12:00',
      '2026-11-24T10:00/2026-11-24T12:00',
    ])
  })
})

describe('what can be read counts, what cannot is named', () => {
  const good = eventOf('good', 'DTSTART:20261211T140000Z', 'DTEND:20261211T150000Z')
  const goodTime = '2026-12-11T14:00/2026-12-11T15:00'

  test('a byte-order mark, bare line ends, several calendars', () => {
    const other = eventOf('other', 'DTSTART:20261212T140000Z', 'DURATION:PT1H')
    const two = `\uFEFF${calendarOf(...good)}\uFEFF${calendarOf(...other)}`
    expect(read(two)).toEqual(clean(goodTime, '2026-12-12T14:00/2026-12-12T15:00'))
    expect(read(two.replaceAll('\r\n', '\n'))).toEqual(clean(goodTime, '2026-12-12T14:00/2026-12-12T15:00'))
    expect(read(two.replaceAll('\r\n', '\r'))).toEqual(clean(goodTime, '2026-12-12T14:00/2026-12-12T15:00'))
  })

  test.each([
    ['no start', ['DTEND:20261212T150000Z'], 'start', true, []],
    ['a day that does not exist', ['DTSTART:20261232T140000Z', 'DURATION:PT1H'], 'start', true, []],
    [
      'an end before the start',
      ['DTSTART:20261212T140000Z', 'DTEND:20261212T130000Z'],
      'end',
      false,
      ['2026-12-12T14:00/2026-12-12T23:00'],
    ],
    ['an unreadable end', ['DTSTART:20261212T140000Z', 'DTEND:morgen'], 'end', false, ['2026-12-12T14:00/2026-12-12T23:00']],
    ['an unreadable duration', ['DTSTART:20261212T140000Z', 'DURATION:1 h'], 'end', false, ['2026-12-12T14:00/2026-12-12T23:00']],
    [
      'an unknown rule',
      ['DTSTART:20261212T140000Z', 'DURATION:PT1H', 'RRULE:FREQ=FORTNIGHTLY'],
      'rule',
      true,
      ['2026-12-12T14:00/2026-12-12T15:00'],
    ],
    [
      'a rule with an unknown part',
      ['DTSTART:20261212T140000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYEASTER=0'],
      'rule',
      true,
      ['2026-12-12T14:00/2026-12-12T15:00'],
    ],
    [
      'another calendar than ours',
      ['DTSTART:20261212T140000Z', 'DURATION:PT1H', 'RRULE:RSCALE=CHINESE;FREQ=YEARLY'],
      'rule',
      true,
      ['2026-12-12T14:00/2026-12-12T15:00'],
    ],
  ] as const)('%s', (_, lines, kind, isPartial, times) => {
    const text = calendarOf(...eventOf('odd', ...lines), ...good, 'BEGIN:VEVENT', 'no line at all', 'UID;:', 'END:VEVENT')
    const found = read(text)
    expect([found.times, found.kinds.includes(kind)]).toEqual([[goodTime, ...times], true])
    const alone = read(calendarOf(...eventOf('odd', ...lines)))
    expect([alone.isPartial, alone.kinds]).toEqual([isPartial, [kind]])
  })

  test('a file that ends within an event', () => {
    const text = calendarOf(...good, ...eventOf('late', 'DTSTART:20261212T140000Z', 'DURATION:PT1H'))
      .split('END:VEVENT')
      .slice(0, -1)
      .join('END:VEVENT')
    expect(read(text)).toMatchObject({ times: [goodTime, '2026-12-12T14:00/2026-12-12T15:00'], kinds: ['cut'], isPartial: true })
  })

  test('an event without its end does not swallow the next one', () => {
    const open = ['BEGIN:VEVENT', 'UID:open', 'DTSTART:20261212T140000Z', 'DURATION:PT1H', 'BEGIN:VALARM', 'TRIGGER:-PT1H']
    expect(read(calendarOf(...open, ...good)).times).toEqual([goodTime, '2026-12-12T14:00/2026-12-12T15:00'])
  })

  test('published busy times', () => {
    const busy = [
      'BEGIN:VFREEBUSY',
      'UID:f',
      'FREEBUSY;FBTYPE=BUSY:20261211T140000Z/PT1H,20261212T140000Z/20261212T150000Z',
      'FREEBUSY;FBTYPE=FREE:20261213T140000Z/PT1H',
      'END:VFREEBUSY',
    ]
    expect(read(calendarOf(...busy))).toEqual(clean(goodTime, '2026-12-12T14:00/2026-12-12T15:00'))
  })

  test.each([
    ['FREQ=SECONDLY'],
    ['FREQ=MINUTELY'],
    ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'],
    [`FREQ=DAILY;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]};BYSECOND=${[...Array(60).keys()]}`],
  ])('a bomb takes what it may mean, and leaves the others (%s)', (rule) => {
    const bomb = eventOf('b', 'DTSTART:20261012T000000Z', 'DURATION:PT1S', `RRULE:${rule}`)
    const { times, kinds } = read(calendarOf(...bomb, ...eventOf('g', 'DTSTART:20261005T140000Z', 'DURATION:PT1H')))
    expect([times[0], kinds]).toEqual(['2026-10-05T14:00/2026-10-05T15:00', ['dense']])
    expect(times.length).toBe(2)
    expect(times[1]).toContain('2026-10-12T00:00/2027-03-')
  })
})
