/** Wall-clock arithmetic: a wall time is the milliseconds since 1970 at which a UTC clock shows that time. */
export const dayMs = 86_400_000

export const weekdayOf = (wall: number) => new Date(wall).getUTCDay()
/** Midnight at the beginning of a wall time's day. */
export const midnightOf = (wall: number) => Math.floor(wall / dayMs) * dayMs
export const monthDays = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
export const yearDays = (year: number) => Math.round((Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / dayMs)

/** First day of week 1 of a year: the first week with at least four days in the year, beginning on the given weekday. */
export function firstWeekOf(year: number, weekStart: number) {
  const fourth = Date.UTC(year, 0, 4)
  return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7) * dayMs
}
