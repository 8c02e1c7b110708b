import { expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant, mondayOf } from '#src/platform/kit/dates.ts'
import { bookingRequestFor, enterAs, makeCompany, makeService, makeUser, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app } = testApp
const email = 'inhaber@firma.example'
const workday = [
  { from: '07:00', to: '12:00' },
  { from: '12:30', to: '18:00' },
]
const week = [workday, workday, workday, workday, [{ from: '7', to: '15 Uhr' }], [], []]

/** Owner who has entered the dashboard code, with the calls of a company with one service of two hours. */
async function openFixture() {
  const user = await makeUser(app, { email })
  const company = await makeCompany(app, { userId: user.id, email })
  const { id: serviceId } = await makeService(app, company.id, { minutes: 120 })
  const owner = await passCode(app, await enterAs(app, testApp.newVisitor(), email))
  const ask = (name: string, body: object = {}) => owner.call(name, { companyId: company.id, ...body })
  const shown = async () => (await ask('get-calendar')).body
  const freeOn = async (day: string) => {
    const { body } = await testApp.newVisitor().call('get-free-slots', { companyId: company.id, serviceId, from: day, days: 1 })
    return body.days[0].times as string[]
  }
  return { company, serviceId, ask, shown, freeOn }
}

/** The Monday after the next one: beyond every notice, and no public holiday here. */
const monday = () => addDays(mondayOf(berlinDay(app.now())), 14)

test('the first hours make the calendar, with one person and the holidays of the place', async () => {
  const { company, ask, shown, freeOn } = await openFixture()
  expect(await shown()).toMatchObject({ has_calendar: false, is_on: false, federal_state: 'HH', resources: [] })
  expect(await ask('save-hours', { week })).toMatchObject({ status: 200, body: { outside: [] } })
  const calendar = await shown()
  expect(calendar).toMatchObject({ has_calendar: true, is_on: true, federal_state: 'HH', policy: 'kulant', travel_kmh: 45 })
  expect(calendar.resources).toMatchObject([{ kind: 'person', name: company.contactPerson, capacity: 1, is_hidden: false }])
  expect(calendar.hours).toHaveLength(9)
  expect(calendar.hours.at(-1)).toEqual({ resource_id: null, weekday: 5, from: '07:00', to: '15:00' })
  const times = await freeOn(monday())
  expect([times[0], times.includes('10:00'), times.includes('10:30'), times.at(-1)]).toEqual(['07:00', true, false, '16:00'])
  expect(await freeOn(addDays(monday(), 5))).toEqual([])
})

test('hours are replaced as a whole, for the company and for one person by itself', async () => {
  const { ask, shown, freeOn } = await openFixture()
  await ask('save-hours', { week })
  const [{ id: resourceId }] = (await shown()).resources
  const late = [[{ from: '20:00', to: '24:00' }], [], [], [], [], [], []]
  await ask('save-hours', { resourceId, week: late })
  expect(await freeOn(monday())).toEqual(['20:00', '20:30', '21:00', '21:30', '22:00'])
  await ask('save-hours', { resourceId, week: Array(7).fill([]) })
  await ask('save-hours', { week: late })
  expect((await shown()).hours).toEqual([{ resource_id: null, weekday: 1, from: '20:00', to: '24:00' }])
})

test.each([
  ['a time that is none', [{ from: '8:61', to: '12:00' }], 'week.0.0.from', 'Bitte geben Sie Zeiten wie 08:00 an'],
  ['an end before its beginning', [{ from: '12:00', to: '08:00' }], 'week.0.0.to', 'Das Ende muss nach dem Anfang liegen'],
  ['times that overlap', [...workday, { from: '11:00', to: '13:00' }], 'week.0', 'Diese Zeiten überschneiden sich'],
])('%s is refused at its field', async (_, ranges, field, text) => {
  const { ask, shown } = await openFixture()
  const { status, body } = await ask('save-hours', { week: [ranges, ...week.slice(1)] })
  expect([status, body.fields]).toEqual([422, { [field]: [text] }])
  expect((await shown()).has_calendar).toBe(false)
})

