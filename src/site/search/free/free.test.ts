import { expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { findByIdSuffix, idSuffixOf } from '#src/supply/services/idSuffix.ts'
import { makeCalendar, makeCompany, makeService } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { emptyQuery, type SearchQuery } from '../query/rules.ts'
import { searchWithWider } from '../wider/actions.ts'
import { renewAvailability, writeAvailability } from './availabilityActions.ts'

const testApp = await openTestApp()
const { app, clock } = testApp
const monday = '2026-11-30'
const friday = '2026-12-04'

type Fixture = Parameters<typeof makeCalendar>[2] & { service?: Parameters<typeof makeService>[2] }

/** A company with a calendar, whose one service takes an hour. */
async function makeFree(companyName: string, { service, ...calendar }: Fixture = {}) {
  const { id } = await makeCompany(app, { companyName })
  const people = await makeCalendar(app, id, calendar)
  const { id: serviceId } = await makeService(app, id, { minutes: 60, ...service })
  return { id, serviceId, resourceId: Object.values(people)[0] ?? '' }
}

const search = async (asked: Partial<SearchQuery>) => {
  await writeAvailability(app)
  const { companies, ...answer } = await searchWithWider(app.db, { ...emptyQuery, ...asked, limit: 24, offset: 0, now: app.now() })
  return { ...answer, companies, names: companies.map(({ companyName }) => companyName), free: companies.map(({ free }) => free) }
}
const at = (day: string, time: string) => clock.moveTo(berlinInstant(day, time))

const take = ({ id, resourceId }: { id: string; resourceId: string }, during: string) =>
  app.db
    .insertInto('occupancies')
    .values({ companyId: id, resourceId, during, core: during, kind: 'block', createdAt: app.now() })
    .execute()

test('a day and a part of it keep whoever is free then; who has no calendar is counted apart', async () => {
  at(monday, '10:00')
  await makeFree('Früh', { from: 420, to: 720 })
  await makeFree('Spät', { from: 1_020, to: 1_260 })
  await makeFree('Montags', { weekdays: [1] })
  await makeCompany(app, { companyName: 'Auf Anfrage' })
  const found = await search({ when: { day: friday, part: 'vormittag' } })
  expect([found.names, found.total, found.onRequest, found.time]).toEqual([
    ['Früh'],
    1,
    1,
    { day: friday, part: 'vormittag', isTyped: false, isMissed: false },
  ])
  expect((await search({ when: { day: friday, part: null } })).names).toEqual(['Früh', 'Spät'])
  expect((await search({ when: { day: null, part: 'abend' } })).names.toSorted()).toEqual(['Montags', 'Spät'])
  const also = await search({ when: { day: friday, part: 'abend' }, alsoOnRequest: true })
  expect([also.names.toSorted(), also.total, also.onRequest]).toEqual([['Auf Anfrage', 'Spät'], 2, 0])
  expect((await search({})).total).toBe(4)
})

test('by words and place, too, and ordered by the next free time', async () => {
  at(monday, '06:00')
  await makeFree('Fenster Nord', { from: 600 })
  await makeFree('Fenster West', { from: 480 })
  await makeFree('Fenster Ost', { weekdays: [5], from: 420 })
  await makeCompany(app, { companyName: 'Fenster Süd' })
  const asked = { q: 'Fenster', location: 'Hamburg', sorting: 'termin' } as const
  expect((await search(asked)).names).toEqual(['Fenster West', 'Fenster Nord', 'Fenster Ost', 'Fenster Süd'])
  const morning = await search({ ...asked, when: { day: friday, part: 'vormittag' } })
  expect([morning.names, morning.onRequest]).toEqual([['Fenster Ost', 'Fenster West', 'Fenster Nord'], 1])
  expect((await search({ sorting: 'termin' })).names).toEqual(['Fenster West', 'Fenster Nord', 'Fenster Ost', 'Fenster Süd'])
})

test('a company whose first service never fits its day shows the times of the next one that does', async () => {
  at(monday, '10:00')
  const { id } = await makeFree('Groß und Klein', { from: 480, to: 1_020, service: { title: 'Bad sanieren', minutes: 720 } })
  const short = await makeService(app, id, { title: 'Wasserhahn', minutes: 60, position: 1 })
  const { free } = await search({ when: { day: friday, part: null } })
  expect(free).toEqual([{ mark: idSuffixOf(short.id, []), starts: [`${friday} 08:00`, `${friday} 08:30`, `${friday} 09:00`] }])
})

test('a card names the service of its times, also when the company puts another one first meanwhile', async () => {
  at(monday, '10:00')
  const { id, serviceId } = await makeFree('Zwei', { service: { title: 'Kurz', minutes: 30 } })
  const other = await makeService(app, id, { title: 'Lang', minutes: 120, position: 1 })
  const { free } = await search({})
  await app.db.updateTable('services').set({ position: 2 }).where('id', '=', serviceId).execute()
  const { body } = await testApp.newVisitor().call('get-company-services', { companyId: id })
  expect(body.services.map((one: { id: string }) => one.id)).toEqual([other.id, serviceId])
  expect(findByIdSuffix<{ id: string }>(body.services, free[0]?.mark ?? '')?.id).toBe(serviceId)
})

test('three exact times on each card, those that the booking offers for the service; without a wanted day of three days', async () => {
  at(monday, '10:00')
  const one = await makeFree('Früh', { from: 420, to: 720 })
  await makeService(app, one.id, { title: 'Kurz', minutes: 30, position: 1 })
  await take(one, `[${friday} 06:00+00, ${friday} 08:00+00)`)
  const { free } = await search({ when: { day: friday, part: null } })
  const { body } = await testApp.newVisitor().call('get-free-slots', { companyId: one.id, serviceId: one.serviceId, from: friday, days: 2 })
  const offered = body.days.flatMap(({ day, times }: { day: string; times: string[] }) => times.map((time) => `${day} ${time}`))
  expect(offered.slice(0, 4)).toEqual([`${friday} 09:00`, `${friday} 09:30`, `${friday} 10:00`, `${friday} 10:30`])
  expect(free).toEqual([{ mark: idSuffixOf(one.serviceId, []), starts: offered.slice(0, 3) }])
  const { free: sooner } = await search({})
  expect(sooner[0]?.starts).toEqual(['2026-12-01 10:30', '2026-12-02 07:00', '2026-12-03 07:00'])
})

test('whoever is booked out, closed, too far or too soon is not found, and is found again as soon as it changes', async () => {
  at(monday, '10:00')
  const full = await makeFree('Voll')
  await take(full, `[${friday} 00:00+01, ${friday} 23:00+01)`)
  const closed = await makeFree('Betriebsferien')
  await app.db
    .insertInto('closures')
    .values({ companyId: closed.id, days: `[${friday},${friday}]` })
    .execute()
  await makeFree('Kurz voraus', { service: { horizonDays: 3 } })
  await makeFree('Lange vorher', { service: { noticeHours: 24 * 7 } })
  const wanted = { when: { day: friday, part: null } } as const
  const none = await search(wanted)
  expect([none.names, none.onRequest]).toEqual([[], 0])
  await app.db.deleteFrom('occupancies').execute()
  expect((await search(wanted)).names).toEqual(['Voll'])
  await app.db.deleteFrom('closures').execute()
  await app.db.updateTable('services').set({ horizonDays: 60, noticeHours: 0 }).execute()
  expect((await search(wanted)).total).toBe(4)
  await app.db.updateTable('calendars').set({ isOn: false }).where('companyId', '=', full.id).execute()
  const off = await search(wanted)
  expect([off.total, off.onRequest]).toEqual([3, 1])
})

test('notice and the clock pass without anybody writing: what was free becomes too soon', async () => {
  at(monday, '08:00')
  await makeFree('Morgens', { from: 540, to: 600, service: { noticeHours: 24 } })
  expect((await search({ when: { day: 'morgen', part: null } })).total).toBe(1)
  at(monday, '09:30')
  expect((await search({ when: { day: 'morgen', part: null } })).total).toBe(0)
  expect((await search({})).free[0]?.starts[0]).toBe('2026-12-02 09:00')
})

test('an older hint stays right, and is renewed', async () => {
  at(monday, '08:00')
  await makeFree('Freitags', { weekdays: [5] })
  const last = addDays(monday, 25)
  expect((await search({ when: { day: last, part: null } })).total).toBe(1)
  at(addDays(monday, 4), '00:30')
  expect((await search({ when: { day: addDays(monday, 11), part: null } })).total).toBe(1)
  const further = { when: { day: addDays(monday, 18 + 7), part: null } }
  expect((await search(further)).total).toBe(1)
  expect((await search({ when: { day: addDays(monday, 5), part: null } })).total).toBe(0)
  const { freeFrom } = await app.db.selectFrom('searchCompanies').select('freeFrom').executeTakeFirstOrThrow()
  expect(freeFrom).toBe(monday)
  await renewAvailability(app)
  await writeAvailability(app)
  const renewed = await app.db.selectFrom('searchCompanies').select('freeFrom').executeTakeFirstOrThrow()
  expect(renewed.freeFrom).toBe(berlinDay(app.now()))
})

test.each(['2027-03-28', '2026-10-25'])('on %s, when clocks change, part and time are those of the clock', async (day) => {
  at(addDays(day, -2), '12:00')
  await makeFree('Nachmittags', { from: 720, to: 840, service: { noticeHours: 0 } })
  for (const [part, total] of [
    ['vormittag', 0],
    ['nachmittag', 1],
    ['abend', 0],
  ] as const) {
    const found = await search({ when: { day, part } })
    expect([part, found.total]).toEqual([part, total])
  }
  const found = await search({ when: { day, part: 'nachmittag' } })
  expect(found.free[0]?.starts).toEqual([`${day} 12:00`, `${day} 12:30`, `${day} 13:00`])
})

test('a typed time is searched and can be taken back; if nobody is free then, all are shown', async () => {
  at(monday, '10:00')
  await makeFree('Fenster früh', { to: 720 })
  await makeFree('Fenster spät', { from: 1_020, to: 1_260 })
  await makeCompany(app, { companyName: 'Fenster Süd' })
  const typed = await search({ q: 'Fenster frei am Freitag Vormittag' })
  expect([typed.names, typed.onRequest, typed.time]).toEqual([
    ['Fenster früh'],
    1,
    { day: friday, part: 'vormittag', isTyped: true, isMissed: false },
  ])
  const back = await search({ q: 'Fenster frei am Freitag Vormittag', notMeant: ['wann'] })
  expect([back.total, back.time]).toEqual([3, null])
  const missed = await search({ q: 'Fenster heute Abend' })
  expect([missed.total, missed.time?.isMissed]).toEqual([3, true])
  const chosen = await search({ q: 'Fenster morgen früh', when: { day: null, part: 'abend' } })
  expect([chosen.names, chosen.time?.isTyped]).toEqual([['Fenster spät'], false])
})
