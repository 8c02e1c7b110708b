import { expect, test } from 'vitest'
import { type CalendarView, emptyException, exceptionInput, exceptionsOf, holidayInput, isOpenedOn, removalOf } from './form.ts'
import { closureBody, dayBody } from './rules.ts'

const companyId = '019e0000-0000-7000-8000-000000000001'
const meike = '019e0000-0000-7000-8000-000000000002'
const tarek = '019e0000-0000-7000-8000-000000000003'
const person = (id: string, name: string) => ({ id, name, kind: 'person' as const, capacity: 1, is_hidden: false })
const calendar: CalendarView = {
  has_calendar: true,
  is_on: true,
  federal_state: 'HH',
  policy: 'kulant',
  travel_kmh: 45,
  resources: [person(meike, 'Meike Petersen'), person(tarek, 'Tarek Aydin')],
  hours: [
    { resource_id: null, weekday: 5, from: '08:00', to: '17:00' },
    { resource_id: tarek, weekday: 5, from: '10:00', to: '14:00' },
  ],
  days: [],
  closures: [],
  link_shows: null,
  feed: null,
}
const christmas = { day: '2026-12-25', name: '1. Weihnachtstag' }

test('a holiday of one person and a day with other times carry the person', () => {
  const draft = { ...emptyException, resourceId: tarek, firstDay: '2026-12-21', lastDay: '2026-12-23' }
  const { closure } = exceptionInput(companyId, draft)
  expect(closureBody.parse(closure)).toMatchObject({ resourceId: tarek, firstDay: '2026-12-21', lastDay: '2026-12-23' })
  const { day } = exceptionInput(companyId, { ...draft, lastDay: '', kind: 'open' })
  expect(dayBody.parse(day)).toMatchObject({ resourceId: tarek, day: '2026-12-21' })
})

test('what is removed is the entry of that person, not the company’s of the same day', () => {
  const ranges = [{ from: '09:00', to: '12:00' }]
  const both = { ...calendar, days: [null, tarek].map((resource_id) => ({ resource_id, day: '2026-12-21', ranges, note: '' })) }
  const removals = exceptionsOf(both).map((one) => removalOf(companyId, one))
  expect(removals.map(({ resourceId, day, ranges: left }) => ({ resourceId, day, left }))).toEqual([
    { resourceId: null, day: '2026-12-21', left: null },
    { resourceId: tarek, day: '2026-12-21', left: null },
  ])
})

test('a public holiday is opened for one person with that person’s hours, and closed again', () => {
  expect(isOpenedOn(calendar, christmas.day, tarek)).toBe(false)
  const input = holidayInput(calendar, { ...christmas, resourceId: tarek, isOpen: true })
  expect(input).toEqual({ day: christmas.day, resourceId: tarek, ranges: [{ from: '10:00', to: '14:00' }], note: christmas.name })
  const opened = { ...calendar, days: [{ resource_id: tarek, day: christmas.day, ranges: input.ranges ?? [], note: '' }] }
  expect([null, meike, tarek].map((id) => isOpenedOn(opened, christmas.day, id))).toEqual([false, false, true])
  expect(holidayInput(opened, { ...christmas, resourceId: tarek, isOpen: false })).toMatchObject({ resourceId: tarek, ranges: null })
})

test('a person stays at home on a public holiday on which the company is open', () => {
  const ranges = [{ from: '08:00', to: '17:00' }]
  const open = { ...calendar, days: [{ resource_id: null, day: christmas.day, ranges, note: '' }] }
  expect(isOpenedOn(open, christmas.day, meike)).toBe(true)
  expect(holidayInput(open, { ...christmas, resourceId: meike, isOpen: false })).toMatchObject({ resourceId: meike, ranges: [] })
})