test('a single day and a closure stand above the week, and go again', async () => {
  const { ask, shown, freeOn } = await openFixture()
  const day = monday()
  expect((await ask('save-day', { day, ranges: [] })).body.error).toBe('Bitte speichern Sie zuerst Ihre Öffnungszeiten.')
  await ask('save-hours', { week })
  await ask('save-day', { day, ranges: [{ from: '09:00', to: '11:00' }], note: 'Werkstatt' })
  expect(await freeOn(day)).toEqual(['09:00'])
  await ask('save-day', { day, ranges: [{ from: '10:00', to: '12:30' }], note: '' })
  expect((await shown()).days).toEqual([{ resource_id: null, day, note: '', ranges: [{ from: '10:00', to: '12:30' }] }])
  await ask('save-day', { day, ranges: null })
  expect(await freeOn(day)).toHaveLength(15)
  await ask('save-closure', { firstDay: day, lastDay: addDays(day, 4), note: 'Betriebsferien' })
  expect(await freeOn(day)).toEqual([])
  const [closure] = (await shown()).closures
  expect(closure).toMatchObject({ first_day: day, last_day: addDays(day, 4), note: 'Betriebsferien' })
  await ask('save-closure', { id: closure.id, firstDay: addDays(day, 1), lastDay: addDays(day, 4) })
  expect([(await freeOn(day)).length, await freeOn(addDays(day, 1))]).toEqual([15, []])
  await ask('delete-closure', { id: closure.id })
  expect(await freeOn(addDays(day, 1))).toHaveLength(15)
  expect(await ask('delete-closure', { id: closure.id })).toMatchObject({
    status: 404,
    body: { error: 'Diesen Eintrag gibt es nicht mehr. Bitte laden Sie die Seite neu.' },
  })
})

test('a public holiday is closed until its day is opened', async () => {
  const holiday = `${Number(berlinDay(app.now()).slice(0, 4)) + 1}-05-01`
  testApp.clock.moveTo(berlinInstant(addDays(holiday, -7), '12:00'))
  const { ask, freeOn } = await openFixture()
  await ask('save-hours', { week: Array(7).fill(workday) })
  expect(await freeOn(holiday)).toEqual([])
  await ask('save-day', { day: holiday, ranges: [{ from: '10:00', to: '12:00' }] })
  expect(await freeOn(holiday)).toEqual(['10:00'])
})

test('people are added, renamed and hidden; one has to stay', async () => {
  const { ask, shown, freeOn } = await openFixture()
  await ask('save-hours', { week })
  const [first] = (await shown()).resources
  const hide = { id: first.id, kind: 'person', name: first.name, isHidden: true }
  expect((await ask('save-resource', hide)).body.error).toBe('Einer muss bleiben: Ohne Personen und Räume gibt es keine freien Zeiten.')
  await ask('save-resource', { kind: 'seats', name: 'Kursraum', capacity: 8 })
  await ask('save-resource', hide)
  expect((await shown()).resources).toMatchObject([{ is_hidden: true }, { kind: 'seats', name: 'Kursraum', capacity: 8 }])
  expect(await freeOn(monday())).toHaveLength(15)
  expect((await ask('save-resource', { kind: 'person', name: 'X' })).body.fields).toEqual({
    name: ['Name muss zwischen 2 und 60 Zeichen lang sein'],
  })
})

test('what belongs to another company is unknown', async () => {
  const { ask } = await openFixture()
  await ask('save-hours', { week })
  const other = await makeCompany(app, { companyName: 'Andere Firma' })
  await app.db.insertInto('calendars').values({ companyId: other.id, updatedAt: app.now() }).execute()
  const resource = { companyId: other.id, kind: 'person' as const, name: 'Fremd', position: 0 }
  const { id } = await app.db.insertInto('resources').values(resource).returning('id').executeTakeFirstOrThrow()
  const statuses = [
    await ask('save-hours', { resourceId: id, week }),
    await ask('save-day', { resourceId: id, day: monday(), ranges: [] }),
    await ask('save-resource', { id, kind: 'person', name: 'Meiner' }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 404])
})

test('switched off, times are agreed on again; on, they are computed', async () => {
  const { company, ask } = await openFixture()
  await ask('save-hours', { week })
  const policy = { isOn: false, federalState: null, policy: 'fest', travelKmh: 30 }
  expect((await ask('save-policy', { ...policy, travelKmh: 61 })).body.fields).toEqual({
    travelKmh: ['Geschwindigkeit muss zwischen 30 und 60 km/h liegen'],
  })
  await ask('save-policy', policy)
  const services = async () => (await testApp.newVisitor().call('get-company-services', { companyId: company.id })).body
  expect((await services()).has_calendar).toBe(false)
  await ask('save-policy', { ...policy, isOn: true })
  expect((await services()).has_calendar).toBe(true)
})

