import { expect, test } from 'vitest'
import { openRequestFixtures } from '../../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()

const { appointmentOf, operator, ownerOf, payableCompany, requestCompany, requested } = openRequestFixtures(testApp)

type Admin = Awaited<ReturnType<typeof operator>>
const save = async (admin: Admin, changes: object) => {
  const { body } = await admin.call('admin-read-settings', {})
  return admin.call('admin-update-settings', { ...body, ...changes })
}
const wanted = {
  calendar_policy: 'fest',
  calendar_travel_kmh: 50,
  service_notice_hours: 48,
  service_horizon_days: 30,
  request_answer_hours: 36,
}
const week = Array.from({ length: 7 }, () => [{ from: '08:00', to: '17:00' }])
const own = { catalogueId: null, title: 'Rasen mähen', priceKind: 'fixed', price: 40, minutes: 60, places: ['customer'] }

test('what the operator says about appointments counts for new calendars, services and requests, and changes no old one', async () => {
  const old = await requestCompany()
  const oldOwner = await ownerOf(old.id)
  const hoursOf = ({ deadlineAt, requestedAt }: { deadlineAt: Date | null; requestedAt: Date | null }) =>
    Math.round(((deadlineAt?.getTime() ?? 0) - (requestedAt?.getTime() ?? 0)) / 60_000) / 60
  const before = await requested()
  expect(hoursOf(await appointmentOf(before.bookingId))).toBe(24)
  expect((await save(await operator(), wanted)).body).toMatchObject(wanted)

  const company = await payableCompany()
  const owner = await ownerOf(company.id)
  const ask = async (name: string, body: object = {}) => (await owner.call(name, { companyId: company.id, ...body })).body
  expect(await ask('get-calendar')).toMatchObject({ has_calendar: false, policy: 'fest', travel_kmh: 50 })
  await ask('save-hours', { week })
  expect(await ask('get-calendar')).toMatchObject({ has_calendar: true, policy: 'fest', travel_kmh: 50 })
  await ask('save-service', own)
  expect(await ask('list-services')).toMatchObject({
    usual: { notice_hours: 48, horizon_days: 30 },
    services: [{ times: { notice_hours: 48, horizon_days: 30, grid_minutes: 30 } }],
  })

  const kept = { companyId: old.id }
  expect((await oldOwner.call('get-calendar', kept)).body).toMatchObject({ policy: 'kulant', travel_kmh: 45 })
  await oldOwner.call('save-service', { ...kept, ...own, id: old.serviceId })
  expect((await oldOwner.call('list-services', kept)).body.services).toMatchObject([
    { title: own.title, times: { notice_hours: 24, horizon_days: 60 } },
  ])
  expect(hoursOf(await appointmentOf(before.bookingId))).toBe(24)
  expect(hoursOf(await appointmentOf((await requested()).bookingId))).toBe(36)
})

test.each([
  ['calendar_policy', 'streng', 'Bitte wählen Sie eine Regel'],
  ['calendar_travel_kmh', 61, 'Geschwindigkeit muss zwischen 30 und 60 km/h liegen'],
  ['service_notice_hours', -1, 'Vorlauf muss zwischen 0 und 720 Stunden liegen'],
  ['service_horizon_days', 181, 'Buchbar bis muss zwischen 1 und 180 Tagen liegen'],
  ['request_answer_hours', 3, 'Antwort muss zwischen 4 und 72 Stunden liegen'],
  ['request_answer_hours', 73, 'Antwort muss zwischen 4 und 72 Stunden liegen'],
  ['request_answer_hours', 'lange', 'Antwort muss zwischen 4 und 72 Stunden liegen'],
])('%s may not be %j: %s', async (name, value, text) => {
  const { status, body } = await save(await operator(), { [name]: value })
  expect([status, body.fields[name]?.[0]]).toEqual([422, text])
})
