import { addDays, mondayOf } from '#src/platform/kit/dates.ts'
import type { RevenueGrain, RevenuePeriod } from './rules.ts'

/** Days in Berlin, both inclusive; undefined leaves the period open on that side. */
export type Span = { from?: string | undefined; to?: string | undefined }
export type Step = { from: string; to: string }

/** Maximum number of bars in a chart. */
const mostSteps = 12
/** Periods up to this length are shown by week, unless months are chosen. */
const weeksUpToDays = 92

/** Returns the days of a period, as of today. */
export function spanOf({ period, from, to }: RevenuePeriod, today: string): Span {
  if (from !== undefined || to !== undefined) return { from, to }
  if (period === 'month') return { from: firstOf('month', today), to: lastOf('month', today) }
  if (period === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }
  if (period !== 'lastMonth') return {}
  const before = addDays(firstOf('month', today), -1)
  return { from: firstOf('month', before), to: before }
}

/** Returns weeks for short periods, months for long ones. */
export function grainOf({ from, to }: Span, today: string): RevenueGrain {
  const end = endOf(to, today)
  return from !== undefined && from >= addDays(end, -weeksUpToDays) ? 'week' : 'month'
}

/** Returns the last weeks or months of a period until today, oldest first, clipped to the period. */
export function stepsOf({ from, to }: Span, { grain, today }: { grain: RevenueGrain; today: string }): Step[] {
  const steps: Step[] = []
  let end = endOf(to, today)
  while (steps.length < mostSteps && (from === undefined || end >= from)) {
    const start = firstOf(grain, end)
    steps.unshift({ from: from !== undefined && start < from ? from : start, to: end })
    end = addDays(start, -1)
  }
  const newest = steps.at(-1)
  // The current week or month is shown with all its days, although some lie ahead.
  if (newest && newest.to === today) newest.to = earlier(lastOf(grain, today), to)
  return steps
}

const earlier = (one: string, other: string | undefined) => (other !== undefined && other < one ? other : one)
const endOf = (to: string | undefined, today: string) => earlier(today, to)

/** Returns the first day of the week (a Monday) or month that contains a day. */
export const firstOf = (grain: RevenueGrain, day: string) => (grain === 'month' ? `${day.slice(0, 7)}-01` : mondayOf(day))

function lastOf(grain: RevenueGrain, day: string) {
  const first = firstOf(grain, day)
  return grain === 'week' ? addDays(first, 6) : addDays(firstOf('month', addDays(first, 31)), -1)
}
