import type { Span } from '../workingHours.ts'
import { midnightOf } from './days.ts'
import type { Event } from './events.ts'
import { type Budget, repeatsOf, TooDense } from './repeat.ts'
import { feedLimits } from './rules.ts'
import type { Time } from './times.ts'

type Window = Span & { budget: Budget }

/** Busy times of an event. `isDense`: there were too many occurrences, so they were merged into one span. */
export type Spans = { spans: Span[]; isDense: boolean }

/** One occurrence: its earliest possible start, and the wall time of its start. */
type Start = { at: number; wall: number; end?: number }

/** Busy times of an event between `from` and `to`, without its exceptions, which are events of their own. */
export function spansOf(event: Event, { from, to, budget }: Window): Spans {
  const spans: Span[] = []
  const add = (span: Span) => {
    if (!event.takesTime || span.from >= to || span.to <= from || span.to <= span.from) return
    const last = spans.at(-1)
    if (last && span.from >= last.from && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else spans.push(span)
  }
  const isExcluded = exclusionOf(event)
  const ranged = event.exceptions.filter(({ isRange }) => isRange).map((one) => ({ ...one, since: momentOf(one.recurrence) }))
  let reached = momentOf(event.start)
  try {
    for (const start of startsOf(event, { from, to, budget })) {
      reached = start.at
      budget.steps -= ranged.length
      if (isExcluded(start)) continue
      const moved = ranged.findLast(({ since }) => since <= start.at)
      if (moved) addLater(moved.event, start.at - moved.since, add)
      else add({ from: start.at, to: start.end ?? endOf(event, start) })
    }
    const [first] = spans
    if (!first || spans.length <= feedLimits.ranges) return { spans, isDense: false }
    return { spans: [{ from: first.from, to: Math.max(...spans.slice(-100).map((span) => span.to)) }], isDense: true }
  } catch (error) {
    if (!(error instanceof TooDense)) throw error
    return { spans: event.takesTime ? [{ from: Math.max(from, Math.min(reached, spans[0]?.from ?? to)), to }] : [], isDense: true }
  }
}

export const momentOf = ({ wall, zone }: Time) => zone.earliest(wall)
const latestOf = ({ wall, zone }: Time) => zone.latest(wall)

/** Adds an occurrence after a 'this and all following' change: shifted by the same amount as the changed one. */
function addLater({ start, end, takesTime }: Event, later: number, add: (span: Span) => void) {
  if (takesTime) add({ from: momentOf(start) + later, to: latestOf(end) + later })
}

/** End of an occurrence: a midnight for whole days, else the duration of the first one. */
function endOf({ start, end }: Event, { at, wall }: Start) {
  if (start.isDate && end.isDate) return end.zone.latest(end.wall + wall - start.wall)
  return latestOf(end) + at - momentOf(start)
}

/** Predicate for excluded occurrences (EXDATE) and replaced ones. Either may be given by its day alone. */
function exclusionOf({ excluded, exceptions }: Event) {
  const times = [...excluded, ...exceptions.flatMap(({ recurrence, isRange }) => (isRange ? [] : recurrence))]
  const days = new Set(times.filter(({ isDate }) => isDate).map(({ wall }) => wall))
  const moments = new Set(times.filter(({ isDate }) => !isDate).map(momentOf))
  return ({ at, wall }: Start) => moments.has(at) || days.has(midnightOf(wall))
}

function* startsOf(event: Event, { from, to, budget }: Window): Generator<Start> {
  const { start, dates, rules } = event
  const isRepeated = dates.length > 0 || rules.length > 0
  yield { at: momentOf(start), wall: start.wall }
  if (!isRepeated) return
  for (const { time, end } of dates) yield { at: momentOf(time), wall: time.wall, ...(end === undefined ? {} : { end }) }
  const first = momentOf(start)
  const lasts = Math.max(latestOf(event.end) - first, 0)
  const moved = Math.max(
    0,
    ...event.exceptions.map(({ recurrence, event: { start: moved } }) => Math.abs(momentOf(moved) - momentOf(recurrence))),
  )
  const leeway = 2 * 86_400_000 + moved
  const offset = start.wall - first
  for (const { rule, until } of rules) {
    const window = { from: from - lasts - leeway + offset, to: to + leeway + offset }
    // The start is the first occurrence, even if it does not fit the rule (RFC 5545 3.8.5.3).
    let count = 1
    for (const wall of repeatsOf({ rule, start: start.wall, ...window, budget })) {
      const at = start.zone.earliest(wall)
      if (wall > window.to || (rule.count !== undefined && ++count > rule.count) || (until && isAfter(until, { at, wall }))) break
      yield { at, wall }
    }
  }
}

const isAfter = (until: Time, { at, wall }: Start) => (until.isDate ? midnightOf(wall) > until.wall : at > momentOf(until))

/** Merges spans that overlap or touch. */
export function join(spans: readonly Span[]) {
  const joined: Span[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else joined.push({ ...span })
  }
  return joined
}
