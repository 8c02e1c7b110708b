import type { Point } from '#src/platform/kit/distance.ts'
import { holidaysOf } from '#src/platform/kit/holidays.ts'
import type { Asked, Calendar, Taken, TimeRule } from '#src/supply/calendars/slots.ts'
import { travelMs } from '#src/supply/calendars/travel.ts'
import type { Minutes, WorkingHours } from '#src/supply/calendars/workingHours.ts'

/**
 * Reference implementation of free times, minute by minute, with the clock of the time zone database; `freeDays` is compared with it.
 * `starts`: free starts of all requested days, in milliseconds.
 */
export function freeStartsByMinutes(calendar: Calendar, rule: TimeRule, asked: Asked) {
  const clock = clockAround(asked, rule.isSpread)
  const starts: number[] = []
  for (let offset = 0; offset < asked.days; offset += 1) {
    const day = plusDays(asked.firstDay, offset)
    if (day > plusDays(clock.dayAt(asked.now), rule.horizonDays)) continue
    for (let minute = 0; minute < 1_440; minute += rule.gridMinutes) {
      const start = clock.shown(day, minute)
      if (start === undefined || start < asked.now + rule.noticeHours * 3_600_000) continue
      if (workersAt(calendar, rule, { start, place: asked.place, clock }) >= rule.people) starts.push(start)
    }
  }
  return starts
}

type Job = { start: number; place: Point | null; clock: Clock }

function workersAt(calendar: Calendar, rule: TimeRule, { start, place, clock }: Job) {
  return calendar.resources.filter(({ id, capacity }) => {
    if (rule.resourceIds && !rule.resourceIds.includes(id)) return false
    const parts = partsByMinutes(calendar, rule, { resourceId: id, start, clock })
    if (!parts || parts.some((part) => isBusy(calendar, part))) return false
    for (let seat = 1; seat <= capacity; seat += 1) {
      const taken = calendar.taken.filter((one) => one.resourceId === id && one.seat === seat)
      if (parts.every((part) => isFree(taken, part) && isReachable(taken, { ...part, place, kmh: calendar.travelKmh }))) return true
    }
    return false
  }).length
}

/** Part of a job, with its buffers. */
type Part = { start: number; end: number; bufferBefore: number; bufferAfter: number }

/**
 * Parts of a job, minute by minute: work in one piece needs every minute; spread work skips the closed ones, up to 30 days, or, if it lasts at
 * most four hours, up to midnight.
 */
function partsByMinutes(
  calendar: Calendar,
  rule: TimeRule,
  { resourceId, start, clock }: { resourceId: string; start: number; clock: Clock },
): Part[] | undefined {
  const parts: Part[] = []
  let left = rule.minutes
  for (let at = start; left > 0; at += 60_000) {
    if (at >= start + 30 * 86_400_000) return undefined
    const last = parts.at(-1)
    if (!isOpen(calendar, { resourceId, at, clock })) {
      if (!rule.isSpread || !last) return undefined
      continue
    }
    if (last?.end === at) last.end = at + 60_000
    else if (last && rule.minutes <= 240 && clock.dayAt(at) !== clock.dayAt(start)) return undefined
    else parts.push({ start: at, end: at + 60_000, bufferBefore: 0, bufferAfter: 0 })
    left -= 1
  }
  const [first, last] = [parts[0], parts.at(-1)]
  if (first) first.bufferBefore = rule.bufferBeforeMinutes
  if (last) last.bufferAfter = rule.bufferAfterMinutes
  return parts
}

function isBusy({ busy = [] }: Calendar, { start, end }: Part) {
  for (let at = start; at < end; at += 60_000) if (busy.some(({ from, to }) => from <= at && at < to)) return true
  return false
}

function isFree(taken: readonly Taken[], { start, end, bufferBefore, bufferAfter }: Part) {
  for (let at = start - bufferBefore * 60_000; at < end + bufferAfter * 60_000; at += 60_000)
    if (taken.some(({ during }) => during.from <= at && at < during.to)) return false
  return true
}

function isReachable(taken: readonly Taken[], job: { start: number; end: number; place: Point | null; kmh: number }) {
  const known = taken.filter(({ place }) => place !== null)
  const before = known.filter(({ core }) => core.to <= job.start).sort((one, other) => other.core.to - one.core.to)[0]
  const after = known.filter(({ core }) => core.from >= job.end).sort((one, other) => one.core.from - other.core.from)[0]
  const arrives = !before || before.core.to + travelMs(before.place, job.place, job.kmh) <= job.start
  return arrives && (!after || job.end + travelMs(job.place, after.place, job.kmh) <= after.core.from)
}

/** True if the resource works in the minute that begins at this moment. */
function isOpen({ openings }: Calendar, { resourceId, at, clock }: { resourceId: string; at: number; clock: Clock }) {
  const today = clock.dayAt(at)
  const key = `${resourceId} ${today}`
  const moments =
    clock.known.get(key) ??
    minutesOf(openings, resourceId, today).map(({ from, to }) => [clock.momentOf(today, from), clock.momentOf(today, to)] as const)
  clock.known.set(key, moments)
  return moments.some(([from, to]) => from <= at && at < to)
}

function minutesOf(openings: WorkingHours, resourceId: string, day: string): readonly Minutes[] {
  const mine = openings.days.find((one) => one.day === day && one.resourceId === resourceId)
  const special = mine ?? openings.days.find((one) => one.day === day && one.resourceId === null)
  if (special) return special.minutes
  for (const { resourceId: whose, firstDay, lastDay } of openings.closures)
    if ((whose === null || whose === resourceId) && firstDay <= day && day <= lastDay) return []
  const state = openings.federalState
  if (state && holidaysOf(state, Number(day.slice(0, 4))).some((holiday) => holiday.day === day)) return []
  const hasOwn = openings.hours.some((one) => one.resourceId === resourceId)
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7
  return openings.hours
    .filter((one) => one.resourceId === (hasOwn ? resourceId : null) && one.weekday === weekday)
    .map(({ minutes }) => minutes)
}

const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

type Clock = ReturnType<typeof clockAround>
const written = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })
const quarters = new Map<number, string>()

/** '2026-03-29 03:15' for each quarter of an hour; clocks change on the hour. */
function writtenAt(at: number) {
  const quarter = at - (at % 900_000)
  const known = quarters.get(quarter) ?? written.format(quarter)
  quarters.set(quarter, known)
  return known
}

function clockAround({ firstDay, days }: Asked, isSpread = false) {
  const moments = new Map<string, number>()
  const first = Date.parse(firstDay) - 2 * 86_400_000
  for (let at = first; at < first + (days + (isSpread ? 36 : 5)) * 86_400_000; at += 900_000) {
    const shown = writtenAt(at)
    if (!moments.has(shown)) moments.set(shown, at)
  }
  /** Returns the first moment at which the clock shows the minute of the day; undefined if it is skipped. */
  const shown = (day: string, minute: number) => {
    const on = minute === 1_440 ? plusDays(day, 1) : day
    const [hour, quarter] = [Math.floor((minute % 1_440) / 60), minute % 60]
    return moments.get(`${on} ${String(hour).padStart(2, '0')}:${String(quarter).padStart(2, '0')}`)
  }
  const momentOf = (day: string, minute: number) => shown(day, minute) ?? shown(day, minute + 60) ?? Number.NaN
  const known = new Map<string, (readonly [number, number])[]>()
  return { shown, momentOf, known, dayAt: (at: number) => writtenAt(at).slice(0, 10) }
}
