import { addDays } from './dates.ts'

/** Easter Sunday of the Gregorian calendar, by Meeus, Jones and Butcher. */
export function easterSunday(year: number) {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const l = (32 + 2 * (b % 4) + 2 * i - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const days = h + l - 7 * m + 114
  return `${year}-${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`
}

/** Whether the day is a Saturday or a Sunday. */
export const isWeekend = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0

const fixedHolidays = ['01-01', '01-06', '03-08', '05-01', '08-08', '08-15', '09-20', '10-03', '10-31', '11-01', '12-25', '12-26']
/** Good Friday, Easter Monday, Ascension, Whit Monday and Corpus Christi, in days from Easter Sunday. */
const movingHolidays = [-2, 1, 39, 50, 60]

/** The public holidays of a year that fall on no Sunday, of every German state, those of single towns included (Augsburg, 8 August). */
export function germanHolidays(year: number) {
  const easter = easterSunday(year)
  return [...fixedHolidays.map((day) => `${year}-${day}`), ...movingHolidays.map((days) => addDays(easter, days)), repentanceDay(year)]
}

/** The day itself or the first day after it that is a working day all over Germany. */
export function workingDayFrom(day: string): string {
  let found = day
  while (isWeekend(found) || germanHolidays(Number(found.slice(0, 4))).includes(found)) found = addDays(found, 1)
  return found
}

/** The Wednesday before 23 November, a holiday in Saxony. */
function repentanceDay(year: number) {
  const daysBack = ((new Date(`${year}-11-23T00:00:00Z`).getUTCDay() + 3) % 7) + 1
  return addDays(`${year}-11-23`, -daysBack)
}
