/** Wall-clock arithmetic: a wall time is the milliseconds since 1970 that UTC would have when it shows it. */
export const dayMs = 86_400_000

export const weekdayOf = (wall: number) => new Date(wall).getUTCDay()
/** Midnight of the wall time's day. */
export const midnightOf = (wall: number) => Math.floor(wall / dayMs) * dayMs
export const monthDays = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
export const yearDays = (year: number) => Math.round((Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / dayMs)

/** The first day of week 1 of a year: the first week with at least four of its days, beginning on the given weekday. */
export function firstWeekOf(year: number, weekStart: number) {
  const fourth = Date.UTC(year, 0, 4)
  return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7) * dayMs
}
