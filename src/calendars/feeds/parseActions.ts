import ICAL from 'ical.js'
import { berlinMoment } from '#src/kit/dates.ts'
import type { Span } from '../openings.ts'
import { feedLimits } from './rules.ts'

type Question = { text: string; from: number; to: number; host: string }

/** How many repetitions of one event are counted, past ones among them; a calendar beyond is refused. */
const mostRepetitions = 10_000

/**
 * What is taken in a calendar (RFC 5545) between two moments, joined where it overlaps. What is cancelled or marked as free takes nothing,
 * and neither do our own appointments that some program wrote there. Throws where nothing can be read, or too much.
 */
export function busyTimesOf({ text, from, to, host }: Question): Span[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  if (calendar.name !== 'vcalendar') throw new Error('no calendar')
  // The library would relate the exceptions of every series to each: they are told apart by their ids below.
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component, { exceptions: [] }))
  const exceptions = Map.groupBy(
    events.filter((event) => event.isRecurrenceException()),
    ({ uid }) => uid,
  )
  // An exception whose series is not in the file is an event like any other.
  const series = new Set(events.flatMap((event) => (event.isRecurrenceException() ? [] : event.uid)))
  const spans: Span[] = []
  for (const event of events) {
    if ((event.isRecurrenceException() && series.has(event.uid)) || event.uid?.endsWith(`@${host}`)) continue
    if (!event.isRecurrenceException()) for (const exception of exceptions.get(event.uid) ?? []) event.relateException(exception)
    for (const span of spansOf(event, { from, to })) spans.push(span)
    if (spans.length > feedLimits.ranges * 10) throw new Error('too many times')
  }
  const joined = join(spans)
  if (joined.length > feedLimits.ranges) throw new Error('too many times')
  return joined
}

function* spansOf(event: ICAL.Event, { from, to }: Span): Generator<Span> {
  if (!event.startDate) return
  if (!event.isRecurring()) {
    const span = spanOf(event, event)
    if (takesTime(event) && span.from < to && span.to > from && span.to > span.from) yield span
    return
  }
  const each = event.iterator()
  for (let count = 0; ; count++) {
    const next = each.next()
    // Half a year of leeway: an exception may move a repetition to an earlier day.
    if (!next || momentOf(next, undefined) > to + 180 * 86_400_000) return
    if (count > mostRepetitions) throw new Error('too many repetitions')
    const { item, ...times } = event.getOccurrenceDetails(next)
    const span = spanOf(item, times)
    if (takesTime(item) && span.from < to && span.to > from && span.to > span.from) yield span
  }
}

function spanOf({ component }: ICAL.Event, { startDate, endDate }: { startDate: ICAL.Time; endDate: ICAL.Time }): Span {
  const named = String(component.getFirstProperty('dtstart')?.getParameter('tzid') ?? '')
  return { from: Math.max(0, momentOf(startDate, named)), to: Math.min(lastMoment, momentOf(endDate, named)) }
}

/** What lasts for ever ends with the last year of four digits. */
const lastMoment = Date.UTC(9999, 11, 31)

function takesTime({ component }: ICAL.Event) {
  const says = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  return says('status') !== 'CANCELLED' && says('transp') !== 'TRANSPARENT' && says('x-microsoft-cdo-busystatus') !== 'FREE'
}

/**
 * The moment of a time. Days without a time, and times without a zone, are Berlin's; a zone that the file does not describe is looked up by
 * its name.
 */
function momentOf(time: ICAL.Time, named: string | undefined) {
  const described = time.zone?.tzid
  if (!time.isDate && described !== undefined && described !== 'floating') return time.toUnixTime() * 1_000
  const day = Date.UTC(time.year, time.month - 1, time.day)
  if (time.isDate) return berlinMoment(day, 0)
  const minutes = time.hour * 60 + time.minute
  const zone = offsetsIn(named)
  if (!zone) return berlinMoment(day, minutes) + time.second * 1_000
  const asIfUtc = day + minutes * 60_000
  return asIfUtc - zone(asIfUtc - zone(asIfUtc))
}

/** How far the clocks of a named zone are ahead of UTC; undefined for a name that nobody knows. */
function offsetsIn(name: string | undefined) {
  if (!name) return undefined
  try {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
    return (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at
  } catch {
    return undefined
  }
}

/** Times that overlap or touch become one. */
function join(spans: readonly Span[]) {
  const joined: Span[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else joined.push({ ...span })
  }
  return joined
}
