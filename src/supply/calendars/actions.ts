import { addDays, berlinDay, berlinInstant, laterDay } from '#src/platform/kit/dates.ts'
import { holidaysOf } from '#src/platform/kit/holidays.ts'
import type { Policy } from '#src/platform/kit/settingOptions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { type BookingMode, serviceProblems } from '#src/supply/services/rules.ts'
import { clockTime } from './clockTime.ts'
import { type DayPart, fitsPart } from './dayParts.ts'
import { deleteCarts, insertOccupancy, type Occupancy } from './occupancyStore.ts'
import { calendarLimits, ruleOf, type SlotQuestion, type SlotResponse, slotRefusal, usualTimes } from './rules.ts'
import { chooseSeats, type FreeDay, freeDays, isOffered, lastDayOf, type TimeRule, withBuffers } from './slots.ts'
import { findCalendar, findPlace, findServiceTimes } from './store.ts'
import type { WorkingHours } from './workingHours.ts'

/**
 * Work for which a time is requested; `quantity`: hours of a service by the hour. `minutes`, `isAgreed`: for a time that was sold before;
 * its length is fixed, notice and grid are not checked. `byCompany`: the company chooses the time, without notice. `anyHours`: ignores
 * opening hours and busy times, for a booking outside the hours.
 */
type Work = {
  companyId: string
  serviceId?: string | undefined
  quantity?: number | undefined
  minutes?: number
  isAgreed?: true
  byCompany?: boolean
  anyHours?: boolean
  location?: string | undefined
}

/**
 * Free times of a company for a service, day by day (docs/spec.md#free-times). With `exceptBookingId`, the booking that is being moved does
 * not count as taken. Throws serviceProblems.unknown.
 */
export async function readFreeSlots(
  app: App,
  question: SlotQuestion & Pick<Work, 'minutes' | 'byCompany'> & { exceptBookingId?: string },
  caller: Caller,
): Promise<SlotResponse> {
  const now = app.now()
  const today = berlinDay(now)
  const firstDay = laterDay(question.from ?? today, today)
  const { days, companyId, exceptBookingId } = question
  const [{ rule, bookingMode }, calendar, place] = await Promise.all([
    readTimes(app.db, question),
    findCalendar(app.db, { companyId, exceptBookingId, ...spanOf(firstDay, days), now, callerHash: caller.hash() }),
    placeOf(app.db, question),
  ])
  const lastDay = lastDayOf(rule, now.getTime())
  if (!calendar?.isOn) return { hasCalendar: false, bookingMode: 'instant', minutes: rule.minutes, days: [], lastDay }
  const free = freeDays(calendar, rule, { now: now.getTime(), firstDay, days, place })
  const state = calendar.openings.federalState
  return {
    hasCalendar: true,
    bookingMode,
    minutes: rule.minutes,
    lastDay,
    days: free.map(({ day, starts, reason }) => ({
      day,
      times: starts.map(clockTime),
      reason: reason ?? null,
      holiday: (reason === 'holiday' && state && holidaysOf(state, Number(day.slice(0, 4))).find((one) => one.day === day)?.name) || null,
    })),
  }
}

/** Coordinates of the work's location; null if it has none or it is unknown. */
export const placeOf = (db: Database | Transaction, { location }: Work) => (location ? findPlace(db, location) : Promise.resolve(null))

/** Duration of the work, with its service's buffers, notice and people. Throws serviceProblems.unknown. */
export async function readTimes(
  db: Database | Transaction,
  { companyId, serviceId, quantity, minutes: known, isAgreed, byCompany }: Work,
): Promise<{ rule: TimeRule; bookingMode: BookingMode }> {
  const isSold = known !== undefined || isAgreed === true
  const times = await findServiceTimes(db, { companyId, serviceId, isSold })
  if (!times && serviceId !== undefined && !isSold) throw serviceProblems.unknown()
  const notice = byCompany ? { noticeHours: 0 } : {}
  if (!times) {
    const { bookingMode, ...usual } = usualTimes
    return { rule: { ...usual, ...notice, minutes: known ?? usual.minutes }, bookingMode }
  }
  const { priceKind, ...offered } = times
  const hours = priceKind === 'hourly' && quantity !== undefined ? Math.round(quantity * 60) : undefined
  const minutes = known ?? hours ?? offered.minutes
  return { rule: { ...ruleOf({ ...offered, minutes }), ...notice }, bookingMode: offered.bookingMode }
}

