import { expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openAppointmentFixtures } from '../../../tests/appointmentFixtures.ts'
import { bookingRequestFor, makeCalendar, makeCompany, makeService } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, runJobs, newVisitor, sandbox } = testApp
const { mailsTo, violations } = openAppointmentFixtures(testApp)
const inDays = (days: number) => addDays(berlinDay(app.now()), days)
const email = 'anna@kunde.example'
const keep = async () => {
  await enqueue(app.db, { name: 'bookings.keepWaiting', payload: {} })
  await runJobs()
}
const statuses = async () => (await app.db.selectFrom('waitingEntries').select('status').execute()).map(({ status }) => status)

test('a job of several days is held in all of its parts, and becomes an order of the customer who takes it', async () => {
  clock.moveTo(berlinInstant(inDays(1), '10:00'))
  await sandbox.control('clock', { to: app.now().toISOString() })
  const company = await makeCompany(app)
  const people = await makeCalendar(app, company.id, { from: 480, to: 960 })
  const service = await makeService(app, company.id, { minutes: 1_440, isSpread: true, noticeHours: 0, horizonDays: 12 })
  const work = { companyId: company.id, serviceId: service.id }
  const resourceId = Object.values(people)[0] ?? ''
  const during = `[${app.now().toISOString()},${new Date(app.now().getTime() + 20 * 86_400_000).toISOString()})`
  const row = { companyId: company.id, resourceId, kind: 'block' as const, during, core: during, createdAt: app.now() }
  await app.db.insertInto('occupancies').values(row).execute()
  const browser = newVisitor()
  const form = { ...work, customerEmail: email, firstDay: inDays(0), lastDay: inDays(13) }
  expect((await browser.call('join-waiting-list', form)).status).toBe(200)
  await runJobs()
  const token = /\/warteliste\?token=([\w-]{43})/.exec(mailsTo(email)[0]?.text ?? '')?.[1] ?? ''
  expect((await browser.call('confirm-waiting-entry', { token })).status).toBe(200)
  await keep()
  expect(await statuses()).toEqual(['waiting'])
  await app.db.deleteFrom('occupancies').where('kind', '=', 'block').execute()
  await keep()
  const at = (await browser.call('take-waiting-offer', { token })).body
  const carts = await app.db.selectFrom('occupancies').select('callerHash').where('kind', '=', 'cart').execute()
  expect([carts.length >= 3, new Set(carts.map(({ callerHash }) => callerHash)).size]).toEqual([true, 1])
  const request = bookingRequestFor(app, company.id, { serviceId: service.id, ...at, amount: 69, customerKind: 'business' })
  expect((await newVisitor().call('create-booking-payment', { ...request, customerEmail: 'fremd@kunde.example' })).status).toBe(409)
  expect((await browser.call('create-booking-payment', request)).status).toBe(200)
  expect(await violations()).toEqual([])
})
