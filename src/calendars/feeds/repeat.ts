import { dayMs, firstWeekOf, midnightOf, monthDays, weekdayOf, yearDays } from './days.ts'
import type { Rule } from './recurrence.ts'

/** What may still be tried for one file: a calendar may be a bomb. */
export type Budget = { steps: number }
export class TooDense extends Error {}

type Asked = { rule: Rule; start: number; from: number; to: number; budget: Budget }

/**
 * The wall times after the start that a rule repeats it at, in order, up to `to`; those before `from` may be left out unless they are
 * counted. COUNT and UNTIL are the caller's. Throws TooDense when the budget is used up.
 */
export function* repeatsOf({ rule, start, from, to, budget }: Asked): Generator<number> {
  const complete = completeRule(rule, start)
  const period = periodsOf(complete, start)
  const skipped = rule.count === undefined ? Math.max(0, Math.floor((from - start) / longest[rule.freq] / rule.interval) - 2) : 0
  for (let index = skipped * rule.interval; ; index += rule.interval) {
    const { begin, end } = period(index)
    spend(budget, 1)
    // Also for a year beyond those that a Date can hold.
    if (!(begin <= to)) return
    const times = positioned(timesIn(complete, { begin, end, start, budget }), rule.by.BYSETPOS)
    for (const time of times) if (time > start) yield time
  }
}

/** No period of a frequency is longer than this; shorter ones make some be looked at in vain. */
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

/** What a rule leaves open follows from its start: its weekday, its day of the month, its month. */
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

/** Period number n of a rule, counted from the one that its start lies in. */
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

/** The times of day of a rule's period, as milliseconds; of an hour, a minute or a second only what lies in it. */
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
  // The fourth day of a week lies in the year that the week belongs to.
  const first = day - ((weekdayOf(day) - weekStart + 7) % 7) * dayMs
  const year = new Date(first + 3 * dayMs).getUTCFullYear()
  const begin = firstWeekOf(year, weekStart)
  const number = Math.round((first - begin) / dayMs / 7) + 1
  return isOneOf(weeks, number, Math.round((firstWeekOf(year + 1, weekStart) - begin) / dayMs / 7))
}

/** '2MO' is the second Monday of the month, in a year without months that of the year; weeks and days have one only. */
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
