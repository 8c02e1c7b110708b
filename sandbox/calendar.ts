/**
 * Adds months in UTC; times are seconds since 1970. A month too short for the anchor's day ends on its last day, and a longer one after it
 * returns to the anchor's day: 31 January, 28 February, 31 March.
 */
export function addMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1000)
  const target = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  const moved = new Date(anchor * 1000)
  moved.setUTCFullYear(target.getUTCFullYear(), target.getUTCMonth(), Math.min(from.getUTCDate(), lastDay))
  return moved.getTime() / 1000
}

/** First end of a period after `moment`, with periods of this many months counted from the anchor. */
export function nextPeriodEnd(anchor: number, moment: number, monthsInPeriod: number): number {
  for (let periods = 1; ; periods++) {
    const end = addMonths(anchor, periods * monthsInPeriod)
    if (end > moment) return end
  }
}
