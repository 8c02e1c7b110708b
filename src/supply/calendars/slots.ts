import { addDays, berlinMoment, isBerlinMinute } from '#src/platform/kit/dates.ts'
import type { Point } from '#src/platform/kit/distance.ts'
import { longWorkMinutes } from '#src/supply/services/durations.ts'
import { endOf, minutesOfSpans, type Part, partsFrom, partsOf, spreadDays } from './parts.ts'
import { travelMs } from './travel.ts'
import { type ClosedBy, dayOf, openDay, openSpans, type Span, type WorkingHours } from './workingHours.ts'

/** Person, room or group of seats that a job takes; each of several seats takes one job. */
export type Resource = { id: string; capacity: number }
/** Taken time: `core` is the job, `during` the job with its buffers. */
export type Taken = { resourceId: string; seat: number; during: Span; core: Span; place: Point | null }
/** `busy`: times taken in an external calendar, for all resources; they may overlap agreed appointments. */
export type Calendar = {
  openings: WorkingHours
  resources: readonly Resource[]
  taken: readonly Taken[]
  busy?: readonly Span[]
  travelKmh: number
}

/**
 * Time settings of a service: minutes, hours of notice, days ahead. `isSpread`: the work continues after breaks and on following days
 * (docs/spec.md#spread-work).
 */
export type TimeRule = {
  minutes: number
  isSpread?: boolean
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  gridMinutes: number
  noticeHours: number
  horizonDays: number
  /** Number of resources that it takes at once, and those that can do it; undefined for all. */
  people: number
  resourceIds: readonly string[] | undefined
}

/** Request for free times: whole Berlin days from the first on, at a place, as of `now`. */
export type Asked = { now: number; firstDay: string; days: number; place: Point | null }

/**
 * Day with its free starts in milliseconds, or the reason why it has none; 'short': it is open, but not long enough without a break.
 * `openMinutes`: what such a day has instead. `ends`: for spread work the end of each start.
 */
export type FreeDay = {
  day: string
  starts: number[]
  ends?: number[]
  reason: ClosedBy | 'notice' | 'horizon' | 'full' | 'short' | undefined
  openMinutes?: number | undefined
}

/** Time that a job takes on a seat of a resource. Spread work takes several of the same seat. */
export type Take = Part & { resourceId: string; seat: number }

/** Free times of a company for a service (docs/spec.md#free-times): computed from the taken times, never stored. */
export function freeDays(calendar: Calendar, rule: TimeRule, { now, firstDay, days, place }: Asked): FreeDay[] {
  const workers = workersOf(calendar, rule, { firstDay, days: days + 1 })
  const { earliest, lastDay } = boundsOf(rule, now)
  return Array.from({ length: days }, (_, offset) => {
    const day = addDays(firstDay, offset)
    if (day > lastDay) return { day, starts: [], reason: 'horizon' }
    const possible = startsOfDay(workers, rule, day)
    const inTime = possible.filter((start) => start >= earliest)
    const ends: number[] = []
    const starts = inTime.filter((start) => {
      const takes = seatsAt(workers, rule, { start, place, travelKmh: calendar.travelKmh })
      if (takes && rule.isSpread) ends.push(endOf(takes))
      return takes !== undefined
    })
    const reason = starts.length > 0 ? undefined : reasonOf(calendar, rule, { day, possible, inTime })
    const openMinutes = reason === 'short' ? openMinutesOf(calendar, rule, day) : undefined
    return { day, starts, reason, ...(rule.isSpread ? { ends } : {}), ...(openMinutes === undefined ? {} : { openMinutes }) }
  })
}

/**
 * Times on seats of resources for a job that begins at `start`; undefined if they are not free. Does not check notice and horizon, which
 * apply to customers only.
 */
export function chooseSeats(
  calendar: Calendar,
  rule: TimeRule,
  { start, place }: { start: number; place: Point | null },
): Take[] | undefined {
  const workers = workersOf(calendar, rule, { firstDay: addDays(dayOf(start), -1), days: 3 })
  return seatsAt(workers, rule, { start, place, travelKmh: calendar.travelKmh })
}

/** True if a start fits the grid, the notice and the horizon, which apply to customers. */
export function isOffered(rule: TimeRule, { start, now }: { start: number; now: number }) {
  const { earliest, lastDay } = boundsOf(rule, now)
  return start >= earliest && dayOf(start) <= lastDay && start % (rule.gridMinutes * 60_000) === 0
}

const boundsOf = (rule: TimeRule, now: number) => ({
  earliest: now + rule.noticeHours * 3_600_000,
  lastDay: lastDayOf(rule, now),
})

/** Last day that customers may book at `now`. */
export const lastDayOf = ({ horizonDays }: Pick<TimeRule, 'horizonDays'>, now: number) => addDays(dayOf(now), horizonDays)

/** `cores`: working times of spread work by its start, computed once. */
type Worker = { id: string; open: Span[]; busy: readonly Span[]; seats: Taken[][]; cores: Map<number, Span[] | undefined> }

