import { dayMs, firstWeekOf, midnightOf, monthDays, weekdayOf, yearDays } from './days.ts'
import type { Rule } from './recurrence.ts'

/** Remaining steps for one file, against malicious calendars. */
export type Budget = { steps: number }
export class TooDense extends Error {}

type Params = { rule: Rule; start: number; from: number; to: number; budget: Budget }

/**
 * Yields the wall times after `start` at which a rule recurs, in order, up to `to`. Times before `from` may be skipped unless COUNT needs
 * them. The caller applies COUNT and UNTIL. Throws TooDense when the budget is used up.
 */
export function* repeatsOf({ rule, start, from, to, budget }: Params): Generator<number> {
  const complete = completeRule(rule, start)
  const period = periodsOf(complete, start)
  const skipped = rule.count === undefined ? Math.max(0, Math.floor((from - start) / longest[rule.freq] / rule.interval) - 2) : 0
  for (let index = skipped * rule.interval; ; index += rule.interval) {
    const { begin, end } = period(index)
    spend(budget, 1)
    // Negated, so that NaN (a year beyond the range of Date) ends the loop, too.
    if (!(begin <= to)) return
    const times = positioned(timesIn(complete, { begin, end, start, budget }), rule.by.BYSETPOS)
    for (const time of times) if (time > start) yield time
  }
}

/** Maximum length of a period in milliseconds; where periods are shorter, fewer of them are skipped than possible. */
const longest = {
  SECONDLY: 1_000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: dayMs,
  WEEKLY: 7 * dayMs,
  MONTHLY: 31 * dayMs,
  YEARLY: 366 * dayMs,
} as const

function spend(budget: Budget, steps: number) {
  budget.steps -= steps
  if (budget.steps < 0) throw new TooDense()
}

/** Completes a rule from its start: weekday, day of the month, month. */
function completeRule(rule: Rule, start: number): Rule {
  const { freq, days, by } = rule
  if (days || by.BYMONTHDAY || by.BYYEARDAY) return rule
  const weekday = [{ ordinal: 0, weekday: weekdayOf(start) }]
  if (freq === 'WEEKLY' || (freq === 'YEARLY' && by.BYWEEKNO)) return { ...rule, days: weekday }
  const date = new Date(start)
  if (freq === 'MONTHLY') return { ...rule, by: { ...by, BYMONTHDAY: [date.getUTCDate()] } }
  if (freq !== 'YEARLY') return rule
  return { ...rule, by: { BYMONTH: [date.getUTCMonth() + 1], ...by, BYMONTHDAY: [date.getUTCDate()] } }
}

/** Bounds of period `index` of a rule, counted from the one that contains its start. */
function periodsOf({ freq, weekStart, by }: Rule, start: number) {
  const date = new Date(start)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return (index: number) => {
    if (freq === 'YEARLY' && by.BYWEEKNO)
      return { begin: firstWeekOf(year + index, weekStart), end: firstWeekOf(year + index + 1, weekStart) }
    if (freq === 'YEARLY') return { begin: Date.UTC(year + index, 0, 1), end: Date.UTC(year + index + 1, 0, 1) }
    if (freq === 'MONTHLY') return { begin: Date.UTC(year, month + index, 1), end: Date.UTC(year, month + index + 1, 1) }
    const unit = longest[freq]
    const back = freq === 'WEEKLY' ? ((weekdayOf(start) - weekStart + 7) % 7) * dayMs : 0
    const first = freq === 'WEEKLY' ? midnightOf(start) - back : Math.floor(start / unit) * unit
    return { begin: first + index * unit, end: first + (index + 1) * unit }
  }
}

type Period = { begin: number; end: number; start: number; budget: Budget }

