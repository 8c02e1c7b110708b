const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Rule parts with lists of numbers, with their minimum and maximum; 0 is allowed only where the minimum is 0. */
const bounds = {
  BYSECOND: [0, 60],
  BYMINUTE: [0, 59],
  BYHOUR: [0, 23],
  BYMONTHDAY: [-31, 31],
  BYYEARDAY: [-366, 366],
  BYWEEKNO: [-53, 53],
  BYMONTH: [1, 12],
  BYSETPOS: [-366, 366],
} as const
type ByPart = keyof typeof bounds

/** Recurrence rule (RFC 5545 3.3.10); `until` is unparsed. */
export type Rule = {
  freq: (typeof frequencies)[number]
  interval: number
  count: number | undefined
  until: string | undefined
  weekStart: number
  days: readonly { ordinal: number; weekday: number }[] | undefined
  by: Readonly<Partial<Record<ByPart, readonly number[]>>>
}

const known = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'RSCALE', ...Object.keys(bounds)])

/** Parses a recurrence rule; undefined if any part is not understood, because ignoring it would change the meaning. */
export function ruleOf(text: string): Rule | undefined {
  const pairs = text.replace(/\s/g, '').toUpperCase().split(';').filter(Boolean)
  const parts = new Map(pairs.map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]))
  if (parts.size !== pairs.length || ![...parts.keys()].every((name) => known.has(name))) return undefined
  const freq = frequencies.find((name) => name === parts.get('FREQ'))
  const interval = wholeOf(parts.get('INTERVAL') ?? '1')
  const count = parts.has('COUNT') ? wholeOf(parts.get('COUNT') ?? '') : undefined
  const weekStart = weekdays.indexOf(parts.get('WKST') ?? 'MO')
  const days = parts.get('BYDAY')?.split(',').map(dayOf)
  const by: Partial<Record<ByPart, number[]>> = {}
  for (const name of Object.keys(bounds) as ByPart[]) {
    const value = parts.get(name)
    if (value !== undefined) by[name] = [...new Set(value.split(',').map((one) => numberOf(name, one)))]
  }
  const isRead =
    interval !== undefined &&
    (count !== undefined || !parts.has('COUNT')) &&
    weekStart >= 0 &&
    (parts.get('RSCALE') ?? 'GREGORIAN') === 'GREGORIAN' &&
    (days ?? []).every((day) => day.weekday >= 0) &&
    Object.values(by).every((list) => list.every(Number.isInteger))
  return freq && isRead ? { freq, interval, count, until: parts.get('UNTIL'), weekStart, days, by } : undefined
}

const wholeOf = (text: string) => (/^0*[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

function numberOf(name: ByPart, text: string) {
  const [least, most] = bounds[name]
  const number = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most && (number !== 0 || least === 0) ? number : Number.NaN
}

function dayOf(text: string) {
  const [, ordinal = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
  return { ordinal: Number(ordinal), weekday: weekdays.indexOf(name) }
}
