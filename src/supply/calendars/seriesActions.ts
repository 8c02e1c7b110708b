import { addDays, berlinDay, berlinInstant, berlinOffset, isBerlinTime, laterDay } from '#src/platform/kit/dates.ts'
import { holidaysOf } from '#src/platform/kit/holidays.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import { clockTime } from './clockTime.ts'
import { endOf } from './parts.ts'
import { calendarLimits, calendarProblems } from './rules.ts'
import { chooseSeats, type FreeDay, freeDays, isOffered, lastDayOf, type TimeRule } from './slots.ts'
import { readDays, readTimes } from './workActions.ts'
import type { Span } from './workingHours.ts'

type RequestedDate = { date: string; time: string }
type Work = { companyId: string; serviceId?: string | undefined; quantity?: number | undefined; location?: string | undefined }

/**
 * State of one requested date of a series: the reason why it is not free (`far`: beyond the booking horizon), the day's holiday, and the
 * nearest free time.
 */
export type CheckedDate = RequestedDate & {
  state: 'free' | 'closed' | 'taken' | 'skipped' | 'far'
  holiday: string | null
  alternative: RequestedDate | null
}

/** Last day that customers may book for some work. Throws serviceProblems.unknown. */
export const readLastDay = async (app: App, work: Work) => lastDayOf((await readTimes(app.db, work)).rule, app.now().getTime())

/**
 * Checks the requested dates, earliest first, by the present state; for each one that is not free finds the nearest free time that no other
 * date uses. Throws calendarProblems.none, serviceProblems.unknown.
 */
export async function readRequestedDates(app: App, { work, wished }: { work: Work; wished: readonly RequestedDate[] }, caller: Caller) {
  const now = app.now()
  const { rule } = await readTimes(app.db, work)
  const lastDay = lastDayOf(rule, now.getTime())
  const first = wished[0]?.date ?? lastDay
  const last = wished.findLast(({ date }) => date <= lastDay)?.date ?? lastDay
  const firstDay = addDays(first, -calendarLimits.nearDays)
  const days = Math.round((Date.parse(laterDay(first, last)) - Date.parse(firstDay)) / 86_400_000) + calendarLimits.nearDays
  const { calendar, place } = await readDays(app.db, rule, { ...work, firstDay, days, now, callerHash: caller.hash() })
  if (!calendar?.isOn) throw calendarProblems.none()
  const freeSpan = (start: number): Span | undefined => {
    const takes = isOffered(rule, { start, now: now.getTime() }) ? chooseSeats(calendar, rule, { start, place }) : undefined
    return takes && { from: start, to: endOf(takes) }
  }
  const around = (date: string) => {
    const from = addDays(date, -calendarLimits.nearDays)
    return freeDays(calendar, rule, { now: now.getTime(), firstDay: from, days: 2 * calendarLimits.nearDays + 1, place })
  }
  const state = calendar.openings.federalState
  const chosen: Span[] = []
  const dates = wished.map((wish): CheckedDate => {
    if (wish.date > lastDay) return { ...wish, state: 'far', holiday: null, alternative: null }
    const start = berlinInstant(wish.date, wish.time).getTime()
    const isReal = isBerlinTime(wish.date, wish.time)
    const free = isReal ? freeSpan(start) : undefined
    if (free && isOwn(free, { rule, chosen })) {
      chosen.push(free)
      return { ...wish, state: 'free', holiday: null, alternative: null }
    }
    const near = around(wish.date)
    const { reason } = near.find(({ day }) => day === wish.date) ?? {}
    const nearest = nearestTo(start, { rule, spans: near.flatMap((day) => spansOf(day, rule)), chosen })
    if (nearest) chosen.push(nearest)
    return {
      ...wish,
      state: !isReal ? 'skipped' : reason === 'hours' || reason === 'holiday' || reason === 'closure' ? 'closed' : 'taken',
      holiday: (state && holidaysOf(state, Number(wish.date.slice(0, 4))).find(({ day }) => day === wish.date)?.name) || null,
      alternative: nearest === undefined ? null : { date: berlinDay(new Date(nearest.from)), time: clockTime(nearest.from) },
    }
  })
  return { dates, lastDay }
}

/** Free times of a day from start to end. */
const spansOf = ({ starts, ends }: FreeDay, { minutes }: TimeRule) =>
  starts.map((from, at): Span => ({ from, to: ends?.[at] ?? from + minutes * 60_000 }))

type Near = { rule: TimeRule; spans: readonly Span[]; chosen: readonly Span[] }

/**
 * Nearest free time that no other date uses: first on the same day, then on the nearest days, at the time nearest to the requested one.
 */
function nearestTo(start: number, { rule, spans, chosen }: Near) {
  const farness = (at: number) => {
    const [wanted, other] = [clockOf(start), clockOf(at)]
    return [Math.abs(other.day - wanted.day), Math.abs(other.minute - wanted.minute), at] as const
  }
  const [nearest] = spans
    .filter((span) => isOwn(span, { rule, chosen }))
    .map((span) => ({ span, far: farness(span.from) }))
    .sort(({ far: [day, minute, at] }, { far: [otherDay, otherMinute, otherAt] }) => day - otherDay || minute - otherMinute || at - otherAt)
  return nearest?.span
}

/** True if a time overlaps none of the other dates, with their buffers. */
function isOwn({ from, to }: Span, { rule, chosen }: Omit<Near, 'spans'>) {
  const bufferMs = (rule.bufferBeforeMinutes + rule.bufferAfterMinutes) * 60_000
  return chosen.every((other) => from >= other.to + bufferMs || other.from >= to + bufferMs)
}

/** Day and minute of a time in Berlin. */
function clockOf(at: number) {
  const shown = at + berlinOffset(at)
  const day = Math.floor(shown / 86_400_000)
  return { day, minute: (shown - day * 86_400_000) / 60_000 }
}
