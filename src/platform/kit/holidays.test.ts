import Holidays from 'date-holidays'
import { expect, test } from 'vitest'
import { addDays } from './dates.ts'
import { easterSunday, type FederalState, federalStates, germanHolidays, holidaysOf, workingDayFrom } from './holidays.ts'

/** Easter by another algorithm: Gauss with the corrections of Lichtenberg. */
function easterByGauss(year: number) {
  const century = Math.floor(year / 100)
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25)
  const sun = 2 - Math.floor((3 * century + 3) / 4)
  const metonic = year % 19
  const seed = (19 * metonic + moon) % 30
  const correction = Math.floor((seed + Math.floor(metonic / 11)) / 29)
  const border = 21 + seed - correction
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sun) % 7)
  const distance = 7 - ((border - firstSunday) % 7)
  return addDays(`${year}-03-01`, border + distance - 1)
}

test('Easter agrees with Gauss over 2,400 years, and with almanacs', () => {
  for (let year = 1_600; year < 4_000; year += 1) expect(easterSunday(year)).toBe(easterByGauss(year))
  const almanac = { 2020: '04-12', 2021: '04-04', 2022: '04-17', 2023: '04-09', 2024: '03-31', 2025: '04-20', 2026: '04-05', 2027: '03-28' }
  const later = { 2028: '04-16', 2029: '04-01', 2030: '04-21', 2031: '04-13', 2032: '03-28', 2033: '04-17', 2034: '04-09', 2035: '03-25' }
  const last = { 2036: '04-13', 2037: '04-05', 2038: '04-25', 2039: '04-10', 2040: '04-01' }
  for (const [year, day] of Object.entries({ ...almanac, ...later, ...last })) expect(easterSunday(Number(year))).toBe(`${year}-${day}`)
})

test('public holidays of all German states, as the states publish them', () => {
  expect(germanHolidays(2026).toSorted()).toEqual([
    '2026-01-01',
    '2026-01-06',
    '2026-03-08',
    '2026-04-03',
    '2026-04-05',
    '2026-04-06',
    '2026-05-01',
    '2026-05-14',
    '2026-05-24',
    '2026-05-25',
    '2026-06-04',
    '2026-08-08',
    '2026-08-15',
    '2026-09-20',
    '2026-10-03',
    '2026-10-31',
    '2026-11-01',
    '2026-11-18',
    '2026-12-25',
    '2026-12-26',
  ])
  const repentance = { 2022: '11-16', 2023: '11-22', 2024: '11-20', 2025: '11-19', 2026: '11-18', 2027: '11-17', 2028: '11-22' }
  for (const [year, day] of Object.entries(repentance)) expect(germanHolidays(Number(year))).toContain(`${year}-${day}`)
})

test('a day that is no working day moves to the next working day', () => {
  expect(workingDayFrom('2026-11-20')).toBe('2026-11-20')
  expect(workingDayFrom('2026-11-21')).toBe('2026-11-23')
  expect(workingDayFrom('2026-04-03')).toBe('2026-04-07')
  expect(workingDayFrom('2026-12-25')).toBe('2026-12-28')
  expect(workingDayFrom('2027-01-01')).toBe('2027-01-04')
})

test('the holidays of 16 states agree with another list of them over 17 years', () => {
  for (const state of Object.keys(federalStates) as FederalState[]) {
    const oracle = new Holidays('DE', state, { languages: 'de' })
    for (let year = 2018; year < 2035; year += 1) {
      const listed = oracle.getHolidays(year).filter(({ type }) => type === 'public')
      const days = [...new Set(listed.map(({ date }) => date.slice(0, 10)))].sort()
      expect({ state, year, days: holidaysOf(state, year).map(({ day }) => day) }).toEqual({ state, year, days })
    }
  }
})
