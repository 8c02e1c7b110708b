import { berlinDay, berlinInstant, laterDay } from '#src/platform/kit/dates.ts'
import { holidaysOf } from '#src/platform/kit/holidays.ts'
import type { Policy } from '#src/platform/kit/settingOptions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import type { BookingMode } from '#src/supply/services/rules.ts'
import { clockTime } from './clockTime.ts'
import { type DayPart, fitsPart } from './dayParts.ts'
import { deleteCarts, insertOccupancy, type Occupancy } from './occupancyStore.ts'
import { longestOf } from './parts.ts'
import { calendarLimits, type SlotQuestion, type SlotResponse, slotRefusal } from './rules.ts'
import { chooseSeats, type FreeDay, freeDays, isOffered, lastDayOf, type Take, type TimeRule } from './slots.ts'
import { readDays, readTimes, type Work } from './workActions.ts'
import { dayOf, type Minutes, type Span, type WorkingHours } from './workingHours.ts'

/**
 * Free times of a company for a service, day by day (docs/spec.md#free-times). With `exceptBookingId`, the booking that is being moved does
 * not count as taken. Throws serviceProblems.unknown.
 */
export async function readFreeSlots(
  app: App,
  question: SlotQuestion & Pick<Work, 'minutes' | 'isSpread' | 'byCompany'> & { exceptBookingId?: string },
  caller: Caller,
): Promise<SlotResponse> {
  const now = app.now()
  const today = berlinDay(now)
  const firstDay = laterDay(question.from ?? today, today)
  const { days } = question
  const { rule, bookingMode } = await readTimes(app.db, question)
  const { calendar, place } = await readDays(app.db, rule, { ...question, firstDay, now, callerHash: caller.hash() })
  const lastDay = lastDayOf(rule, now.getTime())
  if (!calendar?.isOn) return { hasCalendar: false, bookingMode: 'instant', ...lengthOf(rule), days: [], lastDay }
  const free = freeDays(calendar, rule, { now: now.getTime(), firstDay, days, place })
  const state = calendar.openings.federalState
  return {
    hasCalendar: true,
    bookingMode,
    ...lengthOf(rule),
    lastDay,
    days: free.map(({ day, starts, ends = [], reason, openMinutes = null }) => ({
      day,
      times: starts.map(clockTime),
      ends: ends.map((end) => `${dayOf(end)} ${clockTime(end)}`),
      openMinutes,
      reason: reason ?? null,
      holiday: (reason === 'holiday' && state && holidaysOf(state, Number(day.slice(0, 4))).find((one) => one.day === day)?.name) || null,
    })),
  }
}

const lengthOf = ({ minutes, isSpread = false }: TimeRule) => ({ minutes, isSpread })

/** A free time; `occupy` takes it. */
export type FreeSlot = {
  bookingMode: BookingMode
  policy: Policy
  startsAt: Date
  endsAt: Date
  /** Working times between start and end; one for work in one piece. */
  parts: Span[]
  occupancy: Pick<Occupancy, 'companyId' | 'takes' | 'place' | 'callerHash' | 'networkHash'>
}
type RequestedSlot = Work & { date: string; time: string; callerHash: string; networkHash?: string; exceptBookingId?: string }
type Refusal = { why: 'taken' | 'notOffered'; next: string[] }

/**
 * Returns the requested time if it is free; undefined for a company without a calendar. Call it under the lock of the company's times
 * (`lockResources`). Frees what the same browser held before. Throws slotRefusal with the next free times, serviceProblems.unknown.
 */
export async function findFreeSlot(app: App, tx: Transaction, wanted: RequestedSlot): Promise<FreeSlot | undefined> {
  const found = await seekSlot(app, tx, wanted)
  if (found && 'why' in found) throw slotRefusal(found.why, found.next)
  return found
}

/** Variant of `findFreeSlot` that returns a refusal with the next free times instead of throwing it. */
export async function seekSlot(app: App, tx: Transaction, wanted: RequestedSlot) {
  const { companyId, callerHash } = wanted
  await deleteCarts(tx, { companyId, callerHash, now: app.now() })
  return findSlot(app, tx, wanted)
}

/**
 * Checks a time before the lock is taken, so that of many parallel requests for one time all but the first are refused without waiting. A
 * result of undefined proves nothing: only `findFreeSlot` decides.
 */
export async function refusalOf(app: App, wanted: RequestedSlot) {
  const found = await findSlot(app, app.db, wanted)
  return found && 'why' in found ? slotRefusal(found.why, found.next) : undefined
}

async function findSlot(app: App, db: Database | Transaction, wanted: RequestedSlot): Promise<FreeSlot | Refusal | undefined> {
  const { companyId, callerHash, networkHash = null } = wanted
  const now = app.now()
  const { rule, bookingMode } = await readTimes(db, wanted)
  const asked = { now: now.getTime(), firstDay: laterDay(wanted.date, berlinDay(now)), days: calendarLimits.daysRequested }
  const { calendar: found, place } = await readDays(db, rule, { ...wanted, ...asked, now })
  if (!found || !(found.isOn || wanted.isAgreed)) return undefined
  const start = berlinInstant(wanted.date, wanted.time).getTime()
  const calendar = wanted.anyHours ? { ...found, openings: rule.isSpread ? usualDaysFrom(wanted.time) : aroundTheClock, busy: [] } : found
  const isInTime = wanted.isAgreed ?? isOffered(rule, { start, now: now.getTime() })
  const takes = isInTime ? chooseSeats(calendar, rule, { start, place }) : undefined
  if (!takes) {
    const isOpen = isInTime && chooseSeats({ ...calendar, taken: [], busy: [] }, rule, { start, place }) !== undefined
    const freeIn = (days: number) => freeDays(calendar, rule, { ...asked, days, place })
    return { why: isOpen ? 'taken' : 'notOffered', next: nextFree(freeIn(soonDays), start) ?? firstFree(freeIn(asked.days), start) }
  }
  return { bookingMode, policy: calendar.policy, ...termOf(takes), occupancy: { companyId, callerHash, networkHash, place, takes } }
}

