import { type Line, lineNamed, linesNamed, type Part } from './lines.ts'
import { type Rule, ruleOf } from './recurrence.ts'
import type { RemarkKind } from './rules.ts'
import { dayEndOf, durationOf, type Time, timeOf, utcZone, type Zone } from './times.ts'

/** Occurrence of a recurring event that is written as an event of its own (RECURRENCE-ID). */
type Exception = { recurrence: Time; isRange: boolean; event: Event }

/** Event, as far as it takes time. */
export type Event = {
  uid: string
  start: Time
  end: Time
  takesTime: boolean
  rules: readonly { rule: Rule; until: Time | undefined }[]
  dates: readonly { time: Time; end: number | undefined }[]
  excluded: readonly Time[]
  /** Only for exceptions: the occurrence that is replaced. */
  recurrence: Time | undefined
  isRange: boolean
  exceptions: Exception[]
}

/** Time zones by their names in one calendar, and a callback for unreadable parts. */
export type FeedContent = {
  zones: { floating: Zone; day: Zone; named: (name: string) => Zone }
  report: (kind: RemarkKind, more?: { name?: string; day?: number }) => void
}

/** Parses a VEVENT; undefined without a readable start. */
export function eventOf(part: Part, { zones, report }: FeedContent): Event | undefined {
  const line = lineNamed(part, 'DTSTART')
  const start = line && timeOf(line, line.value, zones)
  if (!start) {
    report('start')
    return undefined
  }
  const more = { day: start.wall }
  const times = (name: string) => timesOf(linesNamed(part, name), zones, () => report('exception', more))
  const recurrences = times('RECURRENCE-ID')
  if (linesNamed(part, 'EXRULE').length > 0) report('exception', more)
  return {
    uid: lineNamed(part, 'UID')?.value.trim() ?? '',
    start,
    end: endOf(part, { start, zones, onOdd: () => report('end', more) }),
    takesTime: takesTime(part),
    rules: linesNamed(part, 'RRULE').flatMap((one) => repetitionOf(one, { zones, report, day: start.wall })),
    dates: linesNamed(part, 'RDATE').flatMap((one) => datesOf(one, zones, () => report('rule', { ...more, name: 'RDATE' }))),
    excluded: times('EXDATE'),
    recurrence: recurrences[0],
    isRange: lineNamed(part, 'RECURRENCE-ID')?.params.RANGE?.toUpperCase() === 'THISANDFUTURE',
    exceptions: [],
  }
}

type Ending = { start: Time; zones: FeedContent['zones']; onOdd: () => void }

/** Parses the end of an event. An unreadable end, or one before the start, becomes the end of that day. */
function endOf(part: Part, { start, zones, onOdd }: Ending): Time {
  const dayEnd = { wall: dayEndOf(start), isDate: true, zone: zones.day }
  const line = lineNamed(part, 'DTEND')
  const length = lineNamed(part, 'DURATION')
  if (line) {
    const end = timeOf(line, line.value, zones)
    // Some programs write a whole day with the same day as its end.
    if (end?.isDate && start.isDate && end.wall === start.wall) return dayEnd
    if (end && end.zone.latest(end.wall) >= start.zone.earliest(start.wall)) return end
    onOdd()
    return dayEnd
  }
  const duration = length && durationOf(length.value)
  if (duration) return { ...start, wall: start.wall + duration.days * 86_400_000, ...(duration.ms > 0 ? exactly(start, duration) : {}) }
  if (length) onOdd()
  return length || start.isDate ? dayEnd : start
}

function exactly({ wall, zone }: Time, { days, ms }: { days: number; ms: number }): Time {
  const begin = wall + days * 86_400_000
  return { wall: zone.latest(begin) + ms, isDate: false, zone: utcZone }
}

/** True unless the event is cancelled or marked as free. */
function takesTime(part: Part) {
  const says = (name: string) => (lineNamed(part, name)?.value ?? '').trim().toUpperCase()
  return says('STATUS') !== 'CANCELLED' && says('TRANSP') !== 'TRANSPARENT' && says('X-MICROSOFT-CDO-BUSYSTATUS') !== 'FREE'
}

function timesOf(lines: readonly Line[], zones: FeedContent['zones'], onOdd: () => void): Time[] {
  return lines.flatMap((line) =>
    line.value.split(',').flatMap((value) => {
      const time = timeOf(line, value, zones)
      if (!time) onOdd()
      return time ?? []
    }),
  )
}

/** An unreadable end of the recurrence is ignored. */
function repetitionOf(line: Line, { zones, report, day }: FeedContent & { day: number }) {
  const rule = ruleOf(line.value)
  if (!rule) {
    report('rule', { name: line.value, day })
    return []
  }
  const until = rule.until === undefined ? undefined : timeOf({ ...line, params: {} }, rule.until, zones)
  if (rule.until !== undefined && !until) report('exception', { day })
  return { rule, until }
}

/** Additional dates (RDATE), some of them with an end of their own. */
function datesOf(line: Line, zones: FeedContent['zones'], onOdd: () => void) {
  return line.value.split(',').flatMap((value) => {
    const [first = '', second] = value.split('/')
    const time = timeOf(line, first, zones)
    const end = time && second !== undefined ? periodEnd(line, { time, text: second, zones }) : undefined
    if (time && (second === undefined || end !== undefined)) return { time, end }
    onOdd()
    return []
  })
}

type Period = { time: Time; text: string; zones: FeedContent['zones'] }

/** Parses the end of a period, written as a time or as a duration. */
export function periodEnd(line: Line, { time, text, zones }: Period) {
  const end = timeOf(line, text, zones)
  if (end) return end.zone.latest(end.wall)
  const length = durationOf(text)
  return length ? time.zone.latest(time.wall) + length.days * 86_400_000 + length.ms : undefined
}
