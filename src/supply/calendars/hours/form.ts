import { addDays, dateFormat } from '#src/platform/kit/dates.ts'
import { type FederalState, holidaysOf } from '#src/platform/kit/holidays.ts'
import { writtenTime } from '#src/platform/kit/typed.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { weekdayOf } from '../workingHours.ts'
import { type CompanyCalendar, closureBody, dayBody, hoursBody, hoursTexts, minutesOf } from './rules.ts'

export type CalendarView = Wire<CompanyCalendar>

/** Typed times of one opening; `key` identifies the row within a form. */
export type RangeDraft = { key: number; from: string; to: string }
/** Seven days from Monday. */
export type WeekDraft = readonly (readonly RangeDraft[])[]

export const weekdays = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'] as const

const rangeDrafts = (ranges: readonly { from: string; to: string }[]) => ranges.map(({ from, to }, key) => ({ key, from, to }))
const weekOf = (rangesOf: (weekday: number) => readonly { from: string; to: string }[]): WeekDraft =>
  weekdays.map((_, index) => rangeDrafts(rangesOf(index + 1)))

/** Week of the company (null) or of one of its resources. */
export const weekDraftOf = ({ hours }: CalendarView, resourceId: string | null) =>
  weekOf((weekday) => hours.filter((one) => one.resource_id === resourceId && one.weekday === weekday))

/** Default for a company without hours. */
export const usualWeek = weekOf((weekday) => (weekday <= 5 ? [{ from: '08:00', to: '17:00' }] : []))

export const weekInputOf = (week: WeekDraft) => week.map((ranges) => ranges.map(({ from, to }) => ({ from, to })))

/** First error of each invalid field, by its path: 'week.0.1.from'. */
export function errorsIn(week: WeekDraft) {
  const texts: Record<string, string> = {}
  const { error } = hoursBody.pick({ week: true }).safeParse({ week: weekInputOf(week) })
  for (const { path, message } of error?.issues ?? []) texts[path.join('.')] ??= message
  return texts
}

export const fieldId = (path: string) => `hours-${path.replaceAll('.', '-')}`

/** Label of a path: 'week.0.1.from' → 'Montag, 2. Zeit, von'. */
export function labelOf(path: string) {
  const [, day, row, part] = path.split('.')
  const words = [
    weekdays[Number(day)],
    row === undefined ? undefined : `${Number(row) + 1}. Zeit`,
    part && (part === 'from' ? 'von' : 'bis'),
  ]
  return words.filter(Boolean).join(', ')
}

/** Adds an opening to a day: after a break of an hour, or the usual one for a closed day. */
export function withRange(ranges: readonly RangeDraft[]): readonly RangeDraft[] {
  const last = ranges.at(-1)
  const key = Math.max(-1, ...ranges.map((one) => one.key)) + 1
  if (!last) return [{ key, from: '08:00', to: '17:00' }]
  const isLong = spanOf(last) !== undefined && writtenTime(last.from) < '12:00' && writtenTime(last.to) > '13:00'
  if (!isLong) return [...ranges, { key, from: '', to: '' }]
  return [...ranges.slice(0, -1), { ...last, to: '12:00' }, { key, from: '13:00', to: last.to }]
}

/** Start and end of typed times in minutes of the day; undefined if they are invalid. */
export function spanOf({ from, to }: { from: string; to: string }) {
  const [begin, end] = [from, to].map((typed) => minutesIn(writtenTime(typed)))
  return begin !== undefined && end !== undefined && begin < end ? { from: begin, to: end } : undefined
}
const minutesIn = (time: string) => (/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(time) ? minutesOf(time) : undefined)

/** Total open minutes of a week. */
export const openMinutes = (week: WeekDraft) =>
  week.flat().reduce((sum, range) => {
    const span = spanOf(range)
    return span ? sum + span.to - span.from : sum
  }, 0)

/** Duration as '51 Std. 30 Min.'. */
export const hoursText = (minutes: number) =>
  [minutes >= 60 ? `${Math.floor(minutes / 60)} Std.` : '', minutes % 60 > 0 ? `${minutes % 60} Min.` : ''].filter(Boolean).join(' ')

/** Public holidays of a state within a year from `day` on. */
export const holidaysFrom = (state: FederalState, day: string) => {
  const year = Number(day.slice(0, 4))
  return [...holidaysOf(state, year), ...holidaysOf(state, year + 1)].filter((one) => day <= one.day && one.day < addDays(day, 365))
}