/** All times of one period. */
function timesIn(rule: Rule, { begin, end, start, budget }: Period) {
  const clocks = clocksOf(rule, begin, start)
  spend(budget, clocks.length)
  const times: number[] = []
  for (let day = midnightOf(begin); day < end; day += dayMs) {
    spend(budget, 1)
    if (!isDayOf(rule, day)) continue
    spend(budget, clocks.length)
    for (const clock of clocks) times.push(day + clock)
  }
  return times
}

/** Times of day of a period in milliseconds; for HOURLY and finer rules only those within the period. */
function clocksOf({ freq, by }: Rule, begin: number, start: number) {
  const [at, first] = [new Date(begin), new Date(start)]
  const within = (units: readonly string[], name: ByUnit, now: number, given: number) => {
    const list = by[name]
    if (!units.includes(freq)) return list?.toSorted((one, other) => one - other) ?? [given]
    return !list || list.includes(now) ? [now] : []
  }
  const hours = within(['HOURLY', 'MINUTELY', 'SECONDLY'], 'BYHOUR', at.getUTCHours(), first.getUTCHours())
  const minutes = within(['MINUTELY', 'SECONDLY'], 'BYMINUTE', at.getUTCMinutes(), first.getUTCMinutes())
  const seconds = within(['SECONDLY'], 'BYSECOND', at.getUTCSeconds(), first.getUTCSeconds())
  return hours.flatMap((hour) => minutes.flatMap((minute) => seconds.map((second) => ((hour * 60 + minute) * 60 + second) * 1_000)))
}
type ByUnit = 'BYHOUR' | 'BYMINUTE' | 'BYSECOND'

function isDayOf(rule: Rule, day: number) {
  const { by, freq, weekStart, days } = rule
  const date = new Date(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const yearDay = Math.round((day - Date.UTC(year, 0, 1)) / dayMs) + 1
  return (
    (!by.BYMONTH || by.BYMONTH.includes(month + 1)) &&
    isOneOf(by.BYMONTHDAY, date.getUTCDate(), monthDays(year, month)) &&
    isOneOf(by.BYYEARDAY, yearDay, yearDays(year)) &&
    (!by.BYWEEKNO || freq !== 'YEARLY' || isWeekOf(by.BYWEEKNO, day, weekStart)) &&
    (!days || days.some(({ ordinal, weekday }) => weekday === weekdayOf(day) && isNth(rule, ordinal, day)))
  )
}

/** Negative numbers count from the end. */
const isOneOf = (list: readonly number[] | undefined, number: number, last: number) =>
  !list || list.includes(number) || list.includes(number - last - 1)

function isWeekOf(weeks: readonly number[], day: number, weekStart: number) {
  // A week belongs to the year that contains its fourth day.
  const first = day - ((weekdayOf(day) - weekStart + 7) % 7) * dayMs
  const year = new Date(first + 3 * dayMs).getUTCFullYear()
  const begin = firstWeekOf(year, weekStart)
  const number = Math.round((first - begin) / dayMs / 7) + 1
  return isOneOf(weeks, number, Math.round((firstWeekOf(year + 1, weekStart) - begin) / dayMs / 7))
}

/** '2MO' is the second Monday of the month, or of the year in a yearly rule without months. Ignored in weekly and finer rules. */
function isNth({ freq, by }: Rule, ordinal: number, day: number) {
  if (ordinal === 0 || (freq !== 'MONTHLY' && freq !== 'YEARLY')) return true
  const date = new Date(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const isOfYear = freq === 'YEARLY' && !by.BYMONTH
  const number = isOfYear ? Math.round((day - Date.UTC(year, 0, 1)) / dayMs) : date.getUTCDate() - 1
  const total = isOfYear ? yearDays(year) : monthDays(year, month)
  return ordinal > 0 ? Math.floor(number / 7) + 1 === ordinal : Math.floor((total - 1 - number) / 7) + 1 === -ordinal
}

const positioned = (times: number[], positions: readonly number[] | undefined) =>
  positions ? times.filter((_, at) => isOneOf(positions, at + 1, times.length)) : times