test('what was booked before takes its times, and hours that leave it out say so', async () => {
  const { company, serviceId, ask, freeOn } = await openFixture()
  const day = monday()
  const request = (time: string) => bookingRequestFor(app, company.id, { serviceId, amount: 69, date: day, time })
  const newestCheckout = () =>
    app.db.selectFrom('checkouts').select(['sessionId', 'bookingId']).orderBy('createdAt', 'desc').executeTakeFirstOrThrow()
  const customer = testApp.newVisitor()
  for (const time of ['09:00', '22:00']) {
    expect((await customer.call('create-booking-payment', request(time))).status).toBe(200)
    const { sessionId, bookingId } = await newestCheckout()
    await testApp.sandbox.control('pay', { session: sessionId })
    await customer.call('verify-payment', { sessionId, bookingId })
  }
  await ask('save-hours', { week })
  expect(await freeOn(day)).toEqual(['07:00', '12:30', '13:00', '13:30', '14:00', '14:30', '15:00', '15:30', '16:00'])
  const { body } = await ask('save-closure', { firstDay: day, lastDay: day })
  expect(body.outside).toMatchObject(['09:00', '22:00'].map((time) => ({ starts_at: berlinInstant(day, time).toISOString() })))
})

test('a service takes its time as its company says; left out, it stays as it is', async () => {
  const { serviceId: id, ask, freeOn } = await openFixture()
  await ask('save-hours', { week })
  const service = { id, catalogueId: null, title: 'Fenster', priceKind: 'fixed', price: 69, minutes: 120, places: ['customer'] }
  const times = { bufferBeforeMinutes: 0, bufferAfterMinutes: 30, gridMinutes: 60, noticeHours: 48, horizonDays: 90, people: 1 }
  expect((await ask('save-service', { ...service, times })).status).toBe(200)
  await ask('save-service', { ...service, title: 'Fenster und Rahmen' })
  const { services } = (await ask('list-services')).body
  expect(Object.values(services[0].times)).toEqual([0, 30, 60, 48, 90, 1, 'instant', []])
  expect(await freeOn(monday())).toEqual(['07:00', '08:00', '09:00', '10:00', '13:00', '14:00', '15:00', '16:00'])
  const wrong = await ask('save-service', { ...service, times: { ...times, bufferAfterMinutes: 241 } })
  expect(wrong.body.fields).toEqual({ 'times.bufferAfterMinutes': ['Puffer danach muss zwischen 0 und 240 liegen'] })
})

test('a service that one person does is free when that person is', async () => {
  const { serviceId: id, ask, shown, freeOn } = await openFixture()
  await ask('save-hours', { week })
  await ask('save-resource', { kind: 'person', name: 'Svenja' })
  const [chief, svenja] = (await shown()).resources
  const early = [[{ from: '07:00', to: '09:00' }], [], [], [], [], [], []]
  await ask('save-hours', { resourceId: svenja.id, week: early })
  const save = (times: object) =>
    ask('save-service', {
      ...{ id, catalogueId: null, title: 'Fenster', priceKind: 'fixed', price: 69, minutes: 120, places: ['customer'] },
      times: { bufferBeforeMinutes: 0, bufferAfterMinutes: 0, gridMinutes: 60, noticeHours: 24, horizonDays: 60, people: 1, ...times },
    })
  const chosen = async () => (await ask('list-services')).body.services[0].times.resource_ids
  expect((await save({ resourceIds: [svenja.id] })).status).toBe(200)
  expect([await chosen(), await freeOn(monday())]).toEqual([[svenja.id], ['07:00']])
  await save({ resourceIds: [chief.id] })
  expect([await chosen(), (await freeOn(monday())).length]).toEqual([[chief.id], 8])
  await save({})
  expect([await chosen(), (await freeOn(monday())).length]).toEqual([[], 8])
  const two = await save({ resourceIds: [svenja.id], people: 2 })
  expect(two.body.fields).toEqual({ 'times.people': ['Unter „Wer führt die Leistung aus?“ ist nur eine angekreuzt'] })
  const strange = await save({ resourceIds: [id] })
  expect(strange.body.fields).toEqual({ 'times.resourceIds': ['Diese Person gehört nicht zu Ihrem Betrieb'] })
})