const everyDay = (minutes: Minutes): WorkingHours => ({
  federalState: null,
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ resourceId: null, weekday, minutes })),
  days: [],
  closures: [],
})
const aroundTheClock = everyDay({ from: 0, to: 1_440 })

/** Hours assumed for spread work outside a company's hours, or without any: eight of each day from the start on (`arranged_end`). */
function usualDaysFrom(time: string) {
  const from = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  return everyDay({ from, to: Math.min(1_440, from + 480) })
}

/** Start, end and working times of a job that takes these times. */
function termOf(takes: readonly Take[]) {
  const parts = longestOf(takes)
  return { startsAt: new Date(parts[0]?.from ?? 0), endsAt: new Date(parts.at(-1)?.to ?? 0), parts }
}

type SlotQuery = Work & {
  firstDay: string
  lastDay: string
  from: Date
  before: Date | undefined
  /** Part of the day to search; null for any. */
  part: DayPart | null
  callerHash: string
  exceptBookingId?: string
}

/**
 * Earliest free time within these days, not before `from` and before `before`; undefined if there is none. To take it, call this under the
 * lock of the company's times. Throws serviceProblems.unknown.
 */
export async function findEarliestSlot(app: App, db: Database | Transaction, wish: SlotQuery): Promise<FreeSlot | undefined> {
  const { companyId, callerHash } = wish
  const now = app.now()
  const firstDay = laterDay(wish.firstDay, berlinDay(wish.from))
  const days = Math.round((Date.parse(wish.lastDay) - Date.parse(firstDay)) / 86_400_000) + 1
  if (days < 1) return undefined
  const { rule, bookingMode } = await readTimes(db, wish)
  const { calendar, place } = await readDays(db, rule, { ...wish, firstDay, days, now })
  if (!calendar?.isOn) return undefined
  const start = freeDays(calendar, rule, { now: now.getTime(), firstDay, days, place })
    .flatMap(({ starts }) => starts)
    .find((at) => at >= wish.from.getTime() && at < (wish.before?.getTime() ?? Number.POSITIVE_INFINITY) && fitsPart(wish.part, at))
  const takes = start === undefined ? undefined : chooseSeats(calendar, rule, { start, place })
  if (!takes) return undefined
  return { bookingMode, policy: calendar.policy, ...termOf(takes), occupancy: { companyId, callerHash, place, takes } }
}

/** Days searched first for alternatives: mostly the next free times are near, and a whole month takes much longer. */
const soonDays = 3

/** Next free times after `start`, 'YYYY-MM-DD HH:MM'; undefined if these days have fewer than `alternatives`. */
function nextFree(days: readonly FreeDay[], start: number) {
  const later = textsOf(days, ({ at }) => at > start)
  return later.length === calendarLimits.alternatives ? later : undefined
}

/** Next free times after `start`, however few; if there are none, the first free times of these days. */
function firstFree(days: readonly FreeDay[], start: number) {
  const later = textsOf(days, ({ at }) => at > start)
  return later.length > 0 ? later : textsOf(days, () => true)
}

const textsOf = (days: readonly FreeDay[], isWanted: (free: { at: number }) => boolean) =>
  days
    .flatMap(({ day, starts }) => starts.map((at) => ({ at, text: `${day} ${clockTime(at)}` })))
    .filter(isWanted)
    .slice(0, calendarLimits.alternatives)
    .map(({ text }) => text)

/** Time of an order at a company without a calendar, as arranged with it: occupies no seats. Throws serviceProblems.unknown. */
export async function arrangedSlot(tx: Transaction, wanted: RequestedSlot): Promise<FreeSlot> {
  const { companyId, callerHash, date, time } = wanted
  const [{ rule, bookingMode }, { appointments }] = [await readTimes(tx, wanted), await readSettings(tx)]
  const start = berlinInstant(date, time).getTime()
  const anyone = { openings: usualDaysFrom(time), resources: [{ id: '', capacity: 1 }], taken: [], travelKmh: 1 }
  const spread = rule.isSpread ? chooseSeats(anyone, { ...rule, people: 1, resourceIds: undefined }, { start, place: null }) : undefined
  const core = { from: start, to: start + rule.minutes * 60_000 }
  const takes = spread ?? [{ resourceId: '', seat: 1, core, during: core }]
  return { bookingMode, policy: appointments.policy, ...termOf(takes), occupancy: { companyId, callerHash, takes: [], place: null } }
}

/** Takes a time that was found free. Throws slotRefusal if it was taken meanwhile. */
export async function occupy(
  tx: Transaction,
  slot: FreeSlot,
  by: { kind: 'checkout' | 'request' | 'booking'; bookingId: string; now: Date },
) {
  if (!(await insertOccupancy(tx, { ...slot.occupancy, ...by }))) throw slotRefusal('taken', [])
}