/** A free time; `occupy` takes it. */
export type FreeSlot = {
  bookingMode: BookingMode
  policy: Policy
  startsAt: Date
  endsAt: Date
  occupancy: Pick<Occupancy, 'companyId' | 'seats' | 'core' | 'during' | 'place' | 'callerHash' | 'networkHash'>
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
  const found = await findCalendar(db, { ...wanted, ...spanOf(asked.firstDay, asked.days), now })
  if (!found || !(found.isOn || wanted.isAgreed)) return undefined
  const calendar = wanted.anyHours ? { ...found, openings: aroundTheClock, busy: [] } : found
  const start = berlinInstant(wanted.date, wanted.time).getTime()
  const place = await placeOf(db, wanted)
  const isInTime = wanted.isAgreed ?? isOffered(rule, { start, now: now.getTime() })
  const seats = isInTime ? chooseSeats(calendar, rule, { start, place }) : undefined
  if (!seats) {
    const isOpen = isInTime && chooseSeats({ ...calendar, taken: [], busy: [] }, rule, { start, place }) !== undefined
    const freeIn = (days: number) => freeDays(calendar, rule, { ...asked, days, place })
    return { why: isOpen ? 'taken' : 'notOffered', next: nextFree(freeIn(soonDays), start) ?? firstFree(freeIn(asked.days), start) }
  }
  return { bookingMode, policy: calendar.policy, ...occupantsOf(rule, { companyId, callerHash, networkHash, seats, start, place }) }
}

const aroundTheClock: WorkingHours = {
  federalState: null,
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ resourceId: null, weekday, minutes: { from: 0, to: 1_440 } })),
  days: [],
  closures: [],
}

type Taking = Pick<FreeSlot['occupancy'], 'companyId' | 'callerHash' | 'networkHash' | 'seats' | 'place'> & { start: number }
function occupantsOf(rule: TimeRule, { start, ...by }: Taking): Pick<FreeSlot, 'startsAt' | 'endsAt' | 'occupancy'> {
  const core = { from: start, to: start + rule.minutes * 60_000 }
  return { startsAt: new Date(start), endsAt: new Date(core.to), occupancy: { ...by, core, during: withBuffers(core, rule) } }
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
  const [{ rule, bookingMode }, calendar, place] = await Promise.all([
    readTimes(db, wish),
    findCalendar(db, { ...wish, ...spanOf(firstDay, days), now }),
    placeOf(db, wish),
  ])
  if (!calendar?.isOn) return undefined
  const start = freeDays(calendar, rule, { now: now.getTime(), firstDay, days, place })
    .flatMap(({ starts }) => starts)
    .find((at) => at >= wish.from.getTime() && at < (wish.before?.getTime() ?? Number.POSITIVE_INFINITY) && fitsPart(wish.part, at))
  const seats = start === undefined ? undefined : chooseSeats(calendar, rule, { start, place })
  if (start === undefined || !seats) return undefined
  return { bookingMode, policy: calendar.policy, ...occupantsOf(rule, { companyId, callerHash, seats, start, place }) }
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

/** Time span to read for these days, two days wider on both sides, because earlier and later jobs may reach in. */
export const spanOf = (firstDay: string, days: number) => ({
  from: berlinInstant(addDays(firstDay, -2), '00:00'),
  to: berlinInstant(addDays(firstDay, days + 2), '00:00'),
})

/** Time of an order at a company without a calendar, as arranged with it: occupies no seats. Throws serviceProblems.unknown. */
export async function arrangedSlot(tx: Transaction, wanted: RequestedSlot): Promise<FreeSlot> {
  const { companyId, callerHash, date, time } = wanted
  const [{ rule, bookingMode }, { appointments }] = [await readTimes(tx, wanted), await readSettings(tx)]
  const start = berlinInstant(date, time).getTime()
  return { bookingMode, policy: appointments.policy, ...occupantsOf(rule, { companyId, callerHash, seats: [], start, place: null }) }
}

/** Takes a time that was found free. Throws slotRefusal if it was taken meanwhile. */
export async function occupy(
  tx: Transaction,
  slot: FreeSlot,
  by: { kind: 'checkout' | 'request' | 'booking'; bookingId: string; now: Date },
) {
  if (!(await insertOccupancy(tx, { ...slot.occupancy, ...by }))) throw slotRefusal('taken', [])
}
