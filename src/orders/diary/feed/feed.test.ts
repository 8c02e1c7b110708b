import { expect, test } from 'vitest'
import { openAppointmentFixtures } from '../../../../tests/appointmentFixtures.ts'
import { makeCompany } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, newVisitor } = testApp
const { agreed, appointmentOf } = openAppointmentFixtures(testApp)

const read = (url: string, headers: Record<string, string> = {}) => newVisitor().request(new URL(url).pathname, { headers })

test('the secret URL shows agreed appointments, changes its ETag with them, and is revoked when it is renewed', async () => {
  const { bookingId, owner, key, ids } = await agreed('kulant')
  const renew = async (shows: string) => (await owner.call('rotate-calendar-link', { companyId: ids.companyId, shows })).body.url as string
  const url = await renew('details')
  expect(url).toMatch(/\/kalender\/[\w-]{43}\.ics$/)
  const first = await read(url)
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(first.headers.get('cache-control')).toBe('no-store')
  const text = await first.text()
  const { startsAt, sequence } = await appointmentOf(bookingId)
  expect(text).toContain(`UID:${bookingId}@`)
  expect(text).toContain(`SEQUENCE:${sequence}\r\n`)
  expect(text).toContain(`DTSTART:${startsAt.toISOString().replace(/[-:]|\.\d{3}/g, '')}`)
  expect(text).toContain('Katrin Bergmann')
  const etag = first.headers.get('etag') ?? ''
  expect((await read(url, { 'if-none-match': etag })).status).toBe(304)

  clock.moveTo(new Date(app.now().getTime() + 60_000))
  expect((await newVisitor().call('cancel-own-booking', key)).status).toBe(200)
  const cancelled = await read(url, { 'if-none-match': etag })
  expect([cancelled.status, (await cancelled.text()).includes('STATUS:CANCELLED')]).toEqual([200, true])

  const busy = await (await read(await renew('busy'))).text()
  expect(busy).toContain('SUMMARY:Belegt')
  expect(busy).not.toMatch(/Bergmann|LOCATION|DESCRIPTION|Buchungsnummer/)
  expect((await read(url)).status).toBe(404)
  const calendar = await owner.call('get-calendar', { companyId: ids.companyId })
  expect(calendar.body.link_shows).toBe('busy')
})

test('cancelled and past appointments leave the feed after 30 days', async () => {
  const { owner, ids } = await agreed('kulant')
  const { body } = await owner.call('rotate-calendar-link', { companyId: ids.companyId, shows: 'details' })
  clock.moveTo(new Date(app.now().getTime() + 45 * 86_400_000))
  expect(await (await read(body.url)).text()).not.toContain('BEGIN:VEVENT')
})

test('an unknown URL shows nothing, and a company without hours has no feed', async () => {
  expect((await read(`${app.config.publicUrl}/kalender/${'x'.repeat(43)}.ics`)).status).toBe(404)
  expect((await read(`${app.config.publicUrl}/kalender/termine.ics`)).status).toBe(404)
  const { owner, ids } = await agreed('kulant')
  const renewFor = (companyId: string) => owner.call('rotate-calendar-link', { companyId, shows: 'busy' })
  const { id: another } = await makeCompany(app)
  expect((await renewFor(another)).status).toBe(404)
  await app.db.deleteFrom('calendars').where('companyId', '=', ids.companyId).execute()
  expect((await renewFor(ids.companyId)).status).toBe(409)
})
