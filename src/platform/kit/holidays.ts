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

/** True if the day is a Saturday or a Sunday. */
export const isWeekend = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0

export const federalStates = {
  BW: 'Baden-Württemberg',
  BY: 'Bayern',
  BE: 'Berlin',
  BB: 'Brandenburg',
  HB: 'Bremen',
  HH: 'Hamburg',
  HE: 'Hessen',
  MV: 'Mecklenburg-Vorpommern',
  NI: 'Niedersachsen',
  NW: 'Nordrhein-Westfalen',
  RP: 'Rheinland-Pfalz',
  SL: 'Saarland',
  SN: 'Sachsen',
  ST: 'Sachsen-Anhalt',
  SH: 'Schleswig-Holstein',
  TH: 'Thüringen',
} as const
export type FederalState = keyof typeof federalStates
const all = Object.keys(federalStates) as FederalState[]

/**
 * Holiday by the laws of the states: its day, as 'MM-DD', days from Easter Sunday or a function of the year; the states, and the years.
 * Local holidays are listed without a state: Assumption in the Catholic towns of Bavaria, the Peace Festival in Augsburg.
 */
type Rule = { on: string | number | ((year: number) => string); name: string; states: readonly string[]; from?: number; to?: number }

const rules: readonly Rule[] = [
  { on: '01-01', name: 'Neujahr', states: all },
  { on: '01-06', name: 'Heilige Drei Könige', states: ['BW', 'BY', 'ST'] },
  { on: '03-08', name: 'Internationaler Frauentag', states: ['BE'], from: 2019 },
  { on: '03-08', name: 'Internationaler Frauentag', states: ['MV'], from: 2023 },
  { on: -2, name: 'Karfreitag', states: all },
  { on: 0, name: 'Ostersonntag', states: ['BB'] },
  { on: 1, name: 'Ostermontag', states: all },
  { on: '05-01', name: 'Tag der Arbeit', states: all },
  { on: '05-08', name: 'Tag der Befreiung', states: ['BE'], from: 2020, to: 2020 },
  { on: '05-08', name: 'Tag der Befreiung', states: ['BE'], from: 2025, to: 2025 },
  { on: 39, name: 'Christi Himmelfahrt', states: all },
  { on: 49, name: 'Pfingstsonntag', states: ['BB'] },
  { on: 50, name: 'Pfingstmontag', states: all },
  { on: 60, name: 'Fronleichnam', states: ['BW', 'BY', 'HE', 'NW', 'RP', 'SL'] },
  { on: '06-17', name: '75. Jahrestag des Volksaufstandes', states: ['BE'], from: 2028, to: 2028 },
  { on: '08-08', name: 'Augsburger Friedensfest', states: [] },
  { on: '08-15', name: 'Mariä Himmelfahrt', states: ['SL'] },
  { on: '09-20', name: 'Weltkindertag', states: ['TH'], from: 2019 },
  { on: '10-03', name: 'Tag der Deutschen Einheit', states: all },
  { on: '10-31', name: 'Reformationstag', states: ['BB', 'MV', 'SN', 'ST', 'TH'] },
  { on: '10-31', name: 'Reformationstag', states: ['HB', 'HH', 'NI', 'SH'], from: 2018 },
  { on: '11-01', name: 'Allerheiligen', states: ['BW', 'BY', 'NW', 'RP', 'SL'] },
  { on: repentanceDay, name: 'Buß- und Bettag', states: ['SN'] },
  { on: '12-25', name: '1. Weihnachtstag', states: all },
  { on: '12-26', name: '2. Weihnachtstag', states: all },
]

/** Public holidays of one state in a year, by date. */
export const holidaysOf = (state: FederalState, year: number) =>
  rulesOf(year)
    .filter(({ states }) => states.includes(state))
    .map(({ on, name }) => ({ day: dayOf(on, year), name }))
    .sort((one, other) => one.day.localeCompare(other.day))

/** Public holidays of a year in all German states, including those of single towns. */
export const germanHolidays = (year: number) => [...new Set(rulesOf(year).map(({ on }) => dayOf(on, year)))]

const rulesOf = (year: number) => rules.filter(({ from = year, to = year }) => year >= from && year <= to)

function dayOf(on: Rule['on'], year: number) {
  if (typeof on === 'string') return `${year}-${on}`
  return typeof on === 'number' ? addDays(easterSunday(year), on) : on(year)
}

/** The day itself or the first day after it that is a working day all over Germany. */
export function workingDayFrom(day: string): string {
  let found = day
  while (isWeekend(found) || germanHolidays(Number(found.slice(0, 4))).includes(found)) found = addDays(found, 1)
  return found
}

/** Wednesday before 23 November, a holiday in Saxony. */
function repentanceDay(year: number) {
  const daysBack = ((new Date(`${year}-11-23T00:00:00Z`).getUTCDay() + 3) % 7) + 1
  return addDays(`${year}-11-23`, -daysBack)
}