function workersOf(
  { openings, resources, taken, busy = [] }: Calendar,
  rule: TimeRule,
  days: { firstDay: string; days: number },
): Worker[] {
  const able = resources.filter(({ id }) => rule.resourceIds === undefined || rule.resourceIds.includes(id))
  const openDays = days.days + 1 + (rule.isSpread ? spreadDays : 0)
  return able.map(({ id, capacity }) => ({
    id,
    open: openSpans(openings, id, { firstDay: addDays(days.firstDay, -1), days: openDays }),
    busy,
    cores: new Map(),
    seats: Array.from({ length: capacity }, (_, index) =>
      taken.filter((one) => one.resourceId === id && one.seat === index + 1).sort((one, other) => one.during.from - other.during.from),
    ),
  }))
}

/** Starts of a Berlin day on the grid at which at least one resource works long enough. */
function startsOfDay(workers: readonly Worker[], rule: TimeRule, day: string) {
  const { minutes, gridMinutes, isSpread } = rule
  const midnight = Date.parse(day)
  const starts: number[] = []
  const [dayFrom, dayTo] = [berlinMoment(midnight, 0), berlinMoment(midnight, 1_440)]
  const open = workers.flatMap((worker) => worker.open.filter(({ from, to }) => from < dayTo && to > dayFrom))
  for (let minute = 0; minute < 1_440; minute += gridMinutes) {
    const start = berlinMoment(midnight, minute)
    const isOpen = isSpread
      ? workers.some((worker) => coresOn(worker, rule, start) !== undefined)
      : open.some(({ from, to }) => from <= start && start + minutes * 60_000 <= to)
    if (isOpen && isBerlinMinute(midnight, minute)) starts.push(start)
  }
  return starts
}

type Job = { start: number; place: Point | null; travelKmh: number }

function seatsAt(workers: readonly Worker[], rule: TimeRule, job: Job) {
  const chosen: Take[] = []
  let people = 0
  for (const worker of workers) {
    const takes = takesOn(worker, rule, job)
    if (takes) {
      chosen.push(...takes)
      people += 1
    }
    if (people === rule.people) return chosen
  }
  return undefined
}

/** Time that a job takes of a worker, on the first seat that is free for all of its parts; undefined if there is none. */
function takesOn(worker: Worker, rule: TimeRule, { start, place, travelKmh }: Job): Take[] | undefined {
  const { id, busy, seats } = worker
  const cores = coresOn(worker, rule, start)
  if (!cores) return undefined
  if (busy.some(({ from, to }) => cores.some((core) => from < core.to && to > core.from))) return undefined
  const parts = partsOf(cores, rule)
  const free = seats.findIndex((taken) => parts.every((part) => isFree(taken, part, { place, travelKmh })))
  return free < 0 ? undefined : parts.map((part) => ({ resourceId: id, seat: free + 1, ...part }))
}

/** Working times of a job that begins at `start`: one piece, or the parts of spread work; undefined if the worker is not there. */
function coresOn({ open, cores }: Worker, rule: TimeRule, start: number) {
  if (rule.isSpread) {
    if (!cores.has(start)) cores.set(start, partsFrom(open, rule, start))
    return cores.get(start)
  }
  const core = { from: start, to: start + rule.minutes * 60_000 }
  return open.some(({ from, to }) => from <= core.from && core.to <= to) ? [core] : undefined
}

/** True if nothing of a seat overlaps a part, and the ways from the job before and to the next one are short enough. */
function isFree(taken: readonly Taken[], { core, during }: Part, { place, travelKmh }: Omit<Job, 'start'>) {
  const isBefore = (one: Taken) => one.during.to <= during.from
  if (taken.some((one) => !isBefore(one) && one.during.from < during.to)) return false
  if (place === null) return true
  // Jobs without a place in between, such as blocked times, do not shorten the journey.
  const before = taken.findLast((one) => isBefore(one) && one.place !== null)
  const after = taken.find((one) => !isBefore(one) && one.place !== null)
  const arrives = !before || core.from - before.core.to >= travelMs(before.place, place, travelKmh)
  return arrives && (!after || after.core.from - core.to >= travelMs(place, after.place, travelKmh))
}

type Tried = { day: string; possible: readonly number[]; inTime: readonly number[] }

function reasonOf({ openings, resources }: Calendar, { resourceIds }: TimeRule, { day, possible, inTime }: Tried): FreeDay['reason'] {
  if (inTime.length > 0) return 'full'
  if (possible.length > 0) return 'notice'
  const able = resources.filter(({ id }) => resourceIds === undefined || resourceIds.includes(id))
  const closedBy = able.map(({ id }) => openDay(openings, id, day).closedBy)
  if (closedBy.includes(undefined)) return 'short'
  return closedBy.find((by) => by !== 'hours') ?? 'hours'
}

/** Longest open time of one person on a day, in minutes: in one piece, or for spread work in all; undefined if other days count, too. */
function openMinutesOf({ openings, resources }: Calendar, { minutes, isSpread, resourceIds }: TimeRule, day: string) {
  if (isSpread && minutes > longWorkMinutes) return undefined
  const able = resources.filter(({ id }) => resourceIds === undefined || resourceIds.includes(id))
  const lengths = able.map(({ id }) => {
    const spans = openSpans(openings, id, { firstDay: day, days: 1 })
    return isSpread ? minutesOfSpans(spans) : Math.max(0, ...spans.map((span) => minutesOfSpans([span])))
  })
  return Math.max(0, ...lengths)
}