const dayFormat = dateFormat('de-DE', { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
/** Day as 'Do, 24.12.2026'. */
export const dayText = (day: string) => dayFormat(new Date(`${day}T00:00:00Z`))

/** All exceptions to the weekly hours by date; only closures have an `id`. */
export function exceptionsOf({ days, closures, resources }: CalendarView) {
  const whose = (id: string | null) => resources.find((one) => one.id === id)?.name
  const single = days.map(({ resource_id: resourceId, day, ranges, note }) => ({
    ...{ key: `${resourceId}${day}`, id: undefined, resourceId, day, daysText: dayText(day) },
    text: said([ranges.length > 0 ? `${rangesText(ranges)} geöffnet` : 'Geschlossen', note, whose(resourceId)]),
  }))
  const closed = closures.map(({ id, resource_id: resourceId, first_day: day, last_day: last, note }) => ({
    ...{ key: id, id, resourceId, day, daysText: day === last ? dayText(day) : `${dayText(day)} – ${dayText(last)}` },
    text: said([note || 'Geschlossen', whose(resourceId)]),
  }))
  return [...single, ...closed].sort((one, other) => one.day.localeCompare(other.day))
}

/** Input that removes such an exception of a day, of the company or of one resource. */
export const removalOf = (companyId: string, { resourceId, day }: { resourceId: string | null; day: string }) => ({
  companyId,
  resourceId,
  day,
  ranges: null,
})

/**
 * True if a day that is closed by default is opened for the company (null) or one of its resources, which follow the company unless they
 * have their own exception.
 */
export function isOpenedOn({ days }: CalendarView, day: string, resourceId: string | null) {
  const of = (id: string | null) => days.find((one) => one.day === day && one.resource_id === id)
  const counts = (resourceId === null ? undefined : of(resourceId)) ?? of(null)
  return counts !== undefined && counts.ranges.length > 0
}

type Holiday = { day: string; name: string; resourceId: string | null; isOpen: boolean }

/** Input that opens or closes a public holiday; `ranges` is null if that is the default already. */
export function holidayInput(calendar: CalendarView, { day, name, resourceId, isOpen }: Holiday) {
  const isUsual = resourceId !== null && isOpenedOn(calendar, day, null) === isOpen
  const closed = resourceId === null || isUsual ? null : []
  const ranges = isOpen && !isUsual ? hoursOn(calendar, day, resourceId) : closed
  return { day, resourceId, ranges, note: isOpen && !isUsual ? name : '' }
}

/** Hours of a day's weekday, the resource's own ones if there are any; on a weekday that is always closed, the usual hours. */
function hoursOn(calendar: CalendarView, day: string, resourceId: string | null) {
  const isOwn = resourceId !== null && calendar.hours.some((one) => one.resource_id === resourceId)
  const [ranges = []] = weekInputOf(weekDraftOf(calendar, isOwn ? resourceId : null).slice(weekdayOf(day) - 1))
  return ranges.length > 0 ? ranges : (weekInputOf(usualWeek)[0] ?? [])
}

const said = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' · ')
const rangesText = (ranges: readonly { from: string; to: string }[]) => `${ranges.map(({ from, to }) => `${from}–${to}`).join(' und ')} Uhr`

/** Typed values of a day with other hours, or of a closure. */
export type ExceptionDraft = {
  /** Resource that it applies to; null for the whole company. */
  resourceId: string | null
  firstDay: string
  lastDay: string
  kind: 'closed' | 'open'
  ranges: readonly RangeDraft[]
  note: string
}
export const emptyException: ExceptionDraft = {
  resourceId: null,
  firstDay: '',
  lastDay: '',
  kind: 'closed',
  ranges: withRange([]),
  note: '',
}

/** Input of a closure, and, for other hours, of a single day. */
export function exceptionInput(companyId: string, { resourceId, firstDay, lastDay, kind, ranges, note }: ExceptionDraft) {
  const closure = { companyId, resourceId, firstDay, lastDay: lastDay || firstDay, note }
  const [week] = weekInputOf([ranges])
  return { closure, day: kind === 'open' ? { companyId, resourceId, day: firstDay, ranges: week ?? [], note } : undefined }
}

/** First error of each invalid field; other hours are for one day only. */
export function exceptionErrors(companyId: string, draft: ExceptionDraft) {
  const { day, closure } = exceptionInput(companyId, draft)
  const { error } = day ? dayBody.safeParse(day) : closureBody.safeParse(closure)
  const texts: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) texts[path.join('.').replace(/^day$/, 'firstDay')] ??= message
  if (day && closure.lastDay !== closure.firstDay) texts.lastDay ??= hoursTexts.oneDay
  return texts
}
