import type { Span } from '../workingHours.ts'
import { type Event, eventOf, type FeedContent, periodEnd } from './events.ts'
import { calendarsOf, lineNamed, linesNamed, type Part } from './lines.ts'
import type { Budget } from './repeat.ts'
import { feedLimits, type Remark, type RemarkKind, remarkLimits } from './rules.ts'
import { join, momentOf, spansOf } from './spans.ts'
import { timeOf, unknownZone, type Zone } from './times.ts'
import { berlinZone, describedZone, zoneNamed } from './zoneActions.ts'

type Question = { text: string; from: number; to: number; host: string }

/** `isPartial`: some events have unreadable times, so earlier busy times must not be freed. */
export type Busy = { spans: Span[]; remarks: Remark[]; isPartial: boolean }

/** Step budget for one file: some seconds at most. */
const mostSteps = 1_000_000
const mostZoneSteps = 300_000

/**
 * Busy times of a calendar (RFC 5545) between `from` and `to`, merged where they overlap. Skips cancelled and free events, and this site's
 * own appointments that a calendar program copied there. Unreadable events are listed in the remarks and never free time. Throws for a file
 * without a calendar, or with too many times.
 */
export function busyTimesOf({ text, from, to, host }: Question): Busy {
  const calendars = calendarsOf(text)
  if (calendars.length === 0) throw new Error('no calendar')
  const remarks = new Map<string, Remark>()
  const report: FeedContent['report'] = (kind, more = {}) => note(remarks, kind, more)
  const budget = { steps: mostSteps }
  const until = { until: to + 2 * 366 * 86_400_000, budget: { steps: mostZoneSteps } }
  const described = calendars.map((calendar) => zonesOf(calendar, until))
  const spans = calendars.flatMap((calendar, at) => {
    const zones = zonesFor(calendar, { described: [described[at] ?? new Map(), ...described], report })
    return timesOf(calendar, { from, to, host, budget, reading: { zones, report } })
  })
  const joined = join(spans.map((span) => ({ from: Math.max(0, span.from), to: Math.min(lastMoment, span.to) })))
  if (joined.length > feedLimits.ranges) throw new Error('too many times')
  const isPartial = [...remarks.values()].some(({ kind }) => kind === 'start' || kind === 'rule' || kind === 'cut')
  return { spans: joined, remarks: [...remarks.values()].slice(0, remarkLimits.kept), isPartial }
}

/** Endless events are cut at the last year with four digits. */
const lastMoment = Date.UTC(9999, 11, 31)

function note(remarks: Map<string, Remark>, kind: RemarkKind, { name, day }: { name?: string; day?: number }) {
  const named = name?.slice(0, remarkLimits.name) ?? null
  const key = `${kind}:${named}`
  const earlier = remarks.get(key)
  if (earlier) earlier.count++
  else if (remarks.size < 1_000)
    remarks.set(key, { kind, name: named, count: 1, day: day === undefined ? null : new Date(day).toISOString().slice(0, 10) })
}

/** Time zones defined in a calendar (VTIMEZONE), by name. */
function zonesOf(calendar: Part, given: { until: number; budget: Budget }) {
  const zones = new Map<string, Zone>()
  for (const part of calendar.parts) {
    const name = part.name === 'VTIMEZONE' ? lineNamed(part, 'TZID')?.value.trim() : undefined
    if (!name || zones.has(name)) continue
    const zone = describedZone(part, given) ?? zoneNamed(lineNamed(part, 'X-LIC-LOCATION')?.value ?? '')
    if (zone) zones.set(name, zone)
  }
  return zones
}

type Described = { described: readonly Map<string, Zone>[]; report: FeedContent['report'] }

/** Resolves time zones. Times without a zone use the calendar's, else Berlin's; whole days use Berlin's. */
function zonesFor(calendar: Part, { described, report }: Described): FeedContent['zones'] {
  const named = (name: string): Zone => {
    const zone = described.find((zones) => zones.has(name))?.get(name) ?? zoneNamed(name)
    if (!zone) report('zone', { name })
    return zone ?? unknownZone
  }
  const usual = lineNamed(calendar, 'X-WR-TIMEZONE')?.value.trim()
  return {
    // Lazy, so that an unknown zone is reported only if a time depends on it.
    get floating() {
      return usual ? named(usual) : berlinZone
    },
    day: berlinZone,
    named,
  }
}

type Params = Span & { host: string; budget: Budget; reading: FeedContent }

function timesOf(calendar: Part, { from, to, host, budget, reading }: Params): Span[] {
  if (!calendar.isEnded) reading.report('cut')
  const events = calendar.parts.flatMap((part) => {
    const isOurs = lineNamed(part, 'UID')?.value.trim().endsWith(`@${host}`)
    return part.name === 'VEVENT' && !isOurs ? (eventOf(part, reading) ?? []) : []
  })
  relate(events)
  const spans = calendar.parts.flatMap((part) => (part.name === 'VFREEBUSY' ? periodsOf(part, reading) : []))
  for (const event of events) {
    const { spans: found, isDense } = spansOf(event, { from, to, budget })
    if (isDense) reading.report('dense', { day: event.start.wall })
    // No spread: there may be a hundred thousand items.
    for (const span of found) spans.push(span)
    if (spans.length > feedLimits.ranges * 10) throw new Error('too many times')
  }
  return spans.filter((span) => span.from < to && span.to > from)
}

/** Assigns exceptions to their series; an exception without a series is an ordinary event. */
function relate(events: readonly Event[]) {
  const series = new Map(events.flatMap((event) => (event.recurrence || !event.uid ? [] : [[event.uid, event] as const])))
  const sorted = events
    .flatMap((event) => (event.recurrence ? [{ recurrence: event.recurrence, isRange: event.isRange, event }] : []))
    .toSorted((one, other) => momentOf(one.recurrence) - momentOf(other.recurrence))
  for (const exception of sorted) series.get(exception.event.uid)?.exceptions.push(exception)
}

/** Parses published busy times (VFREEBUSY, RFC 5545 3.6.4). */
function periodsOf(part: Part, { zones, report }: FeedContent): Span[] {
  return linesNamed(part, 'FREEBUSY')
    .filter(({ params }) => params.FBTYPE?.toUpperCase() !== 'FREE')
    .flatMap((line) =>
      line.value.split(',').flatMap((value) => {
        const [first = '', second = ''] = value.split('/')
        const time = timeOf(line, first, zones)
        const end = time && periodEnd(line, { time, text: second, zones })
        if (time && end !== undefined) return { from: momentOf(time), to: end }
        report('start')
        return []
      }),
    )
}
